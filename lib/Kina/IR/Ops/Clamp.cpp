//===- Clamp.cpp - kina.clamp ---------------------------------------------===//
//
// Part of Kina, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Fold.h"
#include "mlir/IR/TypeUtilities.h"

using namespace mlir;
using namespace kina;

static APInt clampInteger(ArrayRef<APInt> args) {
  return llvm::APIntOps::smin(llvm::APIntOps::smax(args[0], args[1]), args[2]);
}

static APFloat clampFloat(ArrayRef<APFloat> args) {
  return getSmaller(getLarger(args[0], args[1]), args[2]);
}

OpFoldResult ClampOp::fold(FoldAdaptor adaptor) {
  // Of floats the input may be NaN.
  if (isa<IntegerType>(getElementTypeOrSelf(getType())) && getMin() == getMax())
    return foldTo(*this, getMax());
  return foldArithmetic(adaptor.getOperands(), getOutput().getType(),
                        clampInteger, clampFloat);
}
