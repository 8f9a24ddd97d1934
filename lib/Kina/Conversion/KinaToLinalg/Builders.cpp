//===- Builders.cpp - What the patterns make their ops with ---------------===//
//
// Part of Kina, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Builders.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include <limits>

using namespace mlir;
using namespace kina;

//===----------------------------------------------------------------------===//
// Elements
//===----------------------------------------------------------------------===//

Type kina::getComputeType(Type elementType) {
  if (elementType.isF16() || elementType.isBF16())
    return Float32Type::get(elementType.getContext());
  return elementType;
}

Value kina::extendFloat(ImplicitLocOpBuilder &b, Value value) {
  Type type = getComputeType(value.getType());
  if (type == value.getType())
    return value;
  return arith::ExtFOp::create(b, type, value);
}

Value kina::roundFloat(ImplicitLocOpBuilder &b, Value value, Type elementType) {
  if (elementType == value.getType())
    return value;
  return arith::TruncFOp::create(b, elementType, value);
}

Value kina::createScalar(ImplicitLocOpBuilder &b, Type type, double value) {
  if (isa<FloatType>(type))
    return arith::ConstantOp::create(b, b.getFloatAttr(type, value));
  return arith::ConstantOp::create(
      b, b.getIntegerAttr(type, static_cast<int64_t>(value)));
}

Value kina::createScalar(ImplicitLocOpBuilder &b, const APInt &value) {
  return arith::ConstantOp::create(
      b, b.getIntegerAttr(b.getIntegerType(value.getBitWidth()), value));
}

Value kina::createLeast(ImplicitLocOpBuilder &b, Type type) {
  if (isa<FloatType>(type))
    return createScalar(b, type, -std::numeric_limits<double>::infinity());
  return createScalar(b,
                      APInt::getSignedMinValue(type.getIntOrFloatBitWidth()));
}

Value kina::createGreatest(ImplicitLocOpBuilder &b, Type type) {
  if (isa<FloatType>(type))
    return createScalar(b, type, std::numeric_limits<double>::infinity());
  return createScalar(b,
                      APInt::getSignedMaxValue(type.getIntOrFloatBitWidth()));
}

//===----------------------------------------------------------------------===//
// Tensors
//===----------------------------------------------------------------------===//

Value kina::createFilled(ImplicitLocOpBuilder &b,
                         ArrayRef<OpFoldResult> extents, Value element) {
  Value init = tensor::EmptyOp::create(b, extents, element.getType());
  return linalg::FillOp::create(b, element, init).getResult(0);
}

Value kina::createParallel(ImplicitLocOpBuilder &b, ValueRange inputs,
                           ArrayRef<AffineMap> maps,
                           ArrayRef<OpFoldResult> extents, Type elementType,
                           ElementBuilder element) {
  Value init = tensor::EmptyOp::create(b, extents, elementType);
  SmallVector<AffineMap> allMaps(maps);
  allMaps.push_back(b.getMultiDimIdentityMap(extents.size()));
  SmallVector<utils::IteratorType> loops(extents.size(),
                                         utils::IteratorType::parallel);
  auto body = [&](OpBuilder &builder, Location loc, ValueRange args) {
    ImplicitLocOpBuilder nested(loc, builder);
    linalg::YieldOp::create(nested, element(nested, args.drop_back()));
  };
  return linalg::GenericOp::create(b, init.getType(), inputs, init, allMaps,
                                   loops, body)
      .getResult(0);
}

Value kina::createReduction(ImplicitLocOpBuilder &b, Value input, int64_t axis,
                            Value init, ElementBuilder combine) {
  SmallVector<OpFoldResult> extents =
      tensor::getMixedSizes(b, b.getLoc(), input);
  extents.erase(extents.begin() + axis);
  auto body = [&](OpBuilder &builder, Location loc, ValueRange args) {
    ImplicitLocOpBuilder nested(loc, builder);
    linalg::YieldOp::create(nested, combine(nested, {args[1], args[0]}));
  };
  return linalg::ReduceOp::create(b, input, createFilled(b, extents, init),
                                  axis, body)
      .getResult(0);
}

/// Each other axis with the unit axes behind it, the first one also with those
/// before it.
static SmallVector<ReassociationIndices>
groupUnitAxes(const llvm::SmallBitVector &unit) {
  SmallVector<ReassociationIndices> groups;
  if (unit.all())
    return groups;
  groups.emplace_back();
  bool open = false;
  for (unsigned axis = 0; axis < unit.size(); ++axis) {
    if (!unit[axis]) {
      if (open)
        groups.emplace_back();
      open = true;
    }
    groups.back().push_back(axis);
  }
  return groups;
}

Value kina::dropUnitAxes(ImplicitLocOpBuilder &b, Value input,
                         const llvm::SmallBitVector &unit) {
  if (unit.none())
    return input;
  return tensor::CollapseShapeOp::create(b, input, groupUnitAxes(unit));
}

Value kina::insertUnitAxes(ImplicitLocOpBuilder &b, Value input,
                           const llvm::SmallBitVector &unit) {
  if (unit.none())
    return input;
  SmallVector<OpFoldResult> extents =
      tensor::getMixedSizes(b, b.getLoc(), input);
  for (unsigned axis : unit.set_bits())
    extents.insert(extents.begin() + axis, b.getIndexAttr(1));
  SmallVector<int64_t> shape = decomposeMixedValues(extents).first;
  auto type = cast<RankedTensorType>(input.getType()).clone(shape);
  return tensor::ExpandShapeOp::create(b, type, input, groupUnitAxes(unit),
                                       extents);
}

void kina::replaceOp(RewriterBase &rewriter, Operation *op, Value value) {
  Type type = op->getResult(0).getType();
  if (value.getType() != type)
    value = tensor::CastOp::create(rewriter, op->getLoc(), type, value);
  rewriter.replaceOp(op, value);
}
