//===- Parser.cpp - Definitions, signatures and types ---------------------===//
//
// Part of Kina, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Syntax/Parser.h"

using namespace kina::frontend;
using llvm::failure;
using llvm::ParseResult;
using llvm::SmallVector;
using llvm::StringRef;
using llvm::success;

Parser::Parser(tree::File &file, Diagnostics &diagnostics)
    : file(file), diagnostics(diagnostics),
      lexer(file.source.buffer, &diagnostics, &file.trivia) {
  token = lexer.lex();
}

Token Parser::take() {
  Token taken = token;
  lastEnd = taken.spelling.end();
  if (ahead.empty()) {
    token = lexer.lex();
  } else {
    token = ahead.front();
    ahead.erase(ahead.begin());
  }
  return taken;
}

bool Parser::consumeIf(Token::Kind kind) {
  if (!at(kind))
    return false;
  take();
  return true;
}

const Token &Parser::peek(unsigned distance) {
  while (ahead.size() < distance)
    ahead.push_back(lexer.lex());
  return ahead[distance - 1];
}

/// Whether nothing stands before the token on its line.
bool Parser::isNewLine(const Token &token) const {
  StringRef before(file.source.buffer.begin(),
                   token.spelling.begin() - file.source.buffer.begin());
  before = before.rtrim(" \t");
  return before.empty() || before.back() == '\n';
}

//===----------------------------------------------------------------------===//
// Errors
//===----------------------------------------------------------------------===//

ParseResult Parser::error(SourceLoc loc, const llvm::Twine &message) {
  // What the parser makes of the rest is guesswork.
  if (diagnostics.lexerErrorCount == 0 && lastError != loc.getPointer() &&
      !diagnostics.hasTooMany())
    diagnostics.error(loc, message);
  lastError = loc.getPointer();
  return failure();
}

/// Reports `expected <what>, but got <token>`.
ParseResult Parser::expected(const llvm::Twine &what) {
  return error(token.getLoc(),
               "expected " + what + ", but got " + describe(token));
}

ParseResult Parser::expect(Token::Kind kind) {
  if (consumeIf(kind))
    return success();
  return expected(describe(kind));
}

ParseResult Parser::parseName(StringRef what, StringRef &name) {
  if (!at(Token::identifier))
    return expected(what);
  name = take().spelling;
  return success();
}

/// `open (element (',' element)*)? close`
ParseResult Parser::parseList(Token::Kind open, Token::Kind close,
                              llvm::function_ref<ParseResult()> parseElement) {
  if (expect(open))
    return failure();
  if (consumeIf(close))
    return success();
  do {
    if (parseElement())
      return failure();
  } while (consumeIf(Token::comma));
  if (consumeIf(close))
    return success();
  return expected("',' or " + describe(close));
}

static bool startsDefinition(const Token &token) {
  return token.is(Token::kw_fn) || token.is(Token::kw_private) ||
         token.is(Token::kw_size) || token.is(Token::kw_import) ||
         token.is(Token::eof);
}

/// A keyword within a line may be a part of the mistake.
bool Parser::isResumable(bool inBody) const {
  if (at(Token::eof) || at(inBody ? Token::r_brace : Token::l_brace))
    return true;
  if (inBody && (at(Token::kw_let) || at(Token::kw_return)) &&
      lastError != token.spelling.begin())
    return true;
  return (startsDefinition(token) || at(Token::kw_let) ||
          (inBody && at(Token::kw_return))) &&
         isNewLine(token);
}

void Parser::skip(bool inBody) {
  while (!isResumable(inBody))
    take();
}

//===----------------------------------------------------------------------===//
// Definitions
//===----------------------------------------------------------------------===//

/// file ::= (import | size | function | alias)*
void Parser::parseFile() {
  while (!at(Token::eof)) {
    if (!parseDefinition())
      continue;
    skip(/*inBody=*/false);
    // The body of what could not be read.
    if (at(Token::l_brace)) {
      tree::Function nothing{{tree::Definition::Function, {}, {}}};
      parseBody(nothing);
    }
  }
}

ParseResult Parser::parseDefinition() {
  switch (token.kind) {
  case Token::kw_fn:
  case Token::kw_private:
    return parseFunction();
  case Token::kw_size:
    return parseSize();
  case Token::kw_let:
    return parseAlias();
  case Token::kw_import:
    return parseImport();
  default:
    return expected("'fn', 'private', 'size', 'let' or 'import'");
  }
}

/// import ::= 'import' string
ParseResult Parser::parseImport() {
  take();
  if (!at(Token::string))
    return expected("the name of a file in quotes");
  Token path = take();
  StringRef name = path.spelling.drop_front().drop_back();
  if (name.empty())
    return error(path.getLoc(), "expected the name of a file, but got nothing");
  file.definitions.push_back(
      file.make(tree::Import{{tree::Definition::Import, path.getLoc(), name}}));
  return success();
}

