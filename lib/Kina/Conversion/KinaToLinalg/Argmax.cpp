//===- Argmax.cpp - kina.argmax -------------------------------------------===//
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

/// Whether `value` takes the place of `best`, which stands before it: it is
/// larger, or the first NaN.
static Value isBetter(ImplicitLocOpBuilder &b, Value value, Value best) {
  if (!isa<FloatType>(value.getType()))
    return arith::CmpIOp::create(b, arith::CmpIPredicate::sgt, value, best);
  Value isLarger =
      arith::CmpFOp::create(b, arith::CmpFPredicate::UGT, value, best);
  Value isNumber =
      arith::CmpFOp::create(b, arith::CmpFPredicate::ORD, best, best);
  return arith::AndIOp::create(b, isLarger, isNumber);
}

namespace {
struct ConvertArgmax final : OpConversionPattern<ArgmaxOp> {
  using OpConversionPattern::OpConversionPattern;

  LogicalResult
  matchAndRewrite(ArgmaxOp op, OpAdaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    ImplicitLocOpBuilder b(op.getLoc(), rewriter);
    RankedTensorType input = op.getInput().getType();
    int64_t rank = input.getRank(), axis = op.getAxis();
    SmallVector<OpFoldResult> extents =
        tensor::getMixedSizes(b, b.getLoc(), adaptor.getInput());
    extents.erase(extents.begin() + axis);

    // Two results, the largest element and its index. The least value and
    // index 0 are the start, so that a row of -inf gives 0.
    Type type = getComputeType(input.getElementType());
    Value best = createFilled(b, extents, createLeast(b, type));
    Value index = createFilled(b, extents, createScalar(b, b.getI64Type(), 0));
    AffineMap inputMap = b.getMultiDimIdentityMap(rank);
    AffineMap outputMap = inputMap.dropResult(axis);
    SmallVector<utils::IteratorType> loops(rank, utils::IteratorType::parallel);
    loops[axis] = utils::IteratorType::reduction;
    auto body = [&](OpBuilder &builder, Location loc, ValueRange args) {
      ImplicitLocOpBuilder nested(loc, builder);
      Value value = extendFloat(nested, args[0]);
      Value here = arith::IndexCastOp::create(
          nested, nested.getI64Type(), linalg::IndexOp::create(nested, axis));
      Value better = isBetter(nested, value, args[1]);
      Value newBest = arith::SelectOp::create(nested, better, value, args[1]);
      Value newIndex = arith::SelectOp::create(nested, better, here, args[2]);
      linalg::YieldOp::create(nested, ValueRange{newBest, newIndex});
    };
    auto generic = linalg::GenericOp::create(
        b, TypeRange{best.getType(), index.getType()}, adaptor.getInput(),
        ValueRange{best, index}, {inputMap, outputMap, outputMap}, loops, body);
    replaceOp(rewriter, op, generic.getResult(1));
    return success();
  }
};
} // namespace

void kina::populateArgmaxToLinalg(RewritePatternSet &patterns) {
  patterns.add<ConvertArgmax>(patterns.getContext());
}
