//===- Reshape.cpp - kina.reshape -----------------------------------------===//
//
// Part of Kina, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Builders.h"
#include "Patterns.h"
#include "mlir/Dialect/Arith/Utils/Utils.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Transforms/DialectConversion.h"

using namespace mlir;
using namespace kina;

namespace {
/// The product of extents, of which at most one is a `?`.
struct Product {
  int64_t integer = 1;
  bool hasDynamic = false;

  void multiply(int64_t extent) {
    if (ShapedType::isDynamic(extent))
      hasDynamic = true;
    else
      integer *= extent;
  }
  bool operator==(const Product &other) const {
    return integer == other.integer && hasDynamic == other.hasDynamic;
  }
};

/// Axes of the input and of the result that hold the same elements, in order.
struct Grouping {
  SmallVector<ReassociationIndices> input, output;
};
} // namespace

static Product getProduct(ArrayRef<int64_t> extents) {
  Product product;
  for (int64_t extent : extents)
    product.multiply(extent);
  return product;
}

/// One group of all axes: the elements go through rank 1.
static Grouping groupAll(int64_t inputRank, int64_t outputRank) {
  auto all = [](int64_t rank) {
    return SmallVector<ReassociationIndices>(
        1, llvm::to_vector<2>(llvm::seq(rank)));
  };
  return {all(inputRank), all(outputRank)};
}

/// The smallest groups whose products are known to be equal. `output` has one
/// `?` at most.
static Grouping groupAxes(ArrayRef<int64_t> input, ArrayRef<int64_t> output) {
  // A `?` on either side is the same extent if all others have one product.
  bool isKnown = llvm::count_if(input, ShapedType::isDynamic) <= 1 &&
                 getProduct(input) == getProduct(output);
  if (!isKnown)
    return groupAll(input.size(), output.size());

  Grouping groups;
  size_t i = 0, j = 0;
  while (i < input.size() && j < output.size()) {
    Product left, right;
    ReassociationIndices &from = groups.input.emplace_back();
    ReassociationIndices &to = groups.output.emplace_back();
    auto takeInput = [&] {
      left.multiply(input[i]);
      from.push_back(i++);
    };
    auto takeOutput = [&] {
      right.multiply(output[j]);
      to.push_back(j++);
    };
    takeInput();
    takeOutput();
    while (!(left == right)) {
      bool takesInput = left.hasDynamic == right.hasDynamic
                            ? left.integer < right.integer
                            : right.hasDynamic;
      if (takesInput)
        takeInput();
      else
        takeOutput();
    }
  }
  // Extents of 1 are left at one end.
  for (; i < input.size(); ++i)
    groups.input.back().push_back(i);
  for (; j < output.size(); ++j)
    groups.output.back().push_back(j);
  return groups;
}

/// The type with one axis for each group.
static RankedTensorType collapse(RankedTensorType type,
                                 ArrayRef<ReassociationIndices> groups) {
  SmallVector<int64_t> extents;
  for (const ReassociationIndices &group : groups) {
    Product product;
    for (int64_t axis : group)
      product.multiply(type.getDimSize(axis));
    extents.push_back(product.hasDynamic ? ShapedType::kDynamic
                                         : product.integer);
  }
  return type.clone(extents);
}

static Value castTo(ImplicitLocOpBuilder &b, Value value, Type type) {
  if (value.getType() == type)
    return value;
  return tensor::CastOp::create(b, type, value);
}

namespace {
struct ConvertReshape final : OpConversionPattern<ReshapeOp> {
  using OpConversionPattern::OpConversionPattern;

  LogicalResult
  matchAndRewrite(ReshapeOp op, OpAdaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    ImplicitLocOpBuilder b(op.getLoc(), rewriter);
    RankedTensorType inputType = op.getInput().getType();
    RankedTensorType outputType = op.getOutput().getType();
    Value value = adaptor.getInput();
    if (inputType.getRank() == 0 || outputType.getRank() == 0) {
      // One element: all extents are 1, also those that are a `?`.
      SmallVector<int64_t> ones(inputType.getRank(), 1);
      value = castTo(b, value, inputType.clone(ones));
      value = dropUnitAxes(b, value,
                           llvm::SmallBitVector(inputType.getRank(), true));
      value = insertUnitAxes(b, value,
                             llvm::SmallBitVector(outputType.getRank(), true));
      replaceOp(rewriter, op, value);
      return success();
    }

    SmallVector<OpFoldResult> extents = getStatedExtents(op);
    if (outputType.getNumDynamicDims() > 1) {
      // memref.expand_shape with two `?` in one group has no lowering.
      SmallVector<Value> sizes =
          getValueOrCreateConstantIndexOp(b, b.getLoc(), extents);
      rewriter.replaceOpWithNewOp<tensor::ReshapeOp>(
          op, outputType, value, tensor::FromElementsOp::create(b, sizes));
      return success();
    }

    Grouping groups = groupAxes(inputType.getShape(), outputType.getShape());
    if (groups.input.size() != static_cast<size_t>(inputType.getRank()))
      value = tensor::CollapseShapeOp::create(
          b, collapse(inputType, groups.input), value, groups.input);
    value = castTo(b, value, collapse(outputType, groups.output));
    if (groups.output.size() != static_cast<size_t>(outputType.getRank()))
      value = tensor::ExpandShapeOp::create(b, outputType, value, groups.output,
                                            extents);
    rewriter.replaceOp(op, value);
    return success();
  }
};
} // namespace

void kina::populateReshapeToLinalg(RewritePatternSet &patterns) {
  patterns.add<ConvertReshape>(patterns.getContext());
}
