//===- Lexer.h - From .kina text to tokens ----------------------*- C++ -*-===//
//
// Part of Kina, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef KINA_LIB_FRONTEND_LEXER_H
#define KINA_LIB_FRONTEND_LEXER_H

#include "mlir/IR/BuiltinAttributes.h"
#include "mlir/IR/Location.h"
#include "llvm/ADT/StringRef.h"
#include <string>

namespace kina::frontend {

/// A place in a file. MLIR keeps every location that was ever asked for, so
/// one is made only for what goes into an op or a diagnostic.
struct SourceLoc {
  operator mlir::Location() const {
    return mlir::FileLineColLoc::get(fileName, line, column);
  }

  mlir::StringAttr fileName;
  unsigned line = 1;
  unsigned column = 1;
};

/// A slice of the buffer, and where it starts. Lines and columns count from 1,
/// columns in bytes.
struct Token {
  enum Kind {
#define TOKEN(name) name,
#include "Tokens.def"
  };

  bool is(Kind other) const { return kind == other; }
  bool isKeyword() const;

  Kind kind = eof;
  llvm::StringRef spelling;
  unsigned line = 1;
  unsigned column = 1;
};

/// What a message calls a kind of token: `'->'`, `an identifier`.
llvm::StringRef describe(Token::Kind kind);

/// What a message calls a token: `'x'`, `the end of the file`.
std::string describe(const Token &token);

/// The text in quotes, cut where it is very long.
std::string quote(llvm::StringRef text);

/// Makes the tokens of one buffer, one at a time. A copy of a lexer goes on
/// from the same place, so a parser may look ahead or come back later.
class Lexer {
public:
  /// A lexer over `buffer`, whose locations name the file `fileName`.
  Lexer(llvm::StringRef buffer, mlir::StringAttr fileName);

  /// A lexer whose next token is `token`, one of this lexer's buffer. It does
  /// not report errors again.
  Lexer restartAt(const Token &token) const;

  /// The next token. Characters that belong to no token make one token of
  /// kind `error`; it is reported if `reportErrors` was asked for.
  Token lex();

  /// The number of errors reported so far is added to `count`.
  void reportErrors(unsigned *count) { errorCount = count; }

  mlir::StringAttr getFileName() const { return fileName; }
  SourceLoc getLoc(const Token &token) const {
    return {fileName, token.line, token.column};
  }

private:
  Token lexNumber(const char *start);
  Token lexString(const char *start);
  Token lexUnexpected(const char *start);
  Token makeToken(Token::Kind kind, const char *start) const;
  Token makeError(const char *start, const llvm::Twine &message);

  /// Passes over white space and comments; false at a character that may not
  /// stand in a comment.
  bool skipTrivia();

  const char *cursor;
  const char *end;
  const char *lineStart;
  unsigned line = 1;
  /// Where the end of the file is reported: behind the last token.
  unsigned lastLine = 1, lastColumn = 1;
  unsigned lastErrorLine = 0;
  unsigned *errorCount = nullptr;
  mlir::StringAttr fileName;
};

} // namespace kina::frontend

#endif // KINA_LIB_FRONTEND_LEXER_H
