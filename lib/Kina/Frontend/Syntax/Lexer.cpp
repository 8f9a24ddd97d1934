//===- Lexer.cpp - From .kina text to tokens ------------------------------===//
//
// Part of Kina, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Syntax/Lexer.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringSwitch.h"
#include "llvm/Support/ConvertUTF.h"
#include "llvm/Support/FormatVariadic.h"

using namespace kina::frontend;
using llvm::StringRef;

/// Text of a message beyond this is cut: a token may be as long as the file.
static constexpr size_t maxQuotedLength = 60;

/// Errors of the lexer beyond this number are not worth reading: the file is
/// probably no text.
static constexpr unsigned maxErrors = 20;

/// Digits beyond these are taken for a mistake.
static constexpr size_t maxNumberLength = 1024;

bool Token::isKeyword() const {
  switch (kind) {
#define KEYWORD(spelling) case kw_##spelling:
#include "Syntax/Tokens.def"
    return true;
  default:
    return false;
  }
}

std::string kina::frontend::quote(StringRef text) {
  if (text.size() <= maxQuotedLength)
    return ("'" + text + "'").str();
  return ("'" + text.take_front(maxQuotedLength) + "...'").str();
}

StringRef kina::frontend::describe(Token::Kind kind) {
  switch (kind) {
  case Token::eof:
    return "the end of the file";
  case Token::error:
    return "an unexpected character";
  case Token::identifier:
    return "a name";
  case Token::integer:
    return "an integer";
  case Token::decimal:
    return "a decimal number";
  case Token::string:
    return "a string";
#define KEYWORD(spelling)                                                      \
  case Token::kw_##spelling:                                                   \
    return "'" #spelling "'";
#define PUNCTUATION(name, spelling)                                            \
  case Token::name:                                                            \
    return "'" spelling "'";
#include "Syntax/Tokens.def"
  }
  llvm_unreachable("every kind of token is described");
}

std::string kina::frontend::describe(const Token &token) {
  if (token.is(Token::eof) || token.is(Token::error))
    return describe(token.kind).str();
  if (token.isKeyword())
    return "the keyword " + quote(token.spelling);
  return quote(token.spelling);
}

Lexer::Lexer(StringRef buffer, Diagnostics *diagnostics,
             std::vector<tree::Trivia> *trivia)
    : cursor(buffer.begin()), end(buffer.end()), lineStart(buffer.begin()),
      lastEnd(buffer.begin()), diagnostics(diagnostics), trivia(trivia) {
  if (buffer.starts_with("\xEF\xBB\xBF"))
    cursor += 3;
}

Token Lexer::makeToken(Token::Kind kind, const char *start) const {
  return {kind, StringRef(start, cursor - start)};
}

Token Lexer::makeError(const char *start, const llvm::Twine &message) {
  Token token = makeToken(Token::error, start);
  // What follows on the line is mostly the same mistake again.
  if (diagnostics && lastErrorLine != lineStart &&
      diagnostics->lexerErrorCount < maxErrors) {
    diagnostics->error(token.getLoc(), message);
    ++diagnostics->lexerErrorCount;
  }
  lastErrorLine = lineStart;
  return token;
}

void Lexer::addTrivia(const char *start, const char *stop) {
  if (trivia)
    trivia->push_back({StringRef(start, stop - start).rtrim('\r')});
}

bool Lexer::skipTrivia() {
  const char *comment = nullptr, *blank = nullptr;
  // The line of the last token is not blank.
  bool isBlankLine = cursor == lineStart;
  auto endBlank = [&] {
    if (blank)
      addTrivia(blank, lineStart);
    blank = nullptr;
  };
  for (; cursor != end; ++cursor) {
    switch (*cursor) {
    case '\n':
      if (comment)
        addTrivia(comment, cursor);
      else if (isBlankLine && !blank)
        blank = lineStart;
      comment = nullptr;
      isBlankLine = true;
      lineStart = cursor + 1;
      continue;
    case '\r':
      // Alone it would hide what an editor shows as the next line.
      if (cursor + 1 != end && cursor[1] == '\n')
        continue;
      return !comment;
    case ' ':
    case '\t':
      continue;
    case '/':
      if (!comment && cursor + 1 != end && cursor[1] == '/') {
        endBlank();
        comment = cursor;
        isBlankLine = false;
      }
      if (comment)
        continue;
      endBlank();
      return true;
    case '\xE2':
      // U+2028 and U+2029 end a line for some editors, like '\r'.
      if (comment && end - cursor > 2 && cursor[1] == '\x80' &&
          (cursor[2] == '\xA8' || cursor[2] == '\xA9'))
        return false;
      [[fallthrough]];
    default:
      if (comment)
        continue;
      endBlank();
      return true;
    }
  }
  if (comment)
    addTrivia(comment, cursor);
  return true;
}

static bool isNameStart(char c) { return llvm::isAlpha(c) || c == '_'; }
static bool isNamePart(char c) { return llvm::isAlnum(c) || c == '_'; }

