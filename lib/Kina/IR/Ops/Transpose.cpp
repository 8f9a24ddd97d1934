//===- Transpose.cpp - kina.transpose ------------------------------------===//
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

LogicalResult TransposeOp::verify() {
  return verifyResult(
      *this, inferTranspose(getOperation(), getInput().getType(), getPerm()));
}

OpFoldResult TransposeOp::fold(FoldAdaptor adaptor) {
  if (llvm::equal(getPerm(), llvm::seq<int64_t>(getPerm().size())))
    if (OpFoldResult input = foldTo(*this, getInput()))
      return input;
  if (!Elements(adaptor.getInput()))
    return {};
  SmallVector<int64_t> strides = getStrides(getInput().getType());
  return foldView(adaptor.getInput(), getOutput().getType(), 0,
                  llvm::map_to_vector(
                      getPerm(), [&](int64_t axis) { return strides[axis]; }));
}

namespace {
struct MergeTransposes final : OpRewritePattern<TransposeOp> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(TransposeOp op,
                                PatternRewriter &rewriter) const override {
    auto inner = op.getInput().getDefiningOp<TransposeOp>();
    if (!inner)
      return rewriter.notifyMatchFailure(op, "not of a transpose");
    // Axis i of the result is axis perm[i] of the inner one's result.
    SmallVector<int64_t> perm = llvm::map_to_vector(
        op.getPerm(), [&](int64_t axis) { return inner.getPerm()[axis]; });
    if (!agrees(inferTranspose(std::nullopt, inner.getInput().getType(), perm),
                op.getOutput().getType()))
      return rewriter.notifyMatchFailure(op, "extents differ");
    if (isInCircle(op))
      return rewriter.notifyMatchFailure(op, "reads its own result");
    rewriter.replaceOpWithNewOp<TransposeOp>(op, op.getOutput().getType(),
                                             inner.getInput(), perm);
    return success();
  }
};
} // namespace

void TransposeOp::getCanonicalizationPatterns(RewritePatternSet &patterns,
                                              MLIRContext *context) {
  patterns.add<MergeTransposes>(context);
}
