//===- Binary.cpp - kina.add, sub, mul, div, max, min, pow ----------------===//
//
// Part of Kina, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Elementwise.h"
#include "Patterns.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Math/IR/Math.h"

using namespace mlir;
using namespace kina;

template <typename FloatOpTy, typename IntegerOpTy>
static Value compute(ImplicitLocOpBuilder &b, ValueRange args) {
  if (isa<FloatType>(args[0].getType()))
    return FloatOpTy::create(b, args[0], args[1]);
  return IntegerOpTy::create(b, args[0], args[1]);
}

/// arith.divsi is undefined for x / 0 and for the smallest integer over -1.
static Value computeDiv(ImplicitLocOpBuilder &b, ValueRange args) {
  Value lhs = args[0], rhs = args[1];
  Type type = lhs.getType();
  if (isa<FloatType>(type))
    return arith::DivFOp::create(b, lhs, rhs);
  Value zero = createScalar(b, type, 0), one = createScalar(b, type, 1);
  Value byZero = arith::CmpIOp::create(b, arith::CmpIPredicate::eq, rhs, zero);
  Value byMinusOne = arith::CmpIOp::create(b, arith::CmpIPredicate::eq, rhs,
                                           createScalar(b, type, -1));
  Value special = arith::OrIOp::create(b, byZero, byMinusOne);
  Value divisor = arith::SelectOp::create(b, special, one, rhs);
  Value quotient = arith::DivSIOp::create(b, lhs, divisor);
  Value negated = arith::SubIOp::create(b, zero, lhs);
  quotient = arith::SelectOp::create(b, byMinusOne, negated, quotient);
  return arith::SelectOp::create(b, byZero, zero, quotient);
}

static Value computePow(ImplicitLocOpBuilder &b, ValueRange args) {
  return math::PowFOp::create(b, args[0], args[1]);
}

void kina::populateBinaryToLinalg(RewritePatternSet &patterns) {
  patterns
      .add<ConvertElementwise<AddOp, compute<arith::AddFOp, arith::AddIOp>,
                              linalg::AddOp, /*namedForIntegers=*/true>,
           ConvertElementwise<SubOp, compute<arith::SubFOp, arith::SubIOp>,
                              linalg::SubOp, /*namedForIntegers=*/true>,
           ConvertElementwise<MulOp, compute<arith::MulFOp, arith::MulIOp>,
                              linalg::MulOp, /*namedForIntegers=*/true>,
           ConvertElementwise<DivOp, computeDiv, linalg::DivOp>,
           ConvertElementwise<MaxOp, compute<arith::MaximumFOp, arith::MaxSIOp>,
                              linalg::MaxOp, /*namedForIntegers=*/true>,
           ConvertElementwise<MinOp, compute<arith::MinimumFOp, arith::MinSIOp>,
                              linalg::MinOp, /*namedForIntegers=*/true>,
           ConvertElementwise<PowOp, computePow, linalg::PowFOp>>(
          patterns.getContext());
}
