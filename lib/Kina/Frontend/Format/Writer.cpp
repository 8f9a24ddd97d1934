//===- Expr.cpp - Expressions to be written as text -----------------------===//
//
// Part of Kina, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Format/Writer.h"
#include "llvm/ADT/STLExtras.h"

using namespace kina::frontend;
using llvm::SmallVector;
using llvm::StringRef;

//===----------------------------------------------------------------------===//
// Expr
//===----------------------------------------------------------------------===//

ExprPtr Expr::make(Kind kind, StringRef text,
                   SmallVector<ExprPtr, 2> operands) {
  ExprPtr expr(new Expr(kind, text));
  expr->operands = std::move(operands);
  for (auto [index, operand] : llvm::enumerate(expr->operands)) {
    expr->depth = std::max(expr->depth, operand->depth + 1);
    expr->width += operand->width + (expr->needsParens(index) ? 2 : 0);
  }
  return expr;
}

ExprPtr Expr::atom(StringRef text) {
  ExprPtr expr = make(Atom, text);
  expr->width = text.size();
  return expr;
}

ExprPtr Expr::number(StringRef text) {
  ExprPtr expr = make(Number, text);
  expr->width = text.size();
  return expr;
}

ExprPtr Expr::negation(ExprPtr operand) {
  SmallVector<ExprPtr, 2> operands;
  operands.push_back(std::move(operand));
  ExprPtr expr = make(Negation, "-", std::move(operands));
  expr->width += 1;
  return expr;
}

ExprPtr Expr::binary(char op, ExprPtr lhs, ExprPtr rhs) {
  SmallVector<ExprPtr, 2> operands;
  operands.push_back(std::move(lhs));
  operands.push_back(std::move(rhs));
  ExprPtr expr = make(op == '+' || op == '-' ? Sum : Product, StringRef(&op, 1),
                      std::move(operands));
  expr->width += 3;
  return expr;
}

ExprPtr Expr::call(StringRef callee, SmallVector<ExprPtr, 2> operands,
                   llvm::ArrayRef<std::string> attributes) {
  for (StringRef attribute : attributes)
    operands.push_back(atom(attribute));
  ExprPtr expr = make(Call, callee, std::move(operands));
  size_t count = expr->operands.size();
  expr->width += callee.size() + 2 + (count > 1 ? 2 * (count - 1) : 0);
  return expr;
}

ExprPtr Expr::list(SmallVector<ExprPtr, 2> elements) {
  ExprPtr expr = make(List, "", std::move(elements));
  expr->width += 2 * expr->operands.size();
  return expr;
}

bool Expr::needsParens(unsigned index) const {
  Kind operand = operands[index]->kind;
  switch (kind) {
  case Sum:
  case Product:
    // Operators of one level are read from the left.
    return index == 0 ? operand < kind : operand <= kind;
  case Negation:
    return operand <= Negation;
  default:
    return false;
  }
}

//===----------------------------------------------------------------------===//
// Writer
//===----------------------------------------------------------------------===//

void Writer::newline(unsigned indent) {
  out += '\n';
  lineStart = out.size();
  out.append(indent, ' ');
}

void Writer::write(const Expr &expr, unsigned indent, unsigned tail) {
  if (expr.operands.empty() || fits(expr.width + tail))
    return writeFlat(expr);
  if (expr.is(Expr::Call))
    return writeCall(expr, indent, tail);
  if (expr.is(Expr::List))
    return writeList(expr, indent, tail);
  if (expr.isBinary())
    return writeBinary(expr, indent, tail);
  out += expr.text;
  writeOperand(expr, 0, indent, tail);
}

void Writer::writeFlat(const Expr &expr) {
  if (!expr.isBinary())
    out += expr.text;
  if (expr.is(Expr::Call))
    out += '(';
  if (expr.is(Expr::List))
    out += '[';
  for (auto [index, operand] : llvm::enumerate(expr.operands)) {
    if (index > 0)
      out += expr.isBinary() ? " " + expr.text + " " : ", ";
    bool inParens = expr.needsParens(index);
    if (inParens)
      out += '(';
    writeFlat(*operand);
    if (inParens)
      out += ')';
  }
  if (expr.is(Expr::Call))
    out += ')';
  if (expr.is(Expr::List))
    out += ']';
}

void Writer::writeOperand(const Expr &expr, unsigned index, unsigned indent,
                          unsigned tail) {
  if (!expr.needsParens(index))
    return write(*expr.operands[index], indent, tail);
  out += '(';
  write(*expr.operands[index], indent, tail + 1);
  out += ')';
}

/// f(
///     x,
///     y)
///
/// A single operand that can be broken itself stays on the line, if there is
/// room for its root.
void Writer::writeCall(const Expr &expr, unsigned indent, unsigned tail) {
  out += expr.text;
  out += '(';
  if (expr.operands.size() == 1 && !expr.operands[0]->operands.empty() &&
      !expr.operands[0]->is(Expr::List) && fits(maxWidth / 2)) {
    write(*expr.operands[0], indent, tail + 1);
    out += ')';
    return;
  }
  for (const ExprPtr &operand : expr.operands) {
    bool isLast = operand == expr.operands.back();
    newline(indent + step);
    write(*operand, indent + step, isLast ? tail + 1 : 1);
    out += isLast ? ')' : ',';
  }
}

/// [[1, 2,
///   3, 4],
///  [5, 6,
///   7, 8]]
void Writer::writeList(const Expr &expr, unsigned indent, unsigned tail) {
  out += '[';
  for (const ExprPtr &element : expr.operands) {
    bool isLast = element == expr.operands.back();
    unsigned behind = isLast ? tail + 1 : 1;
    if (element != expr.operands.front()) {
      if (!element->is(Expr::List) && fits(1 + element->width + behind))
        out += ' ';
      else
        newline(indent + 1);
    }
    write(*element, indent + 1, behind);
    out += isLast ? ']' : ',';
  }
}

/// x
///     + y
///     + z
void Writer::writeBinary(const Expr &expr, unsigned indent, unsigned tail) {
  SmallVector<const Expr *> chain{&expr};
  while (chain.back()->operands.front()->kind == expr.kind)
    chain.push_back(chain.back()->operands.front().get());
  writeOperand(*chain.back(), 0, indent + step, 0);
  for (const Expr *link : llvm::reverse(chain)) {
    newline(indent + step);
    out += link->text;
    out += ' ';
    writeOperand(*link, 1, indent + step, link == &expr ? tail : 0);
  }
}
