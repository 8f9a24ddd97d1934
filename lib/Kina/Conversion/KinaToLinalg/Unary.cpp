//===- Unary.cpp - kina.neg, abs, exp and the like ------------------------===//
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

template <typename MathOpTy>
static Value compute(ImplicitLocOpBuilder &b, ValueRange args) {
  return MathOpTy::create(b, args[0]);
}

static Value computeNeg(ImplicitLocOpBuilder &b, ValueRange args) {
  Type type = args[0].getType();
  if (isa<FloatType>(type))
    return arith::NegFOp::create(b, args[0]);
  return arith::SubIOp::create(b, createScalar(b, type, 0), args[0]);
}

static Value computeAbs(ImplicitLocOpBuilder &b, ValueRange args) {
  if (isa<FloatType>(args[0].getType()))
    return math::AbsFOp::create(b, args[0]);
  return math::AbsIOp::create(b, args[0]);
}

/// Two operations that are rounded exactly; math.rsqrt may be approximated.
static Value computeRsqrt(ImplicitLocOpBuilder &b, ValueRange args) {
  Value root = math::SqrtOp::create(b, args[0]);
  return arith::DivFOp::create(b, createScalar(b, root.getType(), 1), root);
}

/// 1 / (1 + exp(-x)), and exp(x) where 1 + exp(x) is 1 in any type: there
/// exp(-x) would overflow while the result is still a denormal number.
static Value computeSigmoid(ImplicitLocOpBuilder &b, ValueRange args) {
  Value x = args[0];
  Value one = createScalar(b, x.getType(), 1);
  Value isLow = arith::CmpFOp::create(b, arith::CmpFPredicate::OLT, x,
                                      createScalar(b, x.getType(), -64));
  Value exp = math::ExpOp::create(
      b, arith::SelectOp::create(b, isLow, x, arith::NegFOp::create(b, x)));
  Value inverse =
      arith::DivFOp::create(b, one, arith::AddFOp::create(b, one, exp));
  return arith::SelectOp::create(b, isLow, exp, inverse);
}

void kina::populateUnaryToLinalg(RewritePatternSet &patterns) {
  patterns
      .add<ConvertElementwise<NegOp, computeNeg, linalg::NegFOp>,
           ConvertElementwise<AbsOp, computeAbs, linalg::AbsOp>,
           ConvertElementwise<ExpOp, compute<math::ExpOp>, linalg::ExpOp>,
           ConvertElementwise<LogOp, compute<math::LogOp>, linalg::LogOp>,
           ConvertElementwise<SqrtOp, compute<math::SqrtOp>, linalg::SqrtOp>,
           ConvertElementwise<RsqrtOp, computeRsqrt>,
           ConvertElementwise<TanhOp, compute<math::TanhOp>, linalg::TanhOp>,
           ConvertElementwise<SigmoidOp, computeSigmoid>,
           ConvertElementwise<ErfOp, compute<math::ErfOp>, linalg::ErfOp>,
           ConvertElementwise<SinOp, compute<math::SinOp>>,
           ConvertElementwise<CosOp, compute<math::CosOp>>,
           ConvertElementwise<FloorOp, compute<math::FloorOp>, linalg::FloorOp>,
           // linalg.round rounds a half away from zero.
           ConvertElementwise<RoundOp, compute<math::RoundEvenOp>>>(
          patterns.getContext());
}
