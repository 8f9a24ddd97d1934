//===- Constant.cpp - kina.constant ---------------------------------------===//
//
// Part of Kina, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Kina/IR/KinaDialect.h"
#include "Patterns.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Transforms/DialectConversion.h"

using namespace mlir;
using namespace kina;

/// A resource of more elements stays one.
static constexpr int64_t maxWrittenElements = 1 << 14;

namespace {
struct ConvertConstant final : OpConversionPattern<ConstantOp> {
  using OpConversionPattern::OpConversionPattern;

  LogicalResult
  matchAndRewrite(ConstantOp op, OpAdaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    // What folders may write out they may also read; upstream's know `dense`
    // only, and no code generator takes an i1 from a resource.
    RankedTensorType type = op.getType();
    bool isWritten = isa<DenseElementsAttr>(op.getValue()) ||
                     type.getElementType().isInteger(1) ||
                     type.getNumElements() <= maxWrittenElements;
    rewriter.replaceOpWithNewOp<arith::ConstantOp>(
        op, isWritten ? TypedAttr(op.getDense()) : op.getValue());
    return success();
  }
};
} // namespace

void kina::populateConstantToLinalg(RewritePatternSet &patterns) {
  patterns.add<ConvertConstant>(patterns.getContext());
}
