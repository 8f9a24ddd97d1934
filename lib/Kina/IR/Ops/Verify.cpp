//===- Verify.cpp - What the verifiers of the ops share -------------------===//
//
// Part of Kina, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Verify.h"

using namespace mlir;
using namespace kina;

bool kina::agrees(FailureOr<RankedTensorType> inferred,
                  RankedTensorType declared) {
  return succeeded(inferred) &&
         declared.getElementType() == inferred->getElementType() &&
         declared.getRank() == inferred->getRank() &&
         llvm::all_of_zip(declared.getShape(), inferred->getShape(),
                          extentsAgree);
}

LogicalResult kina::verifyResult(Operation *op,
                                 FailureOr<RankedTensorType> inferred) {
  if (failed(inferred))
    return failure();
  auto declared = cast<RankedTensorType>(op->getResult(0).getType());
  if (!agrees(inferred, declared))
    return op->emitOpError("expected result type ")
           << *inferred << ", but got " << declared;
  return success();
}

LogicalResult kina::verifyExtents(Operation *op, RankedTensorType output,
                                  OperandRange extents) {
  size_t given = extents.size();
  if (given != output.getNumDynamicDims())
    return op->emitOpError("expected ")
           << output.getNumDynamicDims() << " extent operands for "
           << static_cast<Type>(output) << ", but got " << given;
  return success();
}

void kina::printExtents(OpAsmPrinter &printer, RankedTensorType output,
                        OperandRange extents) {
  if (output.hasStaticShape())
    return;
  printer << " to [";
  auto next = extents.begin();
  llvm::interleaveComma(output.getShape(), printer, [&](int64_t extent) {
    if (ShapedType::isDynamic(extent))
      printer << *next++;
    else
      printer << extent;
  });
  printer << ']';
}

ParseResult
kina::parseExtents(OpAsmParser &parser,
                   SmallVectorImpl<OpAsmParser::UnresolvedOperand> &extents,
                   SmallVectorImpl<int64_t> &integers) {
  if (failed(parser.parseOptionalKeyword("to")))
    return success();
  return parser.parseCommaSeparatedList(
      OpAsmParser::Delimiter::Square, [&]() -> ParseResult {
        int64_t integer;
        OptionalParseResult parsed = parser.parseOptionalInteger(integer);
        if (parsed.has_value()) {
          integers.push_back(integer);
          return *parsed;
        }
        integers.push_back(ShapedType::kDynamic);
        return parser.parseOperand(extents.emplace_back());
      });
}

ParseResult kina::checkExtents(OpAsmParser &parser, SMLoc loc, Type output,
                               ArrayRef<int64_t> integers) {
  auto tensor = dyn_cast<RankedTensorType>(output);
  if (integers.empty() || !tensor || tensor.getShape() == integers)
    return success();
  return parser.emitError(loc, "expected the extents of the result type ")
         << output << " in this list, '?' as operands";
}

ParseResult kina::parseExtentsOp(OpAsmParser &parser, OperationState &result) {
  OpAsmParser::UnresolvedOperand input;
  SmallVector<OpAsmParser::UnresolvedOperand> extents;
  SmallVector<int64_t> integers;
  Type inputType, outputType;
  if (parser.parseOperand(input))
    return failure();
  SMLoc loc = parser.getCurrentLocation();
  Type index = parser.getBuilder().getIndexType();
  if (parseExtents(parser, extents, integers) ||
      parser.parseOptionalAttrDict(result.attributes) ||
      parser.parseColonType(inputType) || parser.parseArrow() ||
      parser.parseType(outputType) ||
      checkExtents(parser, loc, outputType, integers) ||
      parser.resolveOperand(input, inputType, result.operands) ||
      parser.resolveOperands(extents, index, result.operands))
    return failure();
  result.addTypes(outputType);
  return success();
}

void kina::printExtentsOp(OpAsmPrinter &printer, Operation *op) {
  printer << ' ' << op->getOperand(0);
  Type output = op->getResult(0).getType();
  printExtents(printer, cast<RankedTensorType>(output),
               op->getOperands().drop_front());
  printer.printOptionalAttrDict(op->getAttrs());
  printer << " : " << op->getOperand(0).getType() << " -> " << output;
}
