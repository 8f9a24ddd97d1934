//===- Cast.cpp - kina.cast -----------------------------------------------===//
//
// Part of Kina, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Elementwise.h"
#include "Patterns.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include <cmath>

using namespace mlir;
using namespace kina;

/// f64 to f16 or bf16 by way of f32. Rounding twice to the nearest is not
/// rounding once, so the first step rounds to odd: an inexact value takes the
/// neighbour whose last bit is set, and the second step sees on which side of
/// a half it was. (A direct arith.truncf needs __truncdfbf2, which libgcc has
/// from version 13 only.)
static Value truncateDouble(ImplicitLocOpBuilder &b, Value value, Type to) {
  Type f32 = b.getF32Type(), i32 = b.getI32Type();
  Value near = arith::TruncFOp::create(b, f32, value);
  Value back = arith::ExtFOp::create(b, value.getType(), near);
  Value bits = arith::BitcastOp::create(b, i32, near);
  Value one = createScalar(b, i32, 1), zero = createScalar(b, i32, 0);
  Value isEven = arith::CmpIOp::create(
      b, arith::CmpIPredicate::eq, arith::AndIOp::create(b, bits, one), zero);
  // Ordered: a NaN stays as it is.
  Value isInexact =
      arith::CmpFOp::create(b, arith::CmpFPredicate::ONE, back, value);
  Value isLarger = arith::CmpFOp::create(b, arith::CmpFPredicate::OGT,
                                         math::AbsFOp::create(b, back),
                                         math::AbsFOp::create(b, value));
  Value step =
      arith::SelectOp::create(b, isLarger, createScalar(b, i32, -1), one);
  Value moves = arith::AndIOp::create(b, isEven, isInexact);
  bits = arith::AddIOp::create(b, bits,
                               arith::SelectOp::create(b, moves, step, zero));
  return arith::TruncFOp::create(b, to, arith::BitcastOp::create(b, f32, bits));
}

static Value castFloat(ImplicitLocOpBuilder &b, Value value, FloatType to) {
  auto from = cast<FloatType>(value.getType());
  if (from.isF64() && to.getWidth() == 16)
    return truncateDouble(b, value, to);
  // f16 and bf16 meet in f32, which holds both.
  if (from.getWidth() == 16 && to.getWidth() == 16)
    value = extendFloat(b, value);
  if (to.getWidth() > value.getType().getIntOrFloatBitWidth())
    return arith::ExtFOp::create(b, to, value);
  return roundFloat(b, value, to);
}

/// arith.fptosi is poison for what does not fit, so it sees only what does.
static Value saturate(ImplicitLocOpBuilder &b, Value value, IntegerType to) {
  value = extendFloat(b, value);
  Type from = value.getType();
  unsigned width = to.getWidth();
  // 2^(width - 1) and its negative are exact in f32; the largest integer may
  // not be.
  double limit = std::ldexp(1.0, width - 1);
  Value upper = createScalar(b, from, limit);
  Value lower = createScalar(b, from, -limit);
  Value isAbove =
      arith::CmpFOp::create(b, arith::CmpFPredicate::OGE, value, upper);
  Value isBelow =
      arith::CmpFOp::create(b, arith::CmpFPredicate::OLT, value, lower);
  Value isNaN =
      arith::CmpFOp::create(b, arith::CmpFPredicate::UNO, value, value);
  Value isOutside =
      arith::OrIOp::create(b, arith::OrIOp::create(b, isAbove, isBelow), isNaN);
  Value inside =
      arith::SelectOp::create(b, isOutside, createScalar(b, from, 0), value);
  Value result = arith::FPToSIOp::create(b, to, inside);
  result = arith::SelectOp::create(
      b, isBelow, createScalar(b, APInt::getSignedMinValue(width)), result);
  return arith::SelectOp::create(
      b, isAbove, createScalar(b, APInt::getSignedMaxValue(width)), result);
}

