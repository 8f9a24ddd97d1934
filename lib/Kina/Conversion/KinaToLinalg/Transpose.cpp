//===- Transpose.cpp - kina.transpose -------------------------------------===//
//
// Part of Kina, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Builders.h"
#include "Patterns.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Dialect/Utils/IndexingUtils.h"
#include "mlir/Transforms/DialectConversion.h"

using namespace mlir;
using namespace kina;

namespace {
struct ConvertTranspose final : OpConversionPattern<TransposeOp> {
  using OpConversionPattern::OpConversionPattern;

  LogicalResult
  matchAndRewrite(TransposeOp op, OpAdaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    ImplicitLocOpBuilder b(op.getLoc(), rewriter);
    RankedTensorType type = op.getInput().getType();
    Value input = adaptor.getInput();

    // Where only axes of extent 1 change places, no element moves.
    llvm::SmallBitVector unitBefore(type.getRank()), unitAfter(type.getRank());
    SmallVector<int64_t> others;
    for (auto [axis, from] : llvm::enumerate(op.getPerm())) {
      bool isUnit = type.getDimSize(from) == 1;
      unitBefore[from] = unitAfter[axis] = isUnit;
      if (!isUnit)
        others.push_back(from);
    }
    if (llvm::is_sorted(others)) {
      if (!llvm::is_sorted(op.getPerm())) {
        input = dropUnitAxes(b, input, unitBefore);
        input = insertUnitAxes(b, input, unitAfter);
      }
      replaceOp(rewriter, op, input);
      return success();
    }

    SmallVector<OpFoldResult> extents =
        tensor::getMixedSizes(b, b.getLoc(), input);
    applyPermutationToVector(extents, op.getPerm());
    Value init = tensor::EmptyOp::create(b, extents, type.getElementType());
    auto transposed = linalg::TransposeOp::create(b, input, init, op.getPerm());
    replaceOp(rewriter, op, transposed->getResult(0));
    return success();
  }
};
} // namespace

void kina::populateTransposeToLinalg(RewritePatternSet &patterns) {
  patterns.add<ConvertTranspose>(patterns.getContext());
}
