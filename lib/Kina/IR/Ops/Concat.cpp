//===- Concat.cpp - kina.concat ------------------------------------------===//
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

LogicalResult ConcatOp::verify() {
  auto types = llvm::map_to_vector(getInputs().getTypes(), [](Type type) {
    return cast<RankedTensorType>(type);
  });
  return verifyResult(*this, inferConcat(getOperation(), types, getAxis()));
}

OpFoldResult ConcatOp::fold(FoldAdaptor adaptor) {
  if (getInputs().size() == 1)
    if (OpFoldResult input = foldTo(*this, getInputs().front()))
      return input;
  RankedTensorType output = getOutput().getType();
  if (!output.hasStaticShape())
    return {};
  Elements first = adaptor.getInputs().front();
  if (!first)
    return {};
  // One attribute for equal splats of one type, but the types may differ.
  bool isSplat = true;
  for (Attribute input : adaptor.getInputs()) {
    Elements constant = input;
    if (!constant)
      return {};
    isSplat = isSplat && first.isSplat() && constant.isSplat() &&
              constant.getBits(0) == first.getBits(0);
  }
  if (isSplat)
    return first.fill(output);
  if (!isFoldable(output))
    return {};
  int64_t outer = AxisView(output, getAxis()).outer;
  return dispatchElement(output, [&](auto tag) -> Attribute {
    using Element = typename decltype(tag)::type;
    SmallVector<Element> elements;
    for (int64_t i = 0; i < outer; ++i)
      for (Attribute input : adaptor.getInputs()) {
        Elements constant = input;
        int64_t size = constant.size() / outer;
        auto begin = constant.begin<Element>() + i * size;
        elements.append(begin, begin + size);
      }
    return DenseElementsAttr::get(output, elements);
  });
}

namespace {
struct MergeAdjacentSlices final : OpRewritePattern<ConcatOp> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(ConcatOp op,
                                PatternRewriter &rewriter) const override {
    int64_t axis = op.getAxis();
    // A slice on the axis of the concat, between integers.
    auto getSlice = [&](Value input) -> SliceOp {
      auto slice = input.getDefiningOp<SliceOp>();
      return slice && slice.getAxis() == static_cast<uint64_t>(axis) &&
                     slice.getBounds().empty()
                 ? slice
                 : nullptr;
    };
    SmallVector<Value> inputs;
    OperandRange rest = op.getInputs();
    while (!rest.empty()) {
      Value input = rest.front();
      rest = rest.drop_front();
      SliceOp first = getSlice(input);
      if (!first) {
        inputs.push_back(input);
        continue;
      }
      int64_t start = first.getStaticBounds()[0];
      int64_t stop = first.getStaticBounds()[1];
      bool merges = false;
      while (!rest.empty()) {
        SliceOp next = getSlice(rest.front());
        if (!next || next.getInput() != first.getInput() ||
            next.getStaticBounds()[0] != stop)
          break;
        stop = next.getStaticBounds()[1];
        rest = rest.drop_front();
        merges = true;
      }
      if (merges) {
        FailureOr<RankedTensorType> type = inferSlice(
            std::nullopt, first.getInput().getType(), axis, start, stop);
        if (failed(type))
          return rewriter.notifyMatchFailure(op, "the slices are not legal");
        input = SliceOp::create(rewriter, op.getLoc(), *type, first.getInput(),
                                axis, start, stop);
      }
      inputs.push_back(input);
    }
    if (inputs.size() == op.getInputs().size())
      return rewriter.notifyMatchFailure(op, "no adjacent slices of one value");
    Type output = op.getOutput().getType();
    if (inputs.size() == 1 && inputs.front().getType() == output)
      rewriter.replaceOp(op, inputs);
    else
      rewriter.replaceOpWithNewOp<ConcatOp>(op, output, inputs, axis);
    return success();
  }
};
} // namespace

void ConcatOp::getCanonicalizationPatterns(RewritePatternSet &patterns,
                                           MLIRContext *context) {
  patterns.add<MergeAdjacentSlices>(context);
}
