//===- AllGather.cpp - kina.all_gather -----------------------------------===//
//
// Part of Kina, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Verify.h"

using namespace mlir;
using namespace kina;

LogicalResult AllGatherOp::verify() {
  RankedTensorType input = getInput().getType(), output = getOutput().getType();
  // all_gather_c1
  bool isScalar = input.getRank() == 0;
  bool agree =
      output.getElementType() == input.getElementType() &&
      output.getRank() == std::max<int64_t>(input.getRank(), 1) &&
      (isScalar || llvm::all_of_zip(output.getShape().drop_front(),
                                    input.getShape().drop_front(),
                                    extentsAgree));
  if (agree) {
    int64_t part = isScalar ? 1 : input.getDimSize(0);
    int64_t all = output.getDimSize(0);
    agree = ShapedType::isDynamic(part) || ShapedType::isDynamic(all) ||
            all % part == 0;
  }
  if (!agree)
    return emitOpError("expected a result of several times ")
           << static_cast<Type>(input) << " along axis 0, but got "
           << static_cast<Type>(output);
  return success();
}
