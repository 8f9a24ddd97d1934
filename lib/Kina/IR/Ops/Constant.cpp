//===- Constant.cpp - kina.constant --------------------------------------===//
//
// Part of Kina, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Verify.h"

using namespace mlir;
using namespace kina;

LogicalResult ConstantOp::verify() {
  // constant_c1
  if (!isa<DenseIntOrFPElementsAttr>(getValue()))
    return emitOpError("expected a dense attribute of integers or floats, but "
                       "got ")
           << getValue();
  return success();
}

OpFoldResult ConstantOp::fold(FoldAdaptor) { return getValue(); }
