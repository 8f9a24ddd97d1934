//===- Softmax.cpp - kina.softmax ----------------------------------------===//
//
// Part of Kina, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Verify.h"

using namespace mlir;
using namespace kina;

LogicalResult SoftmaxOp::verify() {
  return verifyResult(
      *this, inferSoftmax(getOperation(), getInput().getType(), getAxis()));
}