/// size ::= 'size' name '=' extent
ParseResult Parser::parseSize() {
  take();
  tree::Size size{{tree::Definition::Size, {}, {}}};
  if (parseName("the name of a size", size.name)) {
    file.lacksNames = true;
    return failure();
  }
  size.loc = getLoc(size.name);
  ParseResult result = expect(Token::equal);
  if (!result)
    size.value = parseExtent();
  file.definitions.push_back(file.make(size));
  if (!size.value)
    return failure();
  if (!startsDefinition(token) && !at(Token::kw_let))
    return expected("an operator or the next definition");
  return success();
}

/// alias ::= 'let' name '=' name ('[' (stated (',' stated)*)? ']')?
ParseResult Parser::parseAlias() {
  take();
  tree::Alias alias{{tree::Definition::Alias, {}, {}}};
  if (parseName("a name behind 'let'", alias.name) || expect(Token::equal) ||
      parseName("the name of a function", alias.target)) {
    file.lacksNames = true;
    return failure();
  }
  alias.loc = getLoc(alias.name);
  alias.hasBrackets = at(Token::l_square);
  if (alias.hasBrackets && parseBracketed(alias.stated)) {
    file.lacksNames = true;
    return failure();
  }
  file.definitions.push_back(file.make(alias));
  if (!startsDefinition(token) && !at(Token::kw_let))
    return expected("the next definition");
  return success();
}

/// function ::= 'private'? 'fn' name signature body
ParseResult Parser::parseFunction() {
  tree::Function function{{tree::Definition::Function, {}, {}}};
  function.isPrivate = consumeIf(Token::kw_private);
  if (expect(Token::kw_fn) ||
      parseName("the name of a function", function.name)) {
    file.lacksNames = true;
    return failure();
  }
  function.loc = getLoc(function.name);
  function.hasSignature = !parseSignature(function);
  if (!function.hasSignature)
    skip(/*inBody=*/false);
  if (at(Token::l_brace))
    parseBody(function);
  file.definitions.push_back(file.make(function));
  return success();
}

/// signature ::= sizes? '(' (parameter (',' parameter)*)? ')' '->' results
/// sizes     ::= '[' sizeParameter (',' sizeParameter)* ']'
/// results   ::= type | '(' (type (',' type)*)? ')'
ParseResult Parser::parseSignature(tree::Function &function) {
  SmallVector<tree::SizeParameter> sizes;
  SmallVector<tree::Parameter> parameters;
  SmallVector<tree::Type *> results;
  auto parseResult = [&] { return parseType(results.emplace_back()); };
  if (at(Token::l_square)) {
    if (peek().is(Token::r_square)) {
      take();
      return expected("the name of a size");
    }
    if (parseList(Token::l_square, Token::r_square,
                  [&] { return parseSizeParameter(sizes.emplace_back()); }))
      return failure();
  }
  if (parseList(Token::l_paren, Token::r_paren,
                [&] { return parseParameter(parameters.emplace_back()); }) ||
      expect(Token::arrow))
    return failure();
  function.isResultList = at(Token::l_paren);
  if (function.isResultList
          ? parseList(Token::l_paren, Token::r_paren, parseResult)
          : parseResult())
    return failure();
  function.sizes = file.copy<tree::SizeParameter>(sizes);
  function.parameters = file.copy<tree::Parameter>(parameters);
  function.results = file.copy<tree::Type *>(results);
  if (!at(Token::l_brace))
    return expected("'{'");
  return success();
}

/// sizeParameter ::= name ('in' range)?
/// range         ::= extent '..' extent?
ParseResult Parser::parseSizeParameter(tree::SizeParameter &size) {
  if (parseName("the name of a size", size.name))
    return failure();
  if (!atWord("in"))
    return success();
  take();
  size.min = parseExtent();
  if (!size.min || expect(Token::dot_dot))
    return failure();
  if (at(Token::comma) || at(Token::r_square))
    return success();
  size.max = parseExtent();
  return success(size.max);
}

/// parameter ::= name ':' type
ParseResult Parser::parseParameter(tree::Parameter &parameter) {
  return failure(parseName("the name of a parameter", parameter.name) ||
                 expect(Token::colon) || parseType(parameter.type));
}

/// type ::= 'Tensor' '[' elementType ',' shape (',' '@' 'host')? ']'
ParseResult Parser::parseType(tree::Type *&type) {
  SourceLoc loc = token.getLoc();
  if (!atWord("Tensor"))
    return expected("a type such as 'Tensor[F32, [1, 4]]'");
  take();
  tree::Type read{loc, {}, nullptr, {}};
  if (expect(Token::l_square) ||
      parseName("an element type", read.elementType) || expect(Token::comma))
    return failure();
  read.shape = parseShape();
  if (!read.shape)
    return failure();
  if (!at(Token::comma) && !at(Token::r_square))
    return expected("',' or ']'");
  if (consumeIf(Token::comma) &&
      (expect(Token::at) || parseName("a placement", read.placement)))
    return failure();
  if (expect(Token::r_square))
    return failure();
  type = file.make(read);
  return success();
}
