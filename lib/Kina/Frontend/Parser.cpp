//===- Parser.cpp - What every level of the grammar needs -----------------===//
//
// Part of Kina, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Parser.h"

using namespace kina::frontend;
using mlir::failure;
using mlir::ParseResult;
using mlir::success;

Token Parser::peek() const {
  Lexer ahead = lexer.restartAt(token);
  ahead.lex();
  return ahead.lex();
}

ParseResult Parser::expected(const llvm::Twine &what) {
  if (at(Token::error))
    return failure();
  return emitError(getLoc(),
                   "expected " + what + ", but got " + describe(token));
}

ParseResult Parser::expect(Token::Kind kind) {
  if (consumeIf(kind))
    return success();
  return expected(describe(kind));
}

ParseResult Parser::parseName(llvm::StringRef what, Token &name) {
  if (!at(Token::identifier))
    return expected(what);
  name = take();
  return success();
}

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

ParseResult Parser::Nesting::check() {
  if (parser.depth <= maxNesting)
    return success();
  return parser.emitError(parser.getLoc(), "nested too deeply: more than " +
                                               llvm::Twine(maxNesting) +
                                               " levels");
}

//===----------------------------------------------------------------------===//
// Integer expressions
//===----------------------------------------------------------------------===//

/// extent ::= term (('+' | '-') term)*
ParseResult Parser::parseExtent(Extent &result) {
  if (parseTerm(result))
    return failure();
  while (at(Token::plus) || at(Token::minus)) {
    Token op = take();
    Extent rhs;
    if (parseTerm(rhs) || combine(op, result, rhs))
      return failure();
  }
  return success();
}

/// term ::= factor (('*' | '/' | '%') factor)*
ParseResult Parser::parseTerm(Extent &result) {
  if (parseFactor(result))
    return failure();
  while (at(Token::star) || at(Token::slash) || at(Token::percent)) {
    Token op = take();
    Extent rhs;
    if (parseFactor(rhs) || combine(op, result, rhs))
      return failure();
  }
  return success();
}

/// factor ::= '-' factor | integer | name | '(' extent ')'
///          | ('min' | 'max') '(' extent ',' extent ')'
ParseResult Parser::parseFactor(Extent &result) {
  Nesting nesting(*this);
  if (nesting.check())
    return failure();
  switch (token.kind) {
  case Token::minus: {
    Token op = take();
    if (at(Token::integer))
      return parseInteger(/*isNegative=*/true, result);
    Extent operand;
    if (parseFactor(operand))
      return failure();
    result = module.extents.getConstant(0);
    return combine(op, result, operand);
  }
  case Token::integer:
    return parseInteger(/*isNegative=*/false, result);
  case Token::l_paren:
    advance();
    return failure(parseExtent(result) || expect(Token::r_paren));
  case Token::identifier:
    if ((token.spelling == "min" || token.spelling == "max") &&
        peek().is(Token::l_paren))
      return parseMinMax(result);
    return parseSizeName(result);
  default:
    return expected("an integer or a size");
  }
}

ParseResult Parser::parseMinMax(Extent &result) {
  Token op = take();
  Extent rhs;
  return failure(expect(Token::l_paren) || parseExtent(result) ||
                 expect(Token::comma) || parseExtent(rhs) ||
                 expect(Token::r_paren) || combine(op, result, rhs));
}

ParseResult Parser::parseInteger(bool isNegative, Extent &result) {
  Token number = take();
  uint64_t magnitude;
  uint64_t limit = static_cast<uint64_t>(INT64_MAX) + isNegative;
  if (number.spelling.getAsInteger(10, magnitude) || magnitude > limit)
    return emitError(getLoc(number), "integer " + quote(number.spelling) +
                                         " does not fit in 64 bits");
  result = module.extents.getConstant(
      static_cast<int64_t>(isNegative ? 0 - magnitude : magnitude));
  return success();
}

const Size *Parser::findSize(llvm::StringRef name) const {
  if (scope)
    if (const Size *size = scope->findSize(name))
      return size;
  return module.findSize(name);
}

void Parser::considerSizes(NearestName &nearest) const {
  if (scope)
    for (const SizeParameter &size : scope->sizes)
      nearest.consider(size.name);
  for (const auto &entry : module.sizes)
    nearest.consider(entry.getKey());
}

mlir::LogicalResult Parser::checkNoSize(llvm::StringRef name, SourceLoc loc) {
  const Size *size = findSize(name);
  if (!size)
    return success();
  mlir::InFlightDiagnostic diagnostic =
      emitError(loc, quote(name) + " is a size and keeps its meaning");
  diagnostic.attachNote(size->loc) << "the size is defined here";
  return diagnostic;
}