/// An i64 with at most 53 significant bits that rounds to f16 and bf16 as
/// `value` does: from 2^53 on, the last 10 bits are rounded to odd.
static Value dropExcessBits(ImplicitLocOpBuilder &b, Value value) {
  Type i64 = value.getType();
  auto constant = [&](int64_t integer) -> Value {
    return arith::ConstantOp::create(b, b.getIntegerAttr(i64, integer));
  };
  Value excess = arith::AndIOp::create(b, value, constant(1023));
  Value isExact =
      arith::CmpIOp::create(b, arith::CmpIPredicate::eq, excess, constant(0));
  Value odd = arith::SelectOp::create(b, isExact, constant(0), constant(1024));
  Value rounded = arith::AndIOp::create(b, arith::OrIOp::create(b, value, odd),
                                        constant(-1024));
  // -2^53 <= value < 2^53
  Value isSmall = arith::CmpIOp::create(
      b, arith::CmpIPredicate::ult,
      arith::AddIOp::create(b, value, constant(int64_t(1) << 53)),
      constant(int64_t(1) << 54));
  return arith::SelectOp::create(b, isSmall, value, rounded);
}

static Value castIntegerToFloat(ImplicitLocOpBuilder &b, Value value,
                                FloatType to) {
  if (value.getType().isInteger(1))
    return castFloat(b, arith::UIToFPOp::create(b, getComputeType(to), value),
                     to);
  if (to.getWidth() > 16)
    return arith::SIToFPOp::create(b, to, value);
  // An f64 holds the integer, so that only the last step rounds.
  if (value.getType().isInteger(64))
    value = dropExcessBits(b, value);
  return castFloat(b, arith::SIToFPOp::create(b, b.getF64Type(), value), to);
}

static Value castInteger(ImplicitLocOpBuilder &b, Value value, IntegerType to) {
  auto from = cast<IntegerType>(value.getType());
  if (to.getWidth() < from.getWidth())
    return arith::TruncIOp::create(b, to, value);
  if (to.getWidth() == from.getWidth())
    return value;
  if (from.getWidth() == 1)
    return arith::ExtUIOp::create(b, to, value);
  return arith::ExtSIOp::create(b, to, value);
}

/// 1 where the value is neither 0 nor NaN.
static Value castToBool(ImplicitLocOpBuilder &b, Value value) {
  value = extendFloat(b, value);
  Value zero = createScalar(b, value.getType(), 0);
  if (isa<FloatType>(value.getType()))
    return arith::CmpFOp::create(b, arith::CmpFPredicate::ONE, value, zero);
  return arith::CmpIOp::create(b, arith::CmpIPredicate::ne, value, zero);
}

static Value castElement(ImplicitLocOpBuilder &b, Value value, Type to) {
  if (to.isInteger(1))
    return castToBool(b, value);
  if (auto toFloat = dyn_cast<FloatType>(to)) {
    if (isa<FloatType>(value.getType()))
      return castFloat(b, value, toFloat);
    return castIntegerToFloat(b, value, toFloat);
  }
  if (isa<FloatType>(value.getType()))
    return saturate(b, value, cast<IntegerType>(to));
  return castInteger(b, value, cast<IntegerType>(to));
}

namespace {
struct ConvertCast final : OpConversionPattern<CastOp> {
  using OpConversionPattern::OpConversionPattern;

  LogicalResult
  matchAndRewrite(CastOp op, OpAdaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    ImplicitLocOpBuilder b(op.getLoc(), rewriter);
    Type from = op.getInput().getType().getElementType();
    Type to = op.getOutput().getType().getElementType();
    if (from == to) {
      replaceOp(rewriter, op, adaptor.getInput());
      return success();
    }
    ElementwiseOperands operands(b, adaptor.getOperands());
    auto element = [&](ImplicitLocOpBuilder &b, ValueRange args) {
      return castElement(b, args[0], to);
    };
    replaceOp(rewriter, op, createElementwise(b, operands, to, element));
    return success();
  }
};
} // namespace

void kina::populateCastToLinalg(RewritePatternSet &patterns) {
  patterns.add<ConvertCast>(patterns.getContext());
}
