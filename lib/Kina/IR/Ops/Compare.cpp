//===- Compare.cpp - kina.compare
//---------------------------------------------===//
//
// Part of Kina, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Verify.h"

using namespace mlir;
using namespace kina;

LogicalResult CompareOp::verify() {
  return verifyResult(*this, inferCompare(getOperation(), getLhs().getType(),
                                          getRhs().getType()));
}