ParseResult Parser::parseSizeName(Extent &result) {
  Token name = take();
  if (const Size *size = findSize(name.spelling)) {
    result = size->value;
    return success(static_cast<bool>(result));
  }
  NearestName nearest(name.spelling);
  considerSizes(nearest);
  return emitError(getLoc(name),
                   "unknown size " + quote(name.spelling) + nearest.str());
}

/// Replaces `lhs` by the result of the operation.
ParseResult Parser::combine(const Token &op, Extent &lhs, Extent rhs) {
  ExtentContext &extents = module.extents;
  ExtentOr result = [&]() -> ExtentOr {
    switch (op.kind) {
    case Token::plus:
      return extents.add(lhs, rhs);
    case Token::minus:
      return extents.sub(lhs, rhs);
    case Token::star:
      return extents.mul(lhs, rhs);
    case Token::slash:
      return extents.div(lhs, rhs);
    case Token::percent:
      return extents.mod(lhs, rhs);
    default:
      return op.spelling == "min" ? extents.min(lhs, rhs)
                                  : extents.max(lhs, rhs);
    }
  }();
  if (!result.extent) {
    auto spell = [](Extent side) {
      std::string text = side.str();
      return llvm::StringRef(text).contains(' ') ? "(" + text + ")" : text;
    };
    return emitError(getLoc(op), spell(lhs) + " " + op.spelling + " " +
                                     spell(rhs) + " " + result.problem);
  }
  lhs = result.extent;
  return success();
}

ParseResult Parser::parseConstant(int64_t &result) {
  SourceLoc loc = getLoc();
  Extent extent;
  if (parseExtent(extent))
    return failure();
  std::optional<int64_t> constant = extent.getConstant();
  if (!constant)
    return emitError(loc, "expected an integer that does not depend on a size "
                          "argument, but got " +
                              extent.str());
  result = *constant;
  return success();
}

//===----------------------------------------------------------------------===//
// Shapes and types
//===----------------------------------------------------------------------===//

/// shape ::= '[' (extent (',' extent)*)? ']'
ParseResult Parser::parseShape(llvm::SmallVectorImpl<Extent> &shape) {
  SourceLoc loc = getLoc();
  auto parseElement = [&]() -> ParseResult {
    SourceLoc extentLoc = getLoc();
    if (parseExtent(shape.emplace_back()))
      return failure();
    if (isAtLeast(shape.back(), 1))
      return success();
    return emitError(extentLoc, "expected an extent of at least 1, but got " +
                                    spellWithRanges(shape.back(), scope));
  };
  if (parseList(Token::l_square, Token::r_square, parseElement))
    return failure();
  if (shape.size() > maxRank)
    return emitError(loc, "expected at most " + llvm::Twine(maxRank) +
                              " extents, but got " + llvm::Twine(shape.size()));
  return success();
}

/// elementType ::= 'F32' | 'F64' | 'F16' | 'BF16' | 'I64' | 'I32' | 'I8' | 'I1'
ParseResult Parser::parseElementType(mlir::Type &type) {
  Token name;
  if (parseName("an element type", name))
    return failure();
  type = getElementType(getContext(), name.spelling);
  if (type)
    return success();
  NearestName nearest(name.spelling);
  for (llvm::StringRef known : getElementTypeNames())
    nearest.consider(known);
  return emitError(getLoc(name), "unknown element type " +
                                     quote(name.spelling) + nearest.str());
}

/// type ::= 'Tensor' '[' elementType ',' shape ',' '@' 'host' ']'
ParseResult Parser::parseTensorType(TensorType &type) {
  SourceLoc loc = getLoc();
  if (!at(Token::identifier) || token.spelling != "Tensor")
    return expected("a type such as 'Tensor[F32, [1, 4], @host]'");
  advance();
  mlir::Type elementType;
  llvm::SmallVector<Extent> shape;
  Token placement;
  if (expect(Token::l_square) || parseElementType(elementType) ||
      expect(Token::comma) || parseShape(shape) || expect(Token::comma) ||
      expect(Token::at) || parseName("a placement", placement))
    return failure();
  if (placement.spelling != "host")
    return emitError(getLoc(placement), "expected the placement 'host', the "
                                        "only one there is, but got " +
                                            quote(placement.spelling));
  if (expect(Token::r_square))
    return failure();
  mlir::FailureOr<TensorType> legal =
      module.getTensorType(loc, elementType, shape);
  if (failed(legal))
    return failure();
  type = *legal;
  return success();
}
