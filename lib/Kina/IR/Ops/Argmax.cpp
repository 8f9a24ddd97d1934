//===- Argmax.cpp - kina.argmax ------------------------------------------===//
//
// Part of Kina, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Fold.h"
#include "Verify.h"

using namespace mlir;
using namespace kina;

LogicalResult ArgmaxOp::verify() {
  return verifyResult(
      *this, inferArgmax(getOperation(), getInput().getType(), getAxis()));
}

/// The index of the largest of `extent` elements, `stride` apart: the lowest
/// on ties, and the first NaN.
template <typename Iterator>
static int64_t getIndexOfLargest(Iterator row, int64_t extent, int64_t stride) {
  int64_t best = 0;
  auto isBetter = [](const auto &value, const auto &best) {
    if constexpr (std::is_same_v<decltype(value), const APFloat &>)
      return !best.isNaN() && (value.isNaN() || value > best);
    else
      return value.sgt(best);
  };
  for (int64_t i = 1; i < extent; ++i)
    if (isBetter(*(row + i * stride), *(row + best * stride)))
      best = i;
  return best;
}

OpFoldResult ArgmaxOp::fold(FoldAdaptor adaptor) {
  Elements input = adaptor.getInput();
  RankedTensorType type = getInput().getType(), output = getOutput().getType();
  if (!input || !output.hasStaticShape())
    return {};
  if (input.isSplat())
    return getSplat(output, 0);
  if (!isFoldable(type))
    return {};
  AxisView view(type, getAxis());
  return dispatchElement(type, [&](auto tag) -> Attribute {
    auto begin = input.begin<typename decltype(tag)::type>();
    SmallVector<int64_t> elements;
    for (int64_t i = 0; i < view.outer; ++i)
      for (int64_t j = 0; j < view.inner; ++j)
        elements.push_back(
            getIndexOfLargest(begin + (i * view.extent * view.inner + j),
                              view.extent, view.inner));
    return DenseElementsAttr::get<int64_t>(output, elements);
  });
}
