//===- Unary.cpp - Elementwise ops of one operand
//--------------------------===//
//
// Part of Kina, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Fold.h"

using namespace mlir;
using namespace kina;

// exp, log, sqrt, rsqrt, tanh, sigmoid, erf, sin and cos are not folded: their
// bits come from the compiled code alone.

static APInt negateInteger(ArrayRef<APInt> args) { return -args[0]; }

static APFloat negateFloat(ArrayRef<APFloat> args) { return -args[0]; }

OpFoldResult NegOp::fold(FoldAdaptor adaptor) {
  if (auto inner = getInput().getDefiningOp<NegOp>())
    if (OpFoldResult input = foldTo(*this, inner.getInput()))
      return input;
  return foldArithmetic(adaptor.getOperands(), getOutput().getType(),
                        negateInteger, negateFloat);
}

/// The smallest integer stays itself.
static APInt getAbsInteger(ArrayRef<APInt> args) { return args[0].abs(); }

static APFloat getAbsFloat(ArrayRef<APFloat> args) { return abs(args[0]); }

OpFoldResult AbsOp::fold(FoldAdaptor adaptor) {
  return foldArithmetic(adaptor.getOperands(), getOutput().getType(),
                        getAbsInteger, getAbsFloat);
}

template <APFloat::roundingMode mode>
static APFloat roundFloat(ArrayRef<APFloat> args) {
  APFloat rounded = args[0];
  rounded.roundToIntegral(mode);
  return rounded;
}

OpFoldResult FloorOp::fold(FoldAdaptor adaptor) {
  return foldArithmetic(adaptor.getOperands(), getOutput().getType(), nullptr,
                        roundFloat<APFloat::rmTowardNegative>);
}

OpFoldResult RoundOp::fold(FoldAdaptor adaptor) {
  return foldArithmetic(adaptor.getOperands(), getOutput().getType(), nullptr,
                        roundFloat<APFloat::rmNearestTiesToEven>);
}