Token Lexer::lex() {
  if (!skipTrivia())
    return lexUnexpected(cursor);
  if (cursor == end)
    return {Token::eof, StringRef(lastEnd, 0)};

  const char *start = cursor++;
  Token token;
  auto next = [&](char c) { return cursor != end && *cursor == c; };
  switch (*start) {
  case '-':
    if (next('>')) {
      ++cursor;
      token = makeToken(Token::arrow, start);
      break;
    }
    token = makeToken(Token::minus, start);
    break;
#define CHARACTER(c, kind)                                                     \
  case c:                                                                      \
    token = makeToken(Token::kind, start);                                     \
    break;
    CHARACTER('@', at)
    CHARACTER(':', colon)
    CHARACTER(',', comma)
    CHARACTER('=', equal)
    CHARACTER('{', l_brace)
    CHARACTER('(', l_paren)
    CHARACTER('[', l_square)
    CHARACTER('%', percent)
    CHARACTER('+', plus)
    CHARACTER('}', r_brace)
    CHARACTER(')', r_paren)
    CHARACTER(']', r_square)
    CHARACTER('/', slash)
    CHARACTER('*', star)
#undef CHARACTER
  case '"':
    token = lexString(start);
    break;
  case '.':
    if (next('.')) {
      ++cursor;
      token = makeToken(Token::dot_dot, start);
      break;
    }
    [[fallthrough]];
  default:
    if (llvm::isDigit(*start) ||
        (*start == '.' && cursor != end && llvm::isDigit(*cursor))) {
      token = lexNumber(start);
      break;
    }
    if (!isNameStart(*start)) {
      token = lexUnexpected(start);
      break;
    }
    while (cursor != end && isNamePart(*cursor))
      ++cursor;
    token = makeToken(Token::identifier, start);
    token.kind = llvm::StringSwitch<Token::Kind>(token.spelling)
#define KEYWORD(spelling) .Case(#spelling, Token::kw_##spelling)
#include "Syntax/Tokens.def"
                     .Default(Token::identifier);
  }
  lastEnd = cursor;
  return token;
}

/// integer ::= '0' | [1-9] [0-9]*
/// decimal ::= integer ('.' [0-9]+)? ([eE] [+-]? [0-9]+)?
Token Lexer::lexNumber(const char *start) {
  // All that could be meant for the number, so that one error covers it. The
  // `..` of a range ends it.
  auto atRange = [&] { return end - cursor > 1 && cursor[1] == '.'; };
  while (cursor != end &&
         (isNamePart(*cursor) || (*cursor == '.' && !atRange()) ||
          ((*cursor == '+' || *cursor == '-') && llvm::isDigit(*start) &&
           (cursor[-1] == 'e' || cursor[-1] == 'E') && cursor + 1 != end &&
           llvm::isDigit(cursor[1]))))
    ++cursor;
  StringRef text(start, cursor - start), rest = text;
  auto takeDigits = [&] {
    size_t length = rest.size();
    rest = rest.drop_while(llvm::isDigit);
    return rest.size() != length;
  };
  auto malformed = [&](const llvm::Twine &why) {
    return makeError(start, "malformed number " + quote(text) + ": " + why);
  };

  if (text.size() > maxNumberLength)
    return malformed("more than " + llvm::Twine(maxNumberLength) +
                     " characters");
  if (!takeDigits())
    return malformed("expected a digit before '.'");
  if (text.size() - rest.size() > 1 && text.front() == '0')
    return malformed("expected no leading 0");
  Token::Kind kind = Token::integer;
  if (rest.consume_front(".")) {
    kind = Token::decimal;
    if (!takeDigits())
      return malformed("expected a digit after '.'");
  }
  if (rest.consume_front_insensitive("e")) {
    kind = Token::decimal;
    if (!rest.consume_front("+"))
      rest.consume_front("-");
    if (!takeDigits())
      return malformed("expected a digit in the exponent");
  }
  if (!rest.empty())
    return malformed("expected no " + quote(rest.take_front(1)));
  return makeToken(kind, start);
}

Token Lexer::lexString(const char *start) {
  while (cursor != end && *cursor != '"' && *cursor != '\n')
    ++cursor;
  if (cursor == end || *cursor == '\n')
    return makeError(start, "expected '\"' before the end of the line");
  ++cursor;
  return makeToken(Token::string, start);
}

/// A character that starts no token: named by its code point, since it may
/// show as nothing at all.
Token Lexer::lexUnexpected(const char *start) {
  const auto *source = reinterpret_cast<const llvm::UTF8 *>(start);
  const auto *sourceEnd = reinterpret_cast<const llvm::UTF8 *>(end);
  llvm::UTF32 codePoint;
  if (llvm::convertUTF8Sequence(&source, sourceEnd, &codePoint,
                                llvm::strictConversion) != llvm::conversionOK) {
    cursor = start + 1;
    return makeError(start, llvm::formatv("invalid UTF-8 byte 0x{0:X-2}",
                                          static_cast<uint8_t>(*start)));
  }
  cursor = reinterpret_cast<const char *>(source);
  std::string name = llvm::formatv("U+{0:X-4}", codePoint);
  if (codePoint > ' ' && codePoint < 0x7F)
    name += " " + quote(StringRef(start, 1));
  else if (codePoint == '\r')
    name += " (a carriage return without a line feed)";
  return makeError(start, "unexpected character " + name);
}
