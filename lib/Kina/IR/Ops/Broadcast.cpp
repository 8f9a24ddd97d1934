//===- Broadcast.cpp - kina.broadcast
//-----------------------------------------===//
//
// Part of Kina, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Verify.h"

using namespace mlir;
using namespace kina;

LogicalResult BroadcastOp::verify() {
  RankedTensorType output = getOutput().getType();
  // broadcast_c1 comes with the inferred type.
  if (failed(verifyResult(*this,
                          inferBroadcast(getOperation(), getInput().getType(),
                                         output.getShape()))))
    return failure();
  // broadcast_c4
  return verifyExtents(*this, output, getExtents());
}

ParseResult BroadcastOp::parse(OpAsmParser &parser, OperationState &result) {
  return parseExtentsOp(parser, result);
}

void BroadcastOp::print(OpAsmPrinter &printer) {
  printExtentsOp(printer, *this);
}
