//===- Matmul.cpp - kina.matmul ------------------------------------------===//
//
// Part of Kina, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Verify.h"

using namespace mlir;
using namespace kina;

LogicalResult MatmulOp::verify() {
  return verifyResult(
      *this, inferMatmul(getOperation(), getLhs().getType(), getRhs().getType(),
                         getOutput().getType().getElementType()));
}
