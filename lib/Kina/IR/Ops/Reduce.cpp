//===- Reduce.cpp - kina.reduce ------------------------------------------===//
//
// Part of Kina, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Fold.h"
#include "Verify.h"

using namespace mlir;
using namespace kina;

LogicalResult ReduceOp::verify() {
  return verifyResult(*this,
                      inferReduce(getOperation(), getKind(),
                                  getInput().getType(), getAxis(), getKeep()));
}

static APInt combineIntegers(ReduceKind kind, const APInt &lhs,
                             const APInt &rhs) {
  switch (kind) {
  case ReduceKind::sum:
    return lhs + rhs;
  case ReduceKind::max:
    return lhs.sgt(rhs) ? lhs : rhs;
  case ReduceKind::min:
    return lhs.slt(rhs) ? lhs : rhs;
  case ReduceKind::mean:
    break;
  }
  llvm_unreachable("mean takes floats");
}

/// Folds a row of `extent` elements, `stride` apart.
template <typename Iterator>
static APInt reduceRow(ReduceKind kind, Iterator row, int64_t extent,
                       int64_t stride, ElementTag<APInt>) {
  APInt result = *row;
  for (int64_t i = 1; i < extent; ++i)
    result = combineIntegers(kind, result, *(row + i * stride));
  return result;
}

template <typename Iterator>
static std::optional<APFloat> reduceRow(ReduceKind kind, Iterator row,
                                        int64_t extent, int64_t stride,
                                        ElementTag<APFloat>) {
  APFloat result = *row;
  for (int64_t i = 1; i < extent; ++i) {
    APFloat value = *(row + i * stride);
    result = kind == ReduceKind::max ? getLarger(result, value)
                                     : getSmaller(result, value);
  }
  if (result.isNaN())
    return std::nullopt;
  return result;
}

OpFoldResult ReduceOp::fold(FoldAdaptor adaptor) {
  Elements input = adaptor.getInput();
  RankedTensorType type = getInput().getType(), output = getOutput().getType();
  ReduceKind kind = getKind();
  bool isFloat = isa<FloatType>(type.getElementType());
  if (!input || !output.hasStaticShape())
    return {};
  // The order of a float sum is that of the compiled code.
  if (isFloat && (kind == ReduceKind::sum || kind == ReduceKind::mean))
    return {};
  if (input.isSplat()) {
    if (isFloat && input.get<APFloat>(0).isNaN())
      return {};
    if (kind != ReduceKind::sum)
      return input.fill(output);
    auto element = input.get<APInt>(0);
    return getSplat(output, (element.sextOrTrunc(64) *
                             APInt(64, type.getDimSize(getAxis())))
                                .getSExtValue());
  }
  if (!isFoldable(type))
    return {};
  AxisView view(type, getAxis());
  return dispatchElement(type, [&](auto tag) -> Attribute {
    using Element = typename decltype(tag)::type;
    auto begin = input.begin<Element>();
    SmallVector<Element> elements;
    for (int64_t i = 0; i < view.outer; ++i)
      for (int64_t j = 0; j < view.inner; ++j) {
        std::optional<Element> element =
            reduceRow(kind, begin + (i * view.extent * view.inner + j),
                      view.extent, view.inner, tag);
        if (!element)
          return {};
        elements.push_back(*element);
      }
    return DenseElementsAttr::get(output, elements);
  });
}
