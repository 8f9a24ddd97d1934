//===- Select.cpp - kina.select -------------------------------------------===//
//
// Part of Kina, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Elementwise.h"
#include "Patterns.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"

using namespace mlir;
using namespace kina;

namespace {
struct ConvertSelect final : OpConversionPattern<SelectOp> {
  using OpConversionPattern::OpConversionPattern;

  LogicalResult
  matchAndRewrite(SelectOp op, OpAdaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    ImplicitLocOpBuilder b(op.getLoc(), rewriter);
    Type type = op.getOutput().getType().getElementType();
    ElementwiseOperands operands(b, adaptor.getOperands());
    if (!operands.hasBroadcast()) {
      Value init = tensor::EmptyOp::create(b, operands.extents, type);
      rewriter.replaceOpWithNewOp<linalg::SelectOp>(op, operands.inputs, init);
      return success();
    }
    auto element = [](ImplicitLocOpBuilder &b, ValueRange args) -> Value {
      return arith::SelectOp::create(b, args[0], args[1], args[2]);
    };
    replaceOp(rewriter, op, createElementwise(b, operands, type, element));
    return success();
  }
};
} // namespace

void kina::populateSelectToLinalg(RewritePatternSet &patterns) {
  patterns.add<ConvertSelect>(patterns.getContext());
}
