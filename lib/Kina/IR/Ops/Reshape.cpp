//===- Reshape.cpp - kina.reshape ----------------------------------------===//
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

LogicalResult ReshapeOp::verify() {
  RankedTensorType output = getOutput().getType();
  // reshape_c1 comes with the inferred type.
  if (failed(
          verifyResult(*this, inferReshape(getOperation(), getInput().getType(),
                                           output.getShape()))))
    return failure();
  // reshape_c3
  return verifyExtents(*this, output, getExtents());
}

OpFoldResult ReshapeOp::fold(FoldAdaptor adaptor) {
  RankedTensorType output = getOutput().getType();
  // With one `?` at most, equal types and equal counts are equal extents.
  if (output.getNumDynamicDims() <= 1)
    if (OpFoldResult input = foldTo(*this, getInput()))
      return input;
  return foldView(adaptor.getInput(), output, 0, getStrides(output));
}

namespace {
struct MergeReshapes final : OpRewritePattern<ReshapeOp> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(ReshapeOp op,
                                PatternRewriter &rewriter) const override {
    auto inner = op.getInput().getDefiningOp<ReshapeOp>();
    if (!inner)
      return rewriter.notifyMatchFailure(op, "not of a reshape");
    RankedTensorType output = op.getOutput().getType();
    // Each may agree with a `?` between them, and not with the other.
    if (failed(inferReshape(std::nullopt, inner.getInput().getType(),
                            output.getShape())))
      return rewriter.notifyMatchFailure(op, "element counts differ");
    if (isInCircle(op))
      return rewriter.notifyMatchFailure(op, "reads its own result");
    rewriter.replaceOpWithNewOp<ReshapeOp>(op, output, inner.getInput(),
                                           op.getExtents());
    return success();
  }
};
} // namespace

void ReshapeOp::getCanonicalizationPatterns(RewritePatternSet &patterns,
                                            MLIRContext *context) {
  patterns.add<MergeReshapes>(context);
}

ParseResult ReshapeOp::parse(OpAsmParser &parser, OperationState &result) {
  return parseExtentsOp(parser, result);
}

void ReshapeOp::print(OpAsmPrinter &printer) { printExtentsOp(printer, *this); }
