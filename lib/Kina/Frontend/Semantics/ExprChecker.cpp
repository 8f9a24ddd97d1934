//===- ExprParser.cpp - Expressions ---------------------------------------===//
//
// Part of Kina, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Semantics/BodyChecker.h"

using namespace kina::frontend;
using llvm::StringRef;
using tree::Expr;

/// The operands on the left are a chain, which may be as long as the file.
Operand BodyChecker::checkExpr(const Expr *expr) {
  llvm::SmallVector<const tree::Binary *> chain;
  while (const auto *binary = llvm::dyn_cast<tree::Binary>(expr)) {
    chain.push_back(binary);
    expr = binary->lhs;
  }
  Operand result = checkFirst(expr);
  for (const tree::Binary *binary : llvm::reverse(chain))
    result = checkBinary(*binary, result);
  return result;
}

Operand BodyChecker::checkBinary(const tree::Binary &binary, Operand lhs) {
  Operand rhs = checkExpr(binary.rhs);
  OpKind kind;
  switch (binary.getOperator()) {
  case '@':
    kind = OpKind::matmul;
    break;
  case '*':
    kind = OpKind::mul;
    break;
  case '/':
    kind = OpKind::div;
    break;
  case '+':
    kind = OpKind::add;
    break;
  case '-':
    kind = OpKind::sub;
    break;
  default:
    emitError(binary.loc, "expected an operator of tensors, but got '%'");
    return Operand::poison(binary.loc);
  }
  Application app(binary.loc, &OpSpec::get(kind), {lhs, rhs});
  return ops.check(app);
}

/// What is no operation of two operands.
Operand BodyChecker::checkFirst(const Expr *expr) {
  switch (expr->kind) {
  case Expr::Number: {
    Literal literal;
    literal.kind = expr->isDecimal ? Literal::Decimal : Literal::Integer;
    literal.spelling = expr->getText();
    return Operand::get(expr->loc, literal);
  }
  case Expr::Name:
    return checkName(expr->getText());
  case Expr::Paren: {
    Operand operand = checkExpr(llvm::cast<tree::Paren>(expr)->inner);
    // In parentheses it is an expression, which names no result.
    if (operand.is(Operand::Kind::Value))
      operand.name = {};
    return operand;
  }
  case Expr::Negation: {
    Operand operand = checkExpr(llvm::cast<tree::Negation>(expr)->operand);
    if (operand.is(Operand::Kind::Literal)) {
      operand.literal.isNegative = !operand.literal.isNegative;
      operand.loc = expr->loc;
      return operand;
    }
    Application app(expr->loc, &OpSpec::get(OpKind::neg), operand);
    return ops.check(app);
  }
  case Expr::Apply:
    return checkApplication(*llvm::cast<tree::Apply>(expr));
  default:
    expected("an expression", expr);
    return Operand::poison(expr->loc);
  }
}

/// A value of the function, else a size, else `inf` or `nan`.
Operand BodyChecker::checkName(StringRef name) {
  SourceLoc loc = getLoc(name);
  auto binding = bindings.find(name);
  if (binding != bindings.end()) {
    if (!binding->second.value)
      return Operand::poison(loc);
    Operand operand = Operand::get(loc, TypedValue(binding->second.value));
    operand.name = name;
    operand.definition = binding->second.loc;
    return operand;
  }
  if (const Size *size = findSize(name))
    return size->value ? ops.makeSize(loc, size->value) : Operand::poison(loc);
  if (name == "inf" || name == "nan") {
    Literal literal;
    literal.kind = name == "inf" ? Literal::Infinity : Literal::NaN;
    literal.spelling = name;
    return Operand::get(loc, literal);
  }
  // One message for each name is enough, and none where names are missing.
  if (!text.lacksNames)
    emitUnknownName(name);
  bind(name, {});
  return Operand::poison(loc);
}

void BodyChecker::emitUnknownName(StringRef name) {
  SourceLoc loc = getLoc(name);
  if (OpSpec::find(name)) {
    emitError(loc, "expected a value, but " + quote(name) +
                       " is an op; write it in parentheses with its operands");
    return;
  }
  if (module.findFunction(name)) {
    emitError(loc, "expected a value, but " + quote(name) +
                       " is a function; write it in parentheses with its "
                       "arguments");
    return;
  }
  NearestName nearest(name);
  for (const auto &entry : bindings)
    nearest.consider(entry.first);
  considerSizes(nearest);
  emitError(loc, "unknown name " + quote(name) + nearest.str());
}
