//===- Broadcast.cpp - kina.broadcast -------------------------------------===//
//
// Part of Kina, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Builders.h"
#include "Patterns.h"
#include "Views.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/Matchers.h"
#include "mlir/Transforms/DialectConversion.h"

using namespace mlir;
using namespace kina;

/// The element of a tensor that is one constant throughout, or has but one.
static Value getOnlyElement(ImplicitLocOpBuilder &b, Value input) {
  auto type = cast<RankedTensorType>(input.getType());
  DenseElementsAttr elements;
  if (matchPattern(input, m_Constant(&elements)) && elements.isSplat())
    return arith::ConstantOp::create(b, elements.getSplatValue<TypedAttr>());
  if (!type.hasStaticShape() || type.getNumElements() != 1)
    return nullptr;
  SmallVector<Value> position(type.getRank(),
                              arith::ConstantIndexOp::create(b, 0));
  return tensor::ExtractOp::create(b, input, position);
}

namespace {
struct ConvertBroadcast final : OpConversionPattern<BroadcastOp> {
  using OpConversionPattern::OpConversionPattern;

  LogicalResult
  matchAndRewrite(BroadcastOp op, OpAdaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    ImplicitLocOpBuilder b(op.getLoc(), rewriter);
    RankedTensorType output = op.getOutput().getType();
    int64_t rank = op.getInput().getType().getRank();
    int64_t padding = output.getRank() - rank;

    // New axes of extent 1 repeat nothing.
    bool repeats = llvm::any_of(output.getShape().take_front(padding),
                                [](int64_t extent) { return extent != 1; }) ||
                   llvm::any_of(llvm::seq(rank), [&](int64_t axis) {
                     return isStretched(op, axis);
                   });
    if (!repeats) {
      llvm::SmallBitVector unit(output.getRank());
      unit.set(0, padding);
      replaceOp(rewriter, op, insertUnitAxes(b, adaptor.getInput(), unit));
      return success();
    }

    SmallVector<OpFoldResult> extents = getStatedExtents(op);
    if (Value element = getOnlyElement(b, adaptor.getInput())) {
      replaceOp(rewriter, op, createFilled(b, extents, element));
      return success();
    }
    View view{op.getOutput(), b.getMultiDimIdentityMap(extents.size())};
    view = *readThroughBroadcast(view);
    auto element = [](ImplicitLocOpBuilder &, ValueRange args) {
      return args[0];
    };
    replaceOp(rewriter, op,
              createParallel(b, adaptor.getInput(), view.map, extents,
                             output.getElementType(), element));
    return success();
  }
};
} // namespace

void kina::populateBroadcastToLinalg(RewritePatternSet &patterns) {
  patterns.add<ConvertBroadcast>(patterns.getContext());
}
