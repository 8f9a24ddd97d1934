//===- Lexer.h - From .kina text to tokens ----------------------*- C++ -*-===//
//
// Part of Kina, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef KINA_LIB_FRONTEND_SYNTAX_LEXER_H
#define KINA_LIB_FRONTEND_SYNTAX_LEXER_H

#include "Syntax/Diagnostics.h"
#include "Syntax/Tree.h"
#include "llvm/ADT/StringRef.h"
#include <string>

namespace kina::frontend {

/// A slice of the buffer.
struct Token {
  enum Kind {
#define TOKEN(name) name,
#include "Syntax/Tokens.def"
  };

  bool is(Kind other) const { return kind == other; }
  bool isKeyword() const;
  SourceLoc getLoc() const { return frontend::getLoc(spelling); }

  Kind kind = eof;
  llvm::StringRef spelling;
};

/// What a message calls a kind of token: `'->'`, `an identifier`.
llvm::StringRef describe(Token::Kind kind);

/// What a message calls a token: `'x'`, `the end of the file`.
std::string describe(const Token &token);

/// The text in quotes, cut where it is very long.
std::string quote(llvm::StringRef text);

/// Makes the tokens of one buffer, one at a time.
class Lexer {
public:
  /// Errors and what stands between the tokens are entered where asked for.
  explicit Lexer(llvm::StringRef buffer, Diagnostics *diagnostics = nullptr,
                 std::vector<tree::Trivia> *trivia = nullptr);

  /// The next token. Characters that belong to no token make one token of
  /// kind `error`, which is reported.
  Token lex();

private:
  Token lexNumber(const char *start);
  Token lexString(const char *start);
  Token lexUnexpected(const char *start);
  Token makeToken(Token::Kind kind, const char *start) const;
  Token makeError(const char *start, const llvm::Twine &message);

  /// Passes over white space and comments; false at a character that may not
  /// stand in a comment.
  bool skipTrivia();
  void addTrivia(const char *start, const char *stop);

  const char *cursor;
  const char *end;
  const char *lineStart;
  /// Where the end of the file is reported: behind the last token.
  const char *lastEnd;
  const char *lastErrorLine = nullptr;
  Diagnostics *diagnostics;
  std::vector<tree::Trivia> *trivia;
};

} // namespace kina::frontend

#endif // KINA_LIB_FRONTEND_SYNTAX_LEXER_H
