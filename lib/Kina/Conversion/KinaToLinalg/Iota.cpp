//===- Iota.cpp - kina.iota -----------------------------------------------===//
//
// Part of Kina, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Builders.h"
#include "Patterns.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Transforms/DialectConversion.h"

using namespace mlir;
using namespace kina;

namespace {
struct ConvertIota final : OpConversionPattern<IotaOp> {
  using OpConversionPattern::OpConversionPattern;

  LogicalResult
  matchAndRewrite(IotaOp op, OpAdaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    ImplicitLocOpBuilder b(op.getLoc(), rewriter);
    Type type = op.getOutput().getType().getElementType();
    auto element = [&](ImplicitLocOpBuilder &b, ValueRange) -> Value {
      Value index = linalg::IndexOp::create(b, op.getAxis());
      return arith::IndexCastOp::create(b, type, index);
    };
    replaceOp(rewriter, op,
              createParallel(b, {}, {}, getStatedExtents(op), type, element));
    return success();
  }
};
} // namespace

void kina::populateIotaToLinalg(RewritePatternSet &patterns) {
  patterns.add<ConvertIota>(patterns.getContext());
}
