//===- Reshape.cpp - kina.reshape
//---------------------------------------------===//
//
// Part of Kina, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Verify.h"

using namespace mlir;
using namespace kina;

LogicalResult ReshapeOp::verify() {
  RankedTensorType output = getOutput().getType();
  // reshape_c1 comes with the inferred type.
  if (failed(
          verifyResult(*this, inferReshape(getOperation(), getInput().getType(),
                                           output.getShape()))))
    return failure();
  // reshape_c3
  return verifyExtents(*this, output, getExtents());
}

ParseResult ReshapeOp::parse(OpAsmParser &parser, OperationState &result) {
  return parseExtentsOp(parser, result);
}

void ReshapeOp::print(OpAsmPrinter &printer) { printExtentsOp(printer, *this); }
