//===- ShardMap.cpp - kina.shard_map -------------------------------------===//
//
// Part of Kina, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Shard.h"
#include "Verify.h"
#include "mlir/IR/PatternMatch.h"

using namespace mlir;
using namespace kina;

/// An axis that is split: within the rank, and in equal parts.
static LogicalResult verifyAxis(ShardMapOp op, RankedTensorType type,
                                int64_t axis, const Twine &what) {
  // shard_map_c2
  if (axis >= type.getRank())
    return op.emitOpError("expected an axis below ")
           << type.getRank() << " for " << what << ", which is "
           << static_cast<Type>(type) << ", but got " << axis;
  int64_t extent = type.getDimSize(axis);
  if (ShapedType::isDynamic(extent))
    return op.emitOpError("expected a static extent on axis ")
           << axis << " of " << what << ", which is split over "
           << op.getDevices() << " devices, but got "
           << static_cast<Type>(type);
  int64_t devices = op.getDevices();
  if (extent % devices != 0)
    return op.emitOpError("expected a number of devices that divides ")
           << extent << ", the extent of axis " << axis << " of " << what
           << (": " + spellDivisors(extent)) << ", but got " << devices;
  return success();
}

LogicalResult ShardMapOp::verifyRegions() {
  // shard_map_c1
  if (failed(verifyDevices(*this, getDevices())))
    return failure();
  auto verifyAxes = [&](ValueRange values, ArrayRef<int64_t> axes,
                        StringRef what, int64_t least) -> LogicalResult {
    if (values.size() != axes.size())
      return emitOpError("expected an axis for each ")
             << what << ", which are " << values.size() << ", but got "
             << axes.size();
    for (auto [index, value, axis] : llvm::enumerate(values, axes)) {
      if (axis < least)
        return emitOpError("expected an axis, -1 for replicated")
               << (least == kPartial ? " or -2 for partial" : "") << ", for "
               << what << ' ' << index << ", but got " << axis;
      if (axis >= 0 &&
          failed(verifyAxis(*this, cast<RankedTensorType>(value.getType()),
                            axis, what + Twine(' ') + Twine(index))))
        return failure();
    }
    return success();
  };
  if (failed(verifyAxes(getInputs(), getInputAxes(), "operand", kReplicated)) ||
      failed(verifyAxes(getOutputs(), getOutputAxes(), "result", kPartial)))
    return failure();
  // shard_map_c5
  for (auto [index, value, axis] :
       llvm::enumerate(getOutputs(), getOutputAxes()))
    if (axis == kPartial &&
        cast<RankedTensorType>(value.getType()).getElementType().isInteger(1))
      return emitOpError("expected a partial result of numbers, but result ")
             << index << " is " << value.getType();
  // shard_map_c3 and c4
  return verifyBody(*this);
}

void ShardMapOp::getCanonicalizationPatterns(RewritePatternSet &patterns,
                                             MLIRContext *context) {
  patterns.add(inlineSingleDevice<ShardMapOp>);
}

//===----------------------------------------------------------------------===//
// Assembly
//===----------------------------------------------------------------------===//

/// `axis 1`, `replicated` or `partial`.
static ParseResult parseAxis(OpAsmParser &parser, int64_t &axis,
                             bool mayBePartial) {
  if (succeeded(parser.parseOptionalKeyword("axis"))) {
    SMLoc loc = parser.getCurrentLocation();
    if (parser.parseInteger(axis))
      return failure();
    if (axis < 0)
      return parser.emitError(loc, "expected an axis of at least 0");
    return success();
  }
  if (succeeded(parser.parseOptionalKeyword("replicated"))) {
    axis = kReplicated;
    return success();
  }
  if (mayBePartial && succeeded(parser.parseOptionalKeyword("partial"))) {
    axis = kPartial;
    return success();
  }
  return parser.emitError(parser.getCurrentLocation(), "expected 'axis'")
         << (mayBePartial ? ", 'partial'" : "") << " or 'replicated'";
}

static void printAxis(OpAsmPrinter &printer, int64_t axis) {
  if (axis == kReplicated)
    printer << "replicated";
  else if (axis == kPartial)
    printer << "partial";
  else
    printer << "axis " << axis;
}

ParseResult kina::parseShardedOperands(
    OpAsmParser &parser,
    SmallVectorImpl<OpAsmParser::UnresolvedOperand> &inputs,
    SmallVectorImpl<Type> &types, DenseI64ArrayAttr &axes) {
  SmallVector<int64_t> integers;
  if (parser.parseKeyword("ins") ||
      parser.parseCommaSeparatedList(
          OpAsmParser::Delimiter::Paren, [&]() -> ParseResult {
            return failure(parser.parseOperand(inputs.emplace_back()) ||
                           parseAxis(parser, integers.emplace_back(),
                                     /*mayBePartial=*/false) ||
                           parser.parseColonType(types.emplace_back()));
          }))
    return failure();
  axes = parser.getBuilder().getDenseI64ArrayAttr(integers);
  return success();
}

void kina::printShardedOperands(OpAsmPrinter &printer, Operation *,
                                OperandRange inputs, TypeRange types,
                                DenseI64ArrayAttr axes) {
  printer << "ins(";
  llvm::interleaveComma(llvm::zip(inputs, types, axes.asArrayRef()), printer,
                        [&](auto entry) {
                          auto [input, type, axis] = entry;
                          printer << input << ' ';
                          printAxis(printer, axis);
                          printer << " : " << type;
                        });
  printer << ')';
}

ParseResult kina::parseShardedResults(OpAsmParser &parser,
                                      SmallVectorImpl<Type> &types,
                                      DenseI64ArrayAttr &axes) {
  SmallVector<int64_t> integers;
  if (parser.parseKeyword("outs") ||
      parser.parseCommaSeparatedList(
          OpAsmParser::Delimiter::Paren, [&]() -> ParseResult {
            return failure(parseAxis(parser, integers.emplace_back(),
                                     /*mayBePartial=*/true) ||
                           parser.parseColonType(types.emplace_back()));
          }))
    return failure();
  axes = parser.getBuilder().getDenseI64ArrayAttr(integers);
  return success();
}

void kina::printShardedResults(OpAsmPrinter &printer, Operation *,
                               TypeRange types, DenseI64ArrayAttr axes) {
  printer << "outs(";
  llvm::interleaveComma(llvm::zip(types, axes.asArrayRef()), printer,
                        [&](auto entry) {
                          auto [type, axis] = entry;
                          printAxis(printer, axis);
                          printer << " : " << type;
                        });
  printer << ')';
}
