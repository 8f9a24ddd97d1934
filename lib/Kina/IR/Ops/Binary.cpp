//===- Binary.cpp - Elementwise ops of two operands
//------------------------===//
//
// Part of Kina, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Fold.h"
#include "mlir/IR/TypeUtilities.h"

using namespace mlir;
using namespace kina;

// Float identities are those that hold for every bit pattern: x + 0.0 is not x
// for -0.0, and x * 0.0, x - x, x / x are not constant for inf and NaN.

static constexpr auto nearest = APFloat::rmNearestTiesToEven;

/// The folders of the two float types and the integers.
template <typename Adaptor>
static Attribute foldConstants(Operation *op, Adaptor adaptor,
                               APInt (*integer)(const APInt &, const APInt &),
                               APFloat (*floating)(const APFloat &,
                                                   const APFloat &)) {
  return foldArithmetic(
      adaptor.getOperands(), cast<RankedTensorType>(op->getResult(0).getType()),
      [&](ArrayRef<APInt> args) { return integer(args[0], args[1]); },
      [&](ArrayRef<APFloat> args) { return floating(args[0], args[1]); });
}

static bool isInteger(Value value) {
  return isa<IntegerType>(getElementTypeOrSelf(value.getType()));
}

static APInt addIntegers(const APInt &lhs, const APInt &rhs) {
  return lhs + rhs;
}

static APFloat addFloats(const APFloat &lhs, const APFloat &rhs) {
  APFloat sum = lhs;
  sum.add(rhs, nearest);
  return sum;
}

OpFoldResult AddOp::fold(FoldAdaptor adaptor) {
  if (isSplatOf(adaptor.getRhs(), isInteger(getLhs()) ? 0.0 : -0.0))
    if (OpFoldResult lhs = foldTo(*this, getLhs()))
      return lhs;
  return foldConstants(*this, adaptor, addIntegers, addFloats);
}

static APInt subtractIntegers(const APInt &lhs, const APInt &rhs) {
  return lhs - rhs;
}

static APFloat subtractFloats(const APFloat &lhs, const APFloat &rhs) {
  APFloat difference = lhs;
  difference.subtract(rhs, nearest);
  return difference;
}

OpFoldResult SubOp::fold(FoldAdaptor adaptor) {
  if (isSplatOf(adaptor.getRhs(), 0.0))
    if (OpFoldResult lhs = foldTo(*this, getLhs()))
      return lhs;
  if (isInteger(getLhs()) && getLhs() == getRhs())
    return getSplat(getOutput().getType(), 0);
  return foldConstants(*this, adaptor, subtractIntegers, subtractFloats);
}

static APInt multiplyIntegers(const APInt &lhs, const APInt &rhs) {
  return lhs * rhs;
}

static APFloat multiplyFloats(const APFloat &lhs, const APFloat &rhs) {
  APFloat product = lhs;
  product.multiply(rhs, nearest);
  return product;
}

OpFoldResult MulOp::fold(FoldAdaptor adaptor) {
  if (isSplatOf(adaptor.getRhs(), 1.0))
    if (OpFoldResult lhs = foldTo(*this, getLhs()))
      return lhs;
  if (isInteger(getLhs()) && isSplatOf(adaptor.getRhs(), 0.0))
    return adaptor.getRhs();
  return foldConstants(*this, adaptor, multiplyIntegers, multiplyFloats);
}

/// x / 0 is 0, and the smallest integer over -1 is itself.
static APInt divideIntegers(const APInt &lhs, const APInt &rhs) {
  if (rhs.isZero())
    return rhs;
  return rhs.isAllOnes() ? -lhs : lhs.sdiv(rhs);
}

static APFloat divideFloats(const APFloat &lhs, const APFloat &rhs) {
  APFloat quotient = lhs;
  quotient.divide(rhs, nearest);
  return quotient;
}

OpFoldResult DivOp::fold(FoldAdaptor adaptor) {
  if (isSplatOf(adaptor.getRhs(), 1.0))
    if (OpFoldResult lhs = foldTo(*this, getLhs()))
      return lhs;
  if (isInteger(getLhs()) && isSplatOf(adaptor.getRhs(), 0.0))
    return adaptor.getRhs();
  return foldConstants(*this, adaptor, divideIntegers, divideFloats);
}

static APInt getLargerInteger(const APInt &lhs, const APInt &rhs) {
  return lhs.sgt(rhs) ? lhs : rhs;
}

static APInt getSmallerInteger(const APInt &lhs, const APInt &rhs) {
  return lhs.slt(rhs) ? lhs : rhs;
}

OpFoldResult MaxOp::fold(FoldAdaptor adaptor) {
  if (isInteger(getLhs()) && getLhs() == getRhs())
    return foldTo(*this, getLhs());
  return foldConstants(*this, adaptor, getLargerInteger, getLarger);
}

OpFoldResult MinOp::fold(FoldAdaptor adaptor) {
  if (isInteger(getLhs()) && getLhs() == getRhs())
    return foldTo(*this, getLhs());
  return foldConstants(*this, adaptor, getSmallerInteger, getSmaller);
}
