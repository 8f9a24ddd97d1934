//===- Elementwise.cpp - Loops over the elements --------------------------===//
//
// Part of Kina, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Elementwise.h"
#include "Views.h"

using namespace mlir;
using namespace kina;

ElementwiseOperands::ElementwiseOperands(ImplicitLocOpBuilder &b,
                                         ValueRange operands) {
  Value first = operands.front();
  if (auto broadcast = first.getDefiningOp<BroadcastOp>())
    extents = getStatedExtents(broadcast);
  else
    extents = tensor::getMixedSizes(b, b.getLoc(), first);
  for (Value operand : operands) {
    View view{operand, b.getMultiDimIdentityMap(extents.size())};
    view = readThroughBroadcast(view).value_or(view);
    inputs.push_back(view.source);
    maps.push_back(view.map);
  }
}

Value kina::createElementwise(ImplicitLocOpBuilder &b,
                              const ElementwiseOperands &operands,
                              Type elementType, ElementBuilder element) {
  return createParallel(b, operands.inputs, operands.maps, operands.extents,
                        elementType, element);
}
