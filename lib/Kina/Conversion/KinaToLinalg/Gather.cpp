//===- Gather.cpp - kina.gather -------------------------------------------===//
//
// Part of Kina, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Builders.h"
#include "Patterns.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Arith/Utils/Utils.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Transforms/DialectConversion.h"

using namespace mlir;
using namespace kina;

namespace {
struct ConvertGather final : OpConversionPattern<GatherOp> {
  using OpConversionPattern::OpConversionPattern;

  LogicalResult
  matchAndRewrite(GatherOp op, OpAdaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    ImplicitLocOpBuilder b(op.getLoc(), rewriter);
    Value table = adaptor.getTable(), indices = adaptor.getIndices();
    Type i64 = b.getI64Type();
    SmallVector<OpFoldResult> extents =
        tensor::getMixedSizes(b, b.getLoc(), indices);
    SmallVector<OpFoldResult> tableExtents =
        tensor::getMixedSizes(b, b.getLoc(), table);
    unsigned indicesRank = extents.size();
    llvm::append_range(extents, ArrayRef(tableExtents).drop_front());

    Value rows =
        getValueOrCreateConstantIndexOp(b, b.getLoc(), tableExtents[0]);
    Value last = arith::SubIOp::create(
        b, arith::IndexCastOp::create(b, i64, rows), createScalar(b, i64, 1));
    Value zero = createScalar(b, i64, 0);
    AffineMap loops = b.getMultiDimIdentityMap(extents.size());
    AffineMap map = AffineMap::get(extents.size(), 0,
                                   loops.getResults().take_front(indicesRank),
                                   b.getContext());
    Value result = createParallel(
        b, indices, map, extents, op.getTable().getType().getElementType(),
        [&](ImplicitLocOpBuilder &b, ValueRange args) -> Value {
          // An id outside the table reads the nearest row.
          Value id = args[0];
          if (id.getType() != i64)
            id = arith::ExtSIOp::create(b, i64, id);
          id = arith::MaxSIOp::create(b, id, zero);
          id = arith::MinSIOp::create(b, id, last);
          SmallVector<Value> position{
              arith::IndexCastOp::create(b, b.getIndexType(), id)};
          for (unsigned axis = indicesRank; axis < extents.size(); ++axis)
            position.push_back(linalg::IndexOp::create(b, axis));
          return tensor::ExtractOp::create(b, table, position);
        });
    replaceOp(rewriter, op, result);
    return success();
  }
};
} // namespace

void kina::populateGatherToLinalg(RewritePatternSet &patterns) {
  patterns.add<ConvertGather>(patterns.getContext());
}
