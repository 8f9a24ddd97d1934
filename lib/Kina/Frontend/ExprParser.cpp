//===- ExprParser.cpp - Expressions ---------------------------------------===//
//
// Part of Kina, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "BodyParser.h"
#include "Spelling.h"

using namespace kina::frontend;
using mlir::failure;
using mlir::FailureOr;

/// expr ::= sum
FailureOr<Operand> BodyParser::parseExpr() {
  FailureOr<Operand> first = parseUnary();
  if (failed(first))
    return failure();
  return parseSum(*first);
}

/// sum ::= product (('+' | '-') product)*
///
/// The first unary of it is already read.
FailureOr<Operand> BodyParser::parseSum(Operand first) {
  FailureOr<Operand> lhs = parseProduct(first);
  while (succeeded(lhs) && (at(Token::plus) || at(Token::minus))) {
    Token op = take();
    FailureOr<Operand> rhs = parseUnary();
    if (succeeded(rhs))
      rhs = parseProduct(*rhs);
    if (failed(rhs))
      return failure();
    lhs = emitBinary(op, op.is(Token::plus) ? OpKind::add : OpKind::sub, *lhs,
                     *rhs);
  }
  return lhs;
}

/// product ::= unary (('@' | '*' | '/') unary)*
FailureOr<Operand> BodyParser::parseProduct(Operand first) {
  FailureOr<Operand> lhs = first;
  while (at(Token::at) || at(Token::star) || at(Token::slash)) {
    Token op = take();
    FailureOr<Operand> rhs = parseUnary();
    if (failed(rhs))
      return failure();
    OpKind kind = op.is(Token::at)     ? OpKind::matmul
                  : op.is(Token::star) ? OpKind::mul
                                       : OpKind::div;
    lhs = emitBinary(op, kind, *lhs, *rhs);
  }
  return lhs;
}

Operand BodyParser::emitBinary(const Token &op, OpKind kind, Operand lhs,
                               Operand rhs) {
  Application app(getLoc(op), &OpSpec::get(kind), {lhs, rhs});
  return emitter.emit(app);
}

/// unary ::= '-' unary | primary
FailureOr<Operand> BodyParser::parseUnary() {
  Nesting nesting(*this);
  if (nesting.check())
    return failure();
  if (!at(Token::minus))
    return parsePrimary();
  Token op = take();
  FailureOr<Operand> operand = parseUnary();
  if (failed(operand))
    return failure();
  if (operand->is(Operand::Kind::Literal)) {
    operand->literal.isNegative = !operand->literal.isNegative;
    operand->loc = getLoc(op);
    return operand;
  }
  Application app(getLoc(op), &OpSpec::get(OpKind::neg), *operand);
  return emitter.emit(app);
}

/// primary ::= '(' expr ')' | application | atom
FailureOr<Operand> BodyParser::parsePrimary() {
  if (at(Token::l_paren)) {
    advance();
    FailureOr<Operand> operand = parseExpr();
    if (failed(operand) || expect(Token::r_paren))
      return failure();
    // In parentheses it is an expression, which names no result.
    operand->name = {};
    return operand;
  }
  if (isApplication())
    return parseApplication();
  return parseAtom();
}

/// atom ::= integer | decimal | name
FailureOr<Operand> BodyParser::parseAtom() {
  switch (token.kind) {
  case Token::integer:
  case Token::decimal: {
    Literal literal;
    literal.kind = at(Token::integer) ? Literal::Integer : Literal::Decimal;
    SourceLoc loc = getLoc();
    literal.spelling = take().spelling;
    return Operand::get(loc, literal);
  }
  case Token::identifier:
    return parseNameUse();
  default:
    return FailureOr<Operand>(expected("an expression"));
  }
}

/// A value of the function, else a size, else `inf` or `nan`.
FailureOr<Operand> BodyParser::parseNameUse() {
  Token name = take();
  SourceLoc loc = getLoc(name);
  auto binding = bindings.find(name.spelling);
  if (binding != bindings.end()) {
    mlir::Value value = binding->second.value;
    if (!value)
      return Operand::poison(loc);
    auto rank = mlir::cast<mlir::RankedTensorType>(value.getType()).getRank();
    Operand operand = Operand::get(
        loc, TypedValue(value, {binding->second.shape, size_t(rank)}));
    operand.name = name.spelling;
    operand.definition = getLoc(binding->second);
    return operand;
  }
  if (const Size *size = findSize(name.spelling))
    return size->value ? emitter.emitSize(loc, size->value)
                       : Operand::poison(loc);
  if (name.spelling == "inf" || name.spelling == "nan") {
    Literal literal;
    literal.kind = name.spelling == "inf" ? Literal::Infinity : Literal::NaN;
    literal.spelling = name.spelling;
    return Operand::get(loc, literal);
  }
  emitUnknownName(name);
  // One message for each name is enough.
  bind(name.spelling, loc, {});
  return Operand::poison(loc);
}

mlir::InFlightDiagnostic BodyParser::emitUnknownName(const Token &name) {
  if (OpSpec::find(name.spelling))
    return emitError(getLoc(name), "expected a value, but " +
                                       quote(name.spelling) +
                                       " is an op; write it in parentheses "
                                       "with its operands");
  if (module.findFunction(name.spelling))
    return emitError(getLoc(name), "expected a value, but " +
                                       quote(name.spelling) +
                                       " is a function; write it in "
                                       "parentheses with its arguments");
  NearestName nearest(name.spelling);
  for (const auto &entry : bindings)
    nearest.consider(entry.first);
  considerSizes(nearest);
  return emitError(getLoc(name),
                   "unknown name " + quote(name.spelling) + nearest.str());
}
