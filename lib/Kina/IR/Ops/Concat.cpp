//===- Concat.cpp - kina.concat
//-----------------------------------------------===//
//
// Part of Kina, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Verify.h"

using namespace mlir;
using namespace kina;

LogicalResult ConcatOp::verify() {
  auto types = llvm::map_to_vector(getInputs().getTypes(), [](Type type) {
    return cast<RankedTensorType>(type);
  });
  return verifyResult(*this, inferConcat(getOperation(), types, getAxis()));
}
