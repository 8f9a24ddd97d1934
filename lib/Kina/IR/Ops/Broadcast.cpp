//===- Broadcast.cpp - kina.broadcast ------------------------------------===//
//
// Part of Kina, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Fold.h"
#include "Verify.h"
#include "mlir/IR/PatternMatch.h"

using namespace mlir;
using namespace kina;

LogicalResult BroadcastOp::verify() {
  RankedTensorType output = getOutput().getType();
  // broadcast_c1 comes with the inferred type.
  if (failed(verifyResult(*this,
                          inferBroadcast(getOperation(), getInput().getType(),
                                         output.getShape()))))
    return failure();
  // broadcast_c4
  return verifyExtents(*this, output, getExtents());
}

OpFoldResult BroadcastOp::fold(FoldAdaptor adaptor) {
  // A `?` is never stretched.
  if (OpFoldResult input = foldTo(*this, getInput()))
    return input;
  if (!Elements(adaptor.getInput()))
    return {};
  RankedTensorType input = getInput().getType();
  SmallVector<int64_t> strides = getStrides(input);
  for (auto [stride, extent] : llvm::zip_equal(strides, input.getShape()))
    if (extent == 1)
      stride = 0;
  RankedTensorType output = getOutput().getType();
  strides.insert(strides.begin(), output.getRank() - input.getRank(), 0);
  return foldView(adaptor.getInput(), output, 0, strides);
}

/// Whether a `?` of `input` becomes 1 in `middle`, and is stretched from there
/// to `output`: then it is 1, and a `?` is not stretched.
static bool stretchesUnknown(ArrayRef<int64_t> input, ArrayRef<int64_t> middle,
                             ArrayRef<int64_t> output) {
  middle = middle.take_back(input.size());
  output = output.take_back(input.size());
  return llvm::any_of(llvm::zip_equal(input, middle, output), [](auto extents) {
    auto [from, by, to] = extents;
    return ShapedType::isDynamic(from) && by == 1 && to != 1;
  });
}

namespace {
struct MergeBroadcasts final : OpRewritePattern<BroadcastOp> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(BroadcastOp op,
                                PatternRewriter &rewriter) const override {
    auto inner = op.getInput().getDefiningOp<BroadcastOp>();
    if (!inner)
      return rewriter.notifyMatchFailure(op, "not of a broadcast");
    RankedTensorType input = inner.getInput().getType();
    RankedTensorType output = op.getOutput().getType();
    if (failed(inferBroadcast(std::nullopt, input, output.getShape())) ||
        stretchesUnknown(input.getShape(), op.getInput().getType().getShape(),
                         output.getShape()))
      return rewriter.notifyMatchFailure(op, "extents differ");
    if (isInCircle(op))
      return rewriter.notifyMatchFailure(op, "reads its own result");
    rewriter.replaceOpWithNewOp<BroadcastOp>(op, output, inner.getInput(),
                                             op.getExtents());
    return success();
  }
};
} // namespace

void BroadcastOp::getCanonicalizationPatterns(RewritePatternSet &patterns,
                                              MLIRContext *context) {
  patterns.add<MergeBroadcasts>(context);
}

ParseResult BroadcastOp::parse(OpAsmParser &parser, OperationState &result) {
  return parseExtentsOp(parser, result);
}

void BroadcastOp::print(OpAsmPrinter &printer) {
  printExtentsOp(printer, *this);
}
