//===- AllGather.cpp - kina.all_gather -----------------------------------===//
//
// Part of Kina, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Verify.h"
#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace kina;

LogicalResult AllGatherOp::verify() {
  RankedTensorType input = getInput().getType();
  // all_gather_c1
  SmallVector<int64_t> extents(input.getShape());
  if (extents.empty())
    extents.push_back(1);
  if (!ShapedType::isDynamic(extents[0]) &&
      llvm::MulOverflow(extents[0], static_cast<int64_t>(getDevices()),
                        extents[0]))
    return emitOpError("result of ")
           << getDevices() << " times " << static_cast<Type>(input)
           << " does not fit in 63 bits";
  return verifyResult(
      *this, getLegalTensor(getOperation(), extents, input.getElementType()));
}
