//===- Reduce.cpp - kina.reduce
//-----------------------------------------------===//
//
// Part of Kina, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Verify.h"

using namespace mlir;
using namespace kina;

LogicalResult ReduceOp::verify() {
  return verifyResult(*this,
                      inferReduce(getOperation(), getKind(),
                                  getInput().getType(), getAxis(), getKeep()));
}
