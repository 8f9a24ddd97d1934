//===- Compare.cpp - kina.compare ----------------------------------------===//
//
// Part of Kina, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Fold.h"
#include "Verify.h"

using namespace mlir;
using namespace kina;

LogicalResult CompareOp::verify() {
  return verifyResult(*this, inferCompare(getOperation(), getLhs().getType(),
                                          getRhs().getType()));
}

static bool holds(ComparePredicate predicate, APFloat::cmpResult order) {
  bool isLess = order == APFloat::cmpLessThan;
  bool isGreater = order == APFloat::cmpGreaterThan;
  bool isEqual = order == APFloat::cmpEqual;
  switch (predicate) {
  case ComparePredicate::eq:
    return isEqual;
  case ComparePredicate::ne:
    return !isEqual;
  case ComparePredicate::lt:
    return isLess;
  case ComparePredicate::le:
    return isLess || isEqual;
  case ComparePredicate::gt:
    return isGreater;
  case ComparePredicate::ge:
    return isGreater || isEqual;
  }
  llvm_unreachable("unknown compare predicate");
}

/// i1 orders 0 before 1.
static APFloat::cmpResult compareIntegers(const APInt &lhs, const APInt &rhs) {
  if (lhs == rhs)
    return APFloat::cmpEqual;
  bool isLess = lhs.getBitWidth() == 1 ? lhs.ult(rhs) : lhs.slt(rhs);
  return isLess ? APFloat::cmpLessThan : APFloat::cmpGreaterThan;
}

OpFoldResult CompareOp::fold(FoldAdaptor adaptor) {
  ComparePredicate predicate = getPredicate();
  RankedTensorType output = getOutput().getType();
  ArrayRef<Attribute> operands = adaptor.getOperands();
  if (isa<FloatType>(getLhs().getType().getElementType()))
    return foldElementwise<APFloat, APInt>(
        operands, output, [&](ArrayRef<APFloat> args) -> std::optional<APInt> {
          return APInt(1, holds(predicate, args[0].compare(args[1])));
        });
  // Not of floats: NaN differs from itself.
  if (getLhs() == getRhs())
    return getSplat(output, holds(predicate, APFloat::cmpEqual));
  return foldElementwise<APInt, APInt>(
      operands, output, [&](ArrayRef<APInt> args) -> std::optional<APInt> {
        return APInt(1, holds(predicate, compareIntegers(args[0], args[1])));
      });
}
