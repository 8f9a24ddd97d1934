//===- Parser.h - What every level of the grammar needs ---------*- C++ -*-===//
//
// Part of Kina, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef KINA_LIB_FRONTEND_PARSER_H
#define KINA_LIB_FRONTEND_PARSER_H

#include "Lexer.h"
#include "Module.h"
#include "Spelling.h"
#include "llvm/ADT/STLFunctionalExtras.h"

namespace kina::frontend {

/// Parentheses, unary signs and applications may stand in one another so
/// often.
constexpr unsigned maxNesting = 256;

/// The largest rank of a tensor.
constexpr unsigned maxRank = 32;

/// Tokens, errors, and the parts of the grammar that stand both outside and
/// inside of a function: integer expressions, shapes and types.
class Parser {
protected:
  /// `scope` is the function whose sizes can be named.
  Parser(Module &module, const Lexer &lexer, const Function *scope = nullptr)
      : module(module), lexer(lexer), scope(scope) {
    token = this->lexer.lex();
  }

  mlir::MLIRContext *getContext() { return module.getContext(); }
  SourceLoc getLoc(const Token &at) const { return lexer.getLoc(at); }
  SourceLoc getLoc() const { return getLoc(token); }

  bool at(Token::Kind kind) const { return token.is(kind); }
  void advance() { token = lexer.lex(); }
  Token take() {
    Token taken = token;
    advance();
    return taken;
  }
  bool consumeIf(Token::Kind kind) {
    if (!at(kind))
      return false;
    advance();
    return true;
  }
  /// The token behind the current one.
  Token peek() const;

  mlir::InFlightDiagnostic emitError(SourceLoc loc,
                                     const llvm::Twine &message) {
    return module.emitError(loc, message);
  }

  /// Reports `expected <what>, but got <token>`, unless the lexer has already
  /// reported the token.
  mlir::ParseResult expected(const llvm::Twine &what);
  mlir::ParseResult expect(Token::Kind kind);
  mlir::ParseResult parseName(llvm::StringRef what, Token &name);

  /// `open (element (',' element)*)? close`
  mlir::ParseResult
  parseList(Token::Kind open, Token::Kind close,
            llvm::function_ref<mlir::ParseResult()> parseElement);

  /// A size of the function or of the module, or null.
  const Size *findSize(llvm::StringRef name) const;
  void considerSizes(NearestName &nearest) const;

  /// Reports a name that a size has already.
  mlir::LogicalResult checkNoSize(llvm::StringRef name, SourceLoc loc);

  /// True if the expression is known to be at least `bound`.
  bool isAtLeast(Extent extent, int64_t bound) {
    return module.isAtLeast(extent, bound, scope);
  }

  mlir::ParseResult parseExtent(Extent &result);
  mlir::ParseResult parseConstant(int64_t &result);
  mlir::ParseResult parseShape(llvm::SmallVectorImpl<Extent> &shape);
  mlir::ParseResult parseElementType(mlir::Type &type);
  mlir::ParseResult parseTensorType(TensorType &type);

  /// Counts a level of nesting as long as it lives.
  class Nesting {
  public:
    explicit Nesting(Parser &parser) : parser(parser) { ++parser.depth; }
    ~Nesting() { --parser.depth; }
    /// Reports a level too many.
    mlir::ParseResult check();

  private:
    Parser &parser;
  };

  Module &module;
  Lexer lexer;
  Token token;
  const Function *scope;

private:
  mlir::ParseResult parseTerm(Extent &result);
  mlir::ParseResult parseFactor(Extent &result);
  mlir::ParseResult parseMinMax(Extent &result);
  mlir::ParseResult parseInteger(bool isNegative, Extent &result);
  mlir::ParseResult parseSizeName(Extent &result);
  mlir::ParseResult combine(const Token &op, Extent &lhs, Extent rhs);

  unsigned depth = 0;
};

} // namespace kina::frontend

#endif // KINA_LIB_FRONTEND_PARSER_H
