//===- Clamp.cpp - kina.clamp ---------------------------------------------===//
//
// Part of Kina, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Elementwise.h"
#include "Patterns.h"
#include "mlir/Dialect/Arith/IR/Arith.h"

using namespace mlir;
using namespace kina;

static Value computeClamp(ImplicitLocOpBuilder &b, ValueRange args) {
  Value input = args[0], min = args[1], max = args[2];
  if (isa<FloatType>(input.getType())) {
    Value raised = arith::MaximumFOp::create(b, input, min);
    return arith::MinimumFOp::create(b, raised, max);
  }
  Value raised = arith::MaxSIOp::create(b, input, min);
  return arith::MinSIOp::create(b, raised, max);
}

void kina::populateClampToLinalg(RewritePatternSet &patterns) {
  patterns.add<ConvertElementwise<ClampOp, computeClamp>>(
      patterns.getContext());
}
