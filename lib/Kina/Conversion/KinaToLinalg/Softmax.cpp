//===- Softmax.cpp - kina.softmax -----------------------------------------===//
//
// Part of Kina, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Builders.h"
#include "Patterns.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Transforms/DialectConversion.h"

using namespace mlir;
using namespace kina;

namespace {
struct ConvertSoftmax final : OpConversionPattern<SoftmaxOp> {
  using OpConversionPattern::OpConversionPattern;

  LogicalResult
  matchAndRewrite(SoftmaxOp op, OpAdaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    ImplicitLocOpBuilder b(op.getLoc(), rewriter);
    int64_t axis = op.getAxis();
    Value input = adaptor.getInput();
    Type type = op.getOutput().getType().getElementType();
    Type sumType = getComputeType(type);
    SmallVector<OpFoldResult> extents =
        tensor::getMixedSizes(b, b.getLoc(), input);
    AffineMap element = b.getMultiDimIdentityMap(extents.size());
    AffineMap row = element.dropResult(axis);

    Value max = createReduction(
        b, input, axis, createLeast(b, sumType),
        [](ImplicitLocOpBuilder &b, ValueRange args) -> Value {
          return arith::MaximumFOp::create(b, args[0], extendFloat(b, args[1]));
        });
    Value exp =
        createParallel(b, {input, max}, {element, row}, extents, sumType,
                       [](ImplicitLocOpBuilder &b, ValueRange args) -> Value {
                         Value value = extendFloat(b, args[0]);
                         return math::ExpOp::create(
                             b, arith::SubFOp::create(b, value, args[1]));
                       });
    Value sum =
        createReduction(b, exp, axis, createScalar(b, sumType, 0),
                        [](ImplicitLocOpBuilder &b, ValueRange args) -> Value {
                          return arith::AddFOp::create(b, args[0], args[1]);
                        });
    Value result = createParallel(
        b, {exp, sum}, {element, row}, extents, type,
        [&](ImplicitLocOpBuilder &b, ValueRange args) -> Value {
          return roundFloat(b, arith::DivFOp::create(b, args[0], args[1]),
                            type);
        });
    replaceOp(rewriter, op, result);
    return success();
  }
};
} // namespace

void kina::populateSoftmaxToLinalg(RewritePatternSet &patterns) {
  patterns.add<ConvertSoftmax>(patterns.getContext());
}
