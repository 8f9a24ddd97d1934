//===- Fold.cpp - What the folders of the ops share -----------------------===//
//
// Part of Kina, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Fold.h"
#include "mlir/IR/BuiltinTypes.h"

using namespace mlir;
using namespace kina;

bool kina::isFoldable(RankedTensorType type) {
  return type.hasStaticShape() && type.getNumElements() <= maxFoldedElements;
}

bool kina::isSplatOf(Attribute operand, double value) {
  Elements constant = operand;
  if (!constant || !constant.isSplat())
    return false;
  if (!constant.isFloat())
    return constant.get<APInt>(0) == static_cast<int64_t>(value);
  auto element = constant.get<APFloat>(0);
  APFloat expected(value);
  bool losesInfo;
  expected.convert(element.getSemantics(), APFloat::rmNearestTiesToEven,
                   &losesInfo);
  return element.bitwiseIsEqual(expected);
}

OpFoldResult kina::foldTo(Operation *op, Value value) {
  Value result = op->getResult(0);
  if (value == result || value.getType() != result.getType())
    return {};
  return value;
}

Attribute kina::getSplat(RankedTensorType type, int64_t value) {
  if (!type.hasStaticShape())
    return {};
  APInt element(type.getElementTypeBitWidth(), value, /*isSigned=*/true,
                /*implicitTrunc=*/true);
  return DenseElementsAttr::get(type, element);
}

SmallVector<int64_t> kina::getStrides(RankedTensorType type) {
  SmallVector<int64_t> strides(type.getRank(), 1);
  // No constant has a type with `?`, whose strides nobody reads.
  if (!type.hasStaticShape())
    return strides;
  for (int64_t axis = type.getRank() - 1; axis > 0; --axis)
    strides[axis - 1] = strides[axis] * type.getDimSize(axis);
  return strides;
}

Attribute kina::foldView(Attribute input, RankedTensorType output,
                         int64_t offset, ArrayRef<int64_t> strides) {
  Elements constant = input;
  if (!constant || !output.hasStaticShape())
    return {};
  if (constant.isSplat())
    return constant.fill(output);
  if (!isFoldable(output))
    return {};
  return dispatchElement(output, [&](auto tag) -> Attribute {
    using Element = typename decltype(tag)::type;
    SmallVector<Element> elements;
    SmallVector<int64_t> position(output.getRank(), 0);
    for (int64_t i = 0, e = output.getNumElements(); i < e; ++i) {
      elements.push_back(constant.get<Element>(offset));
      for (int64_t axis = output.getRank() - 1; axis >= 0; --axis) {
        offset += strides[axis];
        if (++position[axis] < output.getDimSize(axis))
          break;
        offset -= strides[axis] * position[axis];
        position[axis] = 0;
      }
    }
    return DenseElementsAttr::get(output, elements);
  });
}

std::optional<APFloat>
kina::computeFloat(ArrayRef<APFloat> args,
                   function_ref<APFloat(ArrayRef<APFloat>)> compute) {
  const llvm::fltSemantics &semantics = args.front().getSemantics();
  bool isShort = APFloat::getSizeInBits(semantics) == 16, losesInfo;
  SmallVector<APFloat, 2> extended(args);
  for (APFloat &arg : extended) {
    if (arg.isNaN())
      return std::nullopt;
    if (isShort)
      arg.convert(APFloat::IEEEsingle(), APFloat::rmNearestTiesToEven,
                  &losesInfo);
  }
  APFloat result = compute(extended);
  if (result.isNaN())
    return std::nullopt;
  if (isShort)
    result.convert(semantics, APFloat::rmNearestTiesToEven, &losesInfo);
  return result;
}

Attribute
kina::foldArithmetic(ArrayRef<Attribute> operands, RankedTensorType output,
                     function_ref<APInt(ArrayRef<APInt>)> integer,
                     function_ref<APFloat(ArrayRef<APFloat>)> floating) {
  if (isa<FloatType>(output.getElementType()))
    return foldElementwise<APFloat, APFloat>(
        operands, output,
        [&](ArrayRef<APFloat> args) { return computeFloat(args, floating); });
  return foldElementwise<APInt, APInt>(
      operands, output, [&](ArrayRef<APInt> args) -> std::optional<APInt> {
        return integer(args);
      });
}

APFloat kina::getLarger(const APFloat &lhs, const APFloat &rhs) {
  return llvm::maximum(lhs, rhs);
}

APFloat kina::getSmaller(const APFloat &lhs, const APFloat &rhs) {
  return llvm::minimum(lhs, rhs);
}

AxisView::AxisView(RankedTensorType type, int64_t axis)
    : extent(type.getDimSize(axis)) {
  for (int64_t size : type.getShape().take_front(axis))
    outer *= size;
  for (int64_t size : type.getShape().drop_front(axis + 1))
    inner *= size;
}
