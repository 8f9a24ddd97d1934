//===- Parser.h - From .kina text to the tree -------------------*- C++ -*-===//
//
// Part of Kina, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef KINA_LIB_FRONTEND_SYNTAX_PARSER_H
#define KINA_LIB_FRONTEND_SYNTAX_PARSER_H

#include "Syntax/Lexer.h"
#include "Syntax/Tree.h"
#include "llvm/ADT/STLFunctionalExtras.h"

namespace kina::frontend {

/// Parentheses, unary signs and applications may stand in one another so
/// often.
constexpr unsigned maxNesting = 256;

/// Text in, tree out. A mistake is reported once, where the text cannot go on;
/// reading goes on at the next statement or definition.
class Parser {
public:
  Parser(tree::File &file, Diagnostics &diagnostics);

  /// Reads the file into its tree.
  void parseFile();

  /// Reads a single integer expression, which is all of the text; null if it is
  /// none.
  tree::Expr *parseSingleExtent();

private:
  // Tokens.
  bool at(Token::Kind kind) const { return token.is(kind); }
  bool atWord(llvm::StringRef word) const {
    return at(Token::identifier) && token.spelling == word;
  }
  Token take();
  bool consumeIf(Token::Kind kind);
  /// The `distance`th token behind the current one.
  const Token &peek(unsigned distance = 1);
  bool isNewLine(const Token &token) const;

  // Errors.
  llvm::ParseResult error(SourceLoc loc, const llvm::Twine &message);
  llvm::ParseResult expected(const llvm::Twine &what);
  llvm::ParseResult expect(Token::Kind kind);
  llvm::ParseResult parseName(llvm::StringRef what, llvm::StringRef &name);
  llvm::ParseResult
  parseList(Token::Kind open, Token::Kind close,
            llvm::function_ref<llvm::ParseResult()> parseElement);
  /// Whether reading can go on here after an error.
  bool isResumable(bool inBody) const;
  void skip(bool inBody);

  // Definitions: Parser.cpp.
  llvm::ParseResult parseDefinition();
  llvm::ParseResult parseImport();
  llvm::ParseResult parseSize();
  llvm::ParseResult parseAlias();
  llvm::ParseResult parseFunction();
  llvm::ParseResult parseSignature(tree::Function &function);
  llvm::ParseResult parseSizeParameter(tree::SizeParameter &size);
  llvm::ParseResult parseParameter(tree::Parameter &parameter);
  llvm::ParseResult parseType(tree::Type *&type);

  // Statements: StatementParser.cpp.
  void parseBody(tree::Function &function);
  llvm::ParseResult parseStatement(tree::Function &function,
                                   llvm::SmallVectorImpl<tree::Statement *> &);
  llvm::ParseResult parseLet(tree::Let &let);
  llvm::ParseResult parseLetNames(tree::Let &let);
  llvm::ParseResult parseAnnotation(tree::Let &let);
  llvm::ParseResult parseReturn(tree::Return &result);

  // Expressions: ExprParser.cpp. Null after an error.
  tree::Expr *parseExpr();
  tree::Expr *parseSum(tree::Expr *first);
  tree::Expr *parseProduct(tree::Expr *first);
  tree::Expr *parseUnary();
  tree::Expr *parsePrimary();
  tree::Expr *parseAtom();
  tree::List *parseListExpr();
  tree::Expr *parseExtent();
  tree::List *parseShape();
  tree::Expr *parseApplication();
  llvm::ParseResult parseOperands(tree::Apply &application);
  llvm::ParseResult parseGroup(llvm::SmallVectorImpl<tree::Argument> &group);
  llvm::ParseResult parseArgument(tree::Argument &argument);
  llvm::ParseResult parseBracketed(llvm::ArrayRef<tree::Argument> &arguments);
  bool isApplication();
  bool isListNext(llvm::StringRef callee);
  bool isOperandNext(llvm::StringRef callee, bool isFirst);

  tree::File &file;
  Diagnostics &diagnostics;
  Lexer lexer;
  Token token;
  llvm::SmallVector<Token, 4> ahead;
  /// The end of the token before.
  const char *lastEnd = nullptr;
  /// Where the last error was reported: another one there says nothing new.
  const char *lastError = nullptr;
  unsigned depth = 0;
  /// What an operand is called where one is missing.
  llvm::StringRef wanted = "an expression";
};

} // namespace kina::frontend

#endif // KINA_LIB_FRONTEND_SYNTAX_PARSER_H
