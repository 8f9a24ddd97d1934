//===- Matmul.cpp - kina.matmul -------------------------------------------===//
//
// Part of Kina, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Builders.h"
#include "Patterns.h"
#include "Views.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Transforms/DialectConversion.h"

using namespace mlir;
using namespace kina;

/// A graph region may hold a cycle of broadcasts and transposes.
static constexpr int maxReadThrough = 8;

/// Reads the operand through the broadcasts and transposes that make it, as
/// long as its map keeps the loops in `needed`.
static View readOperand(View view, ArrayRef<unsigned> needed) {
  for (int step = 0; step < maxReadThrough; ++step) {
    std::optional<View> next = readThroughTranspose(view);
    if (!next)
      next = readThroughBroadcast(view);
    if (!next || !llvm::all_of(needed, [&](unsigned loop) {
          return next->map.isFunctionOfDim(loop);
        }))
      break;
    view = *next;
  }
  return view;
}

/// linalg.contract takes no 0 in a map: drops the axes that have one.
static View dropStretchedAxes(ImplicitLocOpBuilder &b, const View &view) {
  llvm::SmallBitVector stretched(view.map.getNumResults());
  for (auto [axis, index] : llvm::enumerate(view.map.getResults()))
    stretched[axis] = isa<AffineConstantExpr>(index);
  return {dropUnitAxes(b, view.source, stretched),
          view.map.dropResults(stretched)};
}

/// The extent of a loop; a static one if an operand has it.
static OpFoldResult getLoopExtent(ImplicitLocOpBuilder &b,
                                  ArrayRef<View> operands, unsigned loop) {
  AffineExpr index = b.getAffineDimExpr(loop);
  OpFoldResult extent;
  for (const View &operand : operands) {
    std::optional<unsigned> axis = operand.map.getResultPosition(index);
    if (!axis)
      continue;
    auto type = cast<RankedTensorType>(operand.source.getType());
    if (!extent || !type.isDynamicDim(*axis))
      extent = tensor::getMixedSize(b, b.getLoc(), operand.source, *axis);
  }
  return extent;
}

namespace {
struct ConvertMatmul final : OpConversionPattern<MatmulOp> {
  using OpConversionPattern::OpConversionPattern;

  LogicalResult
  matchAndRewrite(MatmulOp op, OpAdaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    ImplicitLocOpBuilder b(op.getLoc(), rewriter);
    RankedTensorType output = op.getOutput().getType();
    // The loops: the batch axes, then M, N, K.
    unsigned batch = output.getRank() - 2;
    unsigned m = batch, n = batch + 1, k = batch + 2;
    auto getMap = [&](unsigned row, unsigned column) {
      SmallVector<unsigned> indices = llvm::to_vector(llvm::seq(0u, batch));
      indices.append({row, column});
      return AffineMap::getMultiDimMapWithTargets(batch + 3, indices,
                                                  b.getContext());
    };
    View lhs{adaptor.getLhs(), getMap(m, k)};
    View rhs{adaptor.getRhs(), getMap(k, n)};
    AffineMap outputMap = getMap(m, n);

    // Each batch axis stays an axis of one operand at least. The right one,
    // often a weight, is the last to be copied.
    rhs = readOperand(rhs, {k, n});
    SmallVector<unsigned> needed{m, k};
    for (unsigned loop = 0; loop < batch; ++loop)
      if (!rhs.map.isFunctionOfDim(loop))
        needed.push_back(loop);
    lhs = readOperand(lhs, needed);
    bool isPlain = lhs.map == getMap(m, k) && rhs.map == getMap(k, n);
    lhs = dropStretchedAxes(b, lhs);
    rhs = dropStretchedAxes(b, rhs);

    SmallVector<OpFoldResult> extents;
    for (unsigned loop = 0; loop <= n; ++loop)
      extents.push_back(getLoopExtent(b, {lhs, rhs}, loop));
    Type type = output.getElementType();
    Type sumType = getComputeType(type);
    Value sum = createFilled(b, extents, createScalar(b, sumType, 0));
    SmallVector<Value> inputs{lhs.source, rhs.source};
    if (isPlain && batch == 0)
      sum = linalg::MatmulOp::create(b, inputs, sum).getResult(0);
    else if (isPlain && batch == 1)
      sum = linalg::BatchMatmulOp::create(b, inputs, sum).getResult(0);
    else
      sum = linalg::ContractOp::create(
                b, inputs, sum,
                b.getAffineMapArrayAttr({lhs.map, rhs.map, outputMap}))
                .getResult(0);
    if (type != sumType)
      sum = createParallel(b, sum, b.getMultiDimIdentityMap(extents.size()),
                           extents, type,
                           [&](ImplicitLocOpBuilder &b, ValueRange args) {
                             return roundFloat(b, args[0], type);
                           });
    replaceOp(rewriter, op, sum);
    return success();
  }
};
} // namespace

void kina::populateMatmulToLinalg(RewritePatternSet &patterns) {
  patterns.add<ConvertMatmul>(patterns.getContext());
}
