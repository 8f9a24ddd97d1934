//===- Reduce.cpp - kina.reduce -------------------------------------------===//
//
// Part of Kina, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Builders.h"
#include "Patterns.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Transforms/DialectConversion.h"

using namespace mlir;
using namespace kina;

/// The value that leaves every other one as it is.
static Value createIdentity(ImplicitLocOpBuilder &b, ReduceKind kind,
                            Type type) {
  switch (kind) {
  case ReduceKind::sum:
  case ReduceKind::mean:
    return createScalar(b, type, 0);
  case ReduceKind::max:
    return createLeast(b, type);
  case ReduceKind::min:
    return createGreatest(b, type);
  }
  llvm_unreachable("unknown reduce kind");
}

static Value combine(ImplicitLocOpBuilder &b, ReduceKind kind, Value sum,
                     Value value) {
  bool isFloat = isa<FloatType>(sum.getType());
  switch (kind) {
  case ReduceKind::sum:
  case ReduceKind::mean:
    if (isFloat)
      return arith::AddFOp::create(b, sum, value);
    return arith::AddIOp::create(b, sum, value);
  case ReduceKind::max:
    if (isFloat)
      return arith::MaximumFOp::create(b, sum, value);
    return arith::MaxSIOp::create(b, sum, value);
  case ReduceKind::min:
    if (isFloat)
      return arith::MinimumFOp::create(b, sum, value);
    return arith::MinSIOp::create(b, sum, value);
  }
  llvm_unreachable("unknown reduce kind");
}

/// The extent on one axis as a float.
static Value createCount(ImplicitLocOpBuilder &b, Value input, int64_t axis,
                         Type type) {
  auto tensor = cast<RankedTensorType>(input.getType());
  if (!tensor.isDynamicDim(axis))
    return createScalar(b, type, tensor.getDimSize(axis));
  Value extent = tensor::DimOp::create(b, input, axis);
  extent = arith::IndexCastOp::create(b, b.getI64Type(), extent);
  return arith::SIToFPOp::create(b, type, extent);
}

namespace {
struct ConvertReduce final : OpConversionPattern<ReduceOp> {
  using OpConversionPattern::OpConversionPattern;

  LogicalResult
  matchAndRewrite(ReduceOp op, OpAdaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    ImplicitLocOpBuilder b(op.getLoc(), rewriter);
    ReduceKind kind = op.getKind();
    int64_t axis = op.getAxis();
    Value input = adaptor.getInput();
    Type type = op.getOutput().getType().getElementType();
    Type sumType = getComputeType(type);
    Value result = createReduction(
        b, input, axis, createIdentity(b, kind, sumType),
        [&](ImplicitLocOpBuilder &b, ValueRange args) {
          return combine(b, kind, args[0], extendFloat(b, args[1]));
        });

    Value count;
    if (kind == ReduceKind::mean)
      count = createCount(b, input, axis, sumType);
    if (count || type != sumType) {
      SmallVector<OpFoldResult> extents =
          tensor::getMixedSizes(b, b.getLoc(), result);
      result = createParallel(
          b, result, b.getMultiDimIdentityMap(extents.size()), extents, type,
          [&](ImplicitLocOpBuilder &b, ValueRange args) {
            Value value = args[0];
            if (count)
              value = arith::DivFOp::create(b, value, count);
            return roundFloat(b, value, type);
          });
    }
    if (op.getKeep()) {
      llvm::SmallBitVector unit(op.getInput().getType().getRank());
      unit.set(axis);
      result = insertUnitAxes(b, result, unit);
    }
    replaceOp(rewriter, op, result);
    return success();
  }
};
} // namespace

void kina::populateReduceToLinalg(RewritePatternSet &patterns) {
  patterns.add<ConvertReduce>(patterns.getContext());
}
