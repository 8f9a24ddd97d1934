//===- Cast.cpp - kina.cast
//---------------------------------------------------===//
//
// Part of Kina, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Verify.h"

using namespace mlir;
using namespace kina;

LogicalResult CastOp::verify() {
  // cast_c1
  return verifyResult(*this, inferCast(getOperation(), getInput().getType(),
                                       getOutput().getType().getElementType()));
}
