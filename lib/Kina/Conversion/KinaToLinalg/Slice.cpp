//===- Slice.cpp - kina.slice ---------------------------------------------===//
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

/// `stop - start`; static where the result's type says so.
static OpFoldResult getWindow(ImplicitLocOpBuilder &b, SliceOp op) {
  ArrayRef<int64_t> bounds = op.getStaticBounds();
  if (llvm::none_of(bounds, ShapedType::isDynamic))
    return b.getIndexAttr(bounds[1] - bounds[0]);
  int64_t extent = op.getOutput().getType().getDimSize(op.getAxis());
  if (!ShapedType::isDynamic(extent))
    return b.getIndexAttr(extent);
  Value stop = getValueOrCreateConstantIndexOp(b, b.getLoc(), op.getStop());
  if (bounds[0] == 0)
    return stop;
  Value start = getValueOrCreateConstantIndexOp(b, b.getLoc(), op.getStart());
  return arith::SubIOp::create(b, stop, start).getResult();
}

namespace {
struct ConvertSlice final : OpConversionPattern<SliceOp> {
  using OpConversionPattern::OpConversionPattern;

  LogicalResult
  matchAndRewrite(SliceOp op, OpAdaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    ImplicitLocOpBuilder b(op.getLoc(), rewriter);
    SmallVector<OpFoldResult> sizes =
        tensor::getMixedSizes(b, b.getLoc(), adaptor.getInput());
    SmallVector<OpFoldResult> offsets(sizes.size(), b.getIndexAttr(0));
    SmallVector<OpFoldResult> strides(sizes.size(), b.getIndexAttr(1));
    offsets[op.getAxis()] = op.getStart();
    sizes[op.getAxis()] = getWindow(b, op);
    replaceOp(rewriter, op,
              tensor::ExtractSliceOp::create(b, adaptor.getInput(), offsets,
                                             sizes, strides));
    return success();
  }
};
} // namespace

void kina::populateSliceToLinalg(RewritePatternSet &patterns) {
  patterns.add<ConvertSlice>(patterns.getContext());
}
