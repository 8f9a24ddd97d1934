//===- Slice.cpp - kina.slice
//-------------------------------------------------===//
//
// Part of Kina, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Verify.h"

using namespace mlir;
using namespace kina;

void SliceOp::build(OpBuilder &builder, OperationState &state, Type output,
                    Value input, int64_t axis, int64_t start, int64_t stop) {
  build(builder, state, output, input, axis, /*bounds=*/ValueRange(),
        builder.getDenseI64ArrayAttr({start, stop}).asArrayRef());
}

LogicalResult SliceOp::verify() {
  ArrayRef<int64_t> bounds = getStaticBounds();
  // slice_c4
  if (bounds.size() != 2)
    return emitOpError("expected 2 bounds, but got ") << bounds.size();
  size_t operands = llvm::count_if(bounds, ShapedType::isDynamic);
  if (operands != getBounds().size())
    return emitOpError("expected ")
           << operands << " operands as bounds, but got " << getBounds().size();
  return verifyResult(*this, inferSlice(getOperation(), getInput().getType(),
                                        getAxis(), bounds[0], bounds[1]));
}

OpFoldResult SliceOp::getStart() {
  if (!ShapedType::isDynamic(getStaticBounds()[0]))
    return Builder(getContext()).getIndexAttr(getStaticBounds()[0]);
  return getBounds().front();
}

OpFoldResult SliceOp::getStop() {
  if (!ShapedType::isDynamic(getStaticBounds()[1]))
    return Builder(getContext()).getIndexAttr(getStaticBounds()[1]);
  return getBounds().back();
}

/// `[%s : 4]`.
ParseResult
kina::parseSliceBounds(OpAsmParser &parser,
                       SmallVectorImpl<OpAsmParser::UnresolvedOperand> &bounds,
                       DenseI64ArrayAttr &staticBounds) {
  SmallVector<int64_t, 2> integers;
  auto parseBound = [&]() -> ParseResult {
    int64_t &integer = integers.emplace_back(ShapedType::kDynamic);
    OptionalParseResult parsed = parser.parseOptionalInteger(integer);
    if (parsed.has_value())
      return *parsed;
    return parser.parseOperand(bounds.emplace_back());
  };
  if (parser.parseLSquare() || parseBound() || parser.parseColon() ||
      parseBound() || parser.parseRSquare())
    return failure();
  staticBounds = parser.getBuilder().getDenseI64ArrayAttr(integers);
  return success();
}

void kina::printSliceBounds(OpAsmPrinter &printer, Operation *,
                            OperandRange bounds,
                            DenseI64ArrayAttr staticBounds) {
  auto next = bounds.begin();
  printer << '[';
  llvm::interleave(
      staticBounds.asArrayRef(), printer,
      [&](int64_t bound) {
        if (ShapedType::isDynamic(bound))
          printer << *next++;
        else
          printer << bound;
      },
      " : ");
  printer << ']';
}
