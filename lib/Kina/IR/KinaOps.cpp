//===- KinaOps.cpp - The generated half of the ops ------------------------===//
//
// Part of Kina, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Kina/IR/KinaDialect.h"
#include "Ops/Verify.h"
#include "mlir/IR/OpImplementation.h"

using namespace mlir;
using namespace kina;

#define GET_OP_CLASSES
#include "Kina/IR/KinaOps.cpp.inc"
