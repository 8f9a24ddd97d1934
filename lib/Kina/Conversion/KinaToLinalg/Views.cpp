//===- Views.cpp - Operands seen through other ops ------------------------===//
//
// Part of Kina, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Views.h"

using namespace mlir;
using namespace kina;

bool kina::isStretched(BroadcastOp op, int64_t axis) {
  RankedTensorType input = op.getInput().getType();
  RankedTensorType output = op.getOutput().getType();
  int64_t padding = output.getRank() - input.getRank();
  return input.getDimSize(axis) == 1 && output.getDimSize(axis + padding) != 1;
}

std::optional<View> kina::readThroughBroadcast(const View &view) {
  auto op = view.source.getDefiningOp<BroadcastOp>();
  if (!op)
    return std::nullopt;
  int64_t rank = op.getInput().getType().getRank();
  SmallVector<AffineExpr> indices(view.map.getResults().take_back(rank));
  for (int64_t axis = 0; axis < rank; ++axis)
    if (isStretched(op, axis))
      indices[axis] = getAffineConstantExpr(0, op.getContext());
  return View{op.getInput(), AffineMap::get(view.map.getNumDims(), 0, indices,
                                            op.getContext())};
}

std::optional<View> kina::readThroughTranspose(const View &view) {
  auto op = view.source.getDefiningOp<TransposeOp>();
  if (!op)
    return std::nullopt;
  SmallVector<AffineExpr> indices(view.map.getNumResults());
  for (auto [axis, index] :
       llvm::zip_equal(op.getPerm(), view.map.getResults()))
    indices[axis] = index;
  return View{op.getInput(), AffineMap::get(view.map.getNumDims(), 0, indices,
                                            op.getContext())};
}
