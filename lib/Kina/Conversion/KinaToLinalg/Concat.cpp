//===- Concat.cpp - kina.concat -------------------------------------------===//
//
// Part of Kina, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Builders.h"
#include "Patterns.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Arith/Utils/Utils.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Transforms/DialectConversion.h"

using namespace mlir;
using namespace kina;

static OpFoldResult addExtents(ImplicitLocOpBuilder &b, OpFoldResult lhs,
                               OpFoldResult rhs) {
  std::optional<int64_t> left = getConstantIntValue(lhs);
  std::optional<int64_t> right = getConstantIntValue(rhs);
  if (left && right)
    return b.getIndexAttr(*left + *right);
  if (left == 0)
    return rhs;
  return arith::AddIOp::create(
             b, getValueOrCreateConstantIndexOp(b, b.getLoc(), lhs),
             getValueOrCreateConstantIndexOp(b, b.getLoc(), rhs))
      .getResult();
}

namespace {
struct ConvertConcat final : OpConversionPattern<ConcatOp> {
  using OpConversionPattern::OpConversionPattern;

  LogicalResult
  matchAndRewrite(ConcatOp op, OpAdaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    ImplicitLocOpBuilder b(op.getLoc(), rewriter);
    ValueRange inputs = adaptor.getInputs();
    if (inputs.size() == 1) {
      replaceOp(rewriter, op, inputs.front());
      return success();
    }
    int64_t axis = op.getAxis();
    SmallVector<SmallVector<OpFoldResult>> sizes;
    SmallVector<OpFoldResult> starts{b.getIndexAttr(0)};
    for (Value input : inputs) {
      sizes.push_back(tensor::getMixedSizes(b, b.getLoc(), input));
      starts.push_back(addExtents(b, starts.back(), sizes.back()[axis]));
    }
    SmallVector<OpFoldResult> extents = sizes.front();
    extents[axis] = starts.back();
    Value result = tensor::EmptyOp::create(
        b, extents, op.getOutput().getType().getElementType());
    SmallVector<OpFoldResult> offsets(extents.size(), b.getIndexAttr(0));
    SmallVector<OpFoldResult> strides(extents.size(), b.getIndexAttr(1));
    for (auto [input, start, size] : llvm::zip(inputs, starts, sizes)) {
      offsets[axis] = start;
      result = tensor::InsertSliceOp::create(b, input, result, offsets, size,
                                             strides);
    }
    replaceOp(rewriter, op, result);
    return success();
  }
};
} // namespace

void kina::populateConcatToLinalg(RewritePatternSet &patterns) {
  patterns.add<ConvertConcat>(patterns.getContext());
}
