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

/// Bufferization goes back along a chain of `tensor.insert_slice` from each of
/// them, and recursively; longer concats are made in two steps or more.
static constexpr size_t maxChain = 32;

static Value concat(ImplicitLocOpBuilder &b, ValueRange inputs, int64_t axis) {
  if (inputs.size() > maxChain) {
    SmallVector<Value> parts;
    for (; !inputs.empty();
         inputs = inputs.drop_front(std::min(inputs.size(), maxChain)))
      parts.push_back(concat(
          b, inputs.take_front(std::min(inputs.size(), maxChain)), axis));
    return concat(b, parts, axis);
  }
  if (inputs.size() == 1)
    return inputs.front();

  SmallVector<SmallVector<OpFoldResult>> sizes;
  SmallVector<OpFoldResult> starts{b.getIndexAttr(0)};
  for (Value input : inputs) {
    sizes.push_back(tensor::getMixedSizes(b, b.getLoc(), input));
    starts.push_back(addExtents(b, starts.back(), sizes.back()[axis]));
  }
  SmallVector<OpFoldResult> extents = sizes.front();
  extents[axis] = starts.back();
  auto type = cast<RankedTensorType>(inputs.front().getType());
  Value result = tensor::EmptyOp::create(b, extents, type.getElementType());
  SmallVector<OpFoldResult> offsets(extents.size(), b.getIndexAttr(0));
  SmallVector<OpFoldResult> strides(extents.size(), b.getIndexAttr(1));
  for (auto [input, start, size] : llvm::zip(inputs, starts, sizes)) {
    offsets[axis] = start;
    result =
        tensor::InsertSliceOp::create(b, input, result, offsets, size, strides);
  }
  return result;
}

namespace {
struct ConvertConcat final : OpConversionPattern<ConcatOp> {
  using OpConversionPattern::OpConversionPattern;

  LogicalResult
  matchAndRewrite(ConcatOp op, OpAdaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    ImplicitLocOpBuilder b(op.getLoc(), rewriter);
    replaceOp(rewriter, op, concat(b, adaptor.getInputs(), op.getAxis()));
    return success();
  }
};
} // namespace

void kina::populateConcatToLinalg(RewritePatternSet &patterns) {
  patterns.add<ConvertConcat>(patterns.getContext());
}
