//===- Iota.cpp - kina.iota ----------------------------------------------===//
//
// Part of Kina, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Fold.h"
#include "Verify.h"

using namespace mlir;
using namespace kina;

LogicalResult IotaOp::verify() {
  // iota_c1
  if (failed(checkAxis(getOperation(), getOutput().getType(), getAxis())))
    return failure();
  // iota_c2
  return verifyExtents(*this, getOutput().getType(), getExtents());
}

OpFoldResult IotaOp::fold(FoldAdaptor adaptor) {
  RankedTensorType output = getOutput().getType();
  if (!isFoldable(output))
    return {};
  AxisView view(output, getAxis());
  unsigned width = output.getElementTypeBitWidth();
  SmallVector<APInt> elements;
  for (int64_t i = 0, e = output.getNumElements(); i < e; ++i)
    elements.emplace_back(width, i / view.inner % view.extent);
  return DenseElementsAttr::get(output, elements);
}

ParseResult IotaOp::parse(OpAsmParser &parser, OperationState &result) {
  SmallVector<OpAsmParser::UnresolvedOperand> extents;
  SmallVector<int64_t> integers;
  IntegerAttr axis;
  Type outputType;
  SMLoc loc = parser.getCurrentLocation();
  Builder &builder = parser.getBuilder();
  if (parseExtents(parser, extents, integers) || parser.parseKeyword("axis") ||
      parser.parseEqual() ||
      parser.parseAttribute(axis, builder.getIntegerType(64), "axis",
                            result.attributes) ||
      parser.parseOptionalAttrDict(result.attributes) ||
      parser.parseColonType(outputType) ||
      checkExtents(parser, loc, outputType, integers) ||
      parser.resolveOperands(extents, builder.getIndexType(), result.operands))
    return failure();
  result.addTypes(outputType);
  return success();
}

void IotaOp::print(OpAsmPrinter &printer) {
  printExtents(printer, getOutput().getType(), getExtents());
  printer << " axis = " << getAxis();
  printer.printOptionalAttrDict((*this)->getAttrs(), {"axis"});
  printer << " : " << getOutput().getType();
}
