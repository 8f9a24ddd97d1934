//===- Verify.h - What the verifiers of the ops share -----------*- C++ -*-===//
//
// Part of Kina, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LIB_KINA_IR_OPS_VERIFY_H
#define LIB_KINA_IR_OPS_VERIFY_H

#include "Kina/IR/KinaDialect.h"

namespace kina {

/// Whether the type that a shape function says may be declared as `declared`:
/// the element types are equal and the extents agree as far as they are static.
bool agrees(mlir::FailureOr<mlir::RankedTensorType> inferred,
            mlir::RankedTensorType declared);

/// The op's declared result type against what its shape function says.
/// Fails without a word if `inferred` has failed, since that was reported.
mlir::LogicalResult
verifyResult(mlir::Operation *op,
             mlir::FailureOr<mlir::RankedTensorType> inferred);

/// One operand of type index for each `?` of the result.
mlir::LogicalResult verifyExtents(mlir::Operation *op,
                                  mlir::RankedTensorType output,
                                  mlir::OperandRange extents);

/// ` to [1, %n]`, where there is a `?` in the result type: prints the static
/// extents and the operands for the others.
void printExtents(mlir::OpAsmPrinter &printer, mlir::RankedTensorType output,
                  mlir::OperandRange extents);

/// The counterpart. `integers` gets an entry for each extent, dynamic where an
/// operand stands; they are empty where ` to` does not stand.
mlir::ParseResult parseExtents(
    mlir::OpAsmParser &parser,
    llvm::SmallVectorImpl<mlir::OpAsmParser::UnresolvedOperand> &extents,
    llvm::SmallVectorImpl<int64_t> &integers);

/// Says at `loc` where the listed extents are not those of `output`.
mlir::ParseResult checkExtents(mlir::OpAsmParser &parser, llvm::SMLoc loc,
                               mlir::Type output,
                               llvm::ArrayRef<int64_t> integers);

/// `%input to [..] attr-dict : T -> U`, for reshape and broadcast.
mlir::ParseResult parseExtentsOp(mlir::OpAsmParser &parser,
                                 mlir::OperationState &result);
void printExtentsOp(mlir::OpAsmPrinter &printer, mlir::Operation *op);

/// `[%s : 4]`, the bounds of a slice.
mlir::ParseResult parseSliceBounds(
    mlir::OpAsmParser &parser,
    llvm::SmallVectorImpl<mlir::OpAsmParser::UnresolvedOperand> &bounds,
    mlir::DenseI64ArrayAttr &staticBounds);
void printSliceBounds(mlir::OpAsmPrinter &printer, mlir::Operation *op,
                      mlir::OperandRange bounds,
                      mlir::DenseI64ArrayAttr staticBounds);

/// `ins(%a axis 1 : T, %b replicated : U)`, the operands of a shard_map.
mlir::ParseResult parseShardedOperands(
    mlir::OpAsmParser &parser,
    llvm::SmallVectorImpl<mlir::OpAsmParser::UnresolvedOperand> &inputs,
    llvm::SmallVectorImpl<mlir::Type> &types, mlir::DenseI64ArrayAttr &axes);
void printShardedOperands(mlir::OpAsmPrinter &printer, mlir::Operation *op,
                          mlir::OperandRange inputs, mlir::TypeRange types,
                          mlir::DenseI64ArrayAttr axes);

/// `outs(axis 1 : T, partial : U)`, its results.
mlir::ParseResult parseShardedResults(mlir::OpAsmParser &parser,
                                      llvm::SmallVectorImpl<mlir::Type> &types,
                                      mlir::DenseI64ArrayAttr &axes);
void printShardedResults(mlir::OpAsmPrinter &printer, mlir::Operation *op,
                         mlir::TypeRange types, mlir::DenseI64ArrayAttr axes);

} // namespace kina

#endif // LIB_KINA_IR_OPS_VERIFY_H
