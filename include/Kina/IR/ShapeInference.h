//===- ShapeInference.h - Typing rules of the kina ops ----------*- C++ -*-===//
//
// Part of Kina, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// One function for each op: operand types and attributes in, result type out.
// The verifiers, the builders and the front end call these and nothing else,
// so that a rule stands in one place. A rule that is broken is reported at the
// location, if there is one, and failure is returned.
//
//===----------------------------------------------------------------------===//

#ifndef KINA_IR_SHAPEINFERENCE_H
#define KINA_IR_SHAPEINFERENCE_H

#include "mlir/IR/BuiltinTypes.h"
#include "mlir/IR/Location.h"
#include <optional>

// The enumerations are part of the rules.
#include "Kina/IR/KinaEnums.h.inc"

namespace kina {

/// Ranked, no encoding, one of kina's element types, every static extent at
/// least 1, and the product of the static extents times the element size below
/// 2^63.
bool isLegalTensor(mlir::Type type);

/// The element types of the language and the dialect.
bool isLegalElementType(mlir::Type type);

/// The bytes that one element takes in memory: i1 takes one.
int64_t getElementBytes(mlir::Type elementType);

/// Like `isLegalTensor`, for a type that is still extents and an element type;
/// says at `loc` which rule is broken.
mlir::FailureOr<mlir::RankedTensorType>
getLegalTensor(std::optional<mlir::Location> loc,
               llvm::ArrayRef<int64_t> extents, mlir::Type elementType);

/// The type with the same extents and another element type.
mlir::RankedTensorType getSameShape(mlir::Type type, mlir::Type elementType);

/// Static extents are equal, or one of them is not known.
bool extentsAgree(int64_t lhs, int64_t rhs);

mlir::LogicalResult checkAxis(std::optional<mlir::Location> loc,
                              mlir::RankedTensorType input, int64_t axis);

mlir::FailureOr<mlir::RankedTensorType>
inferGather(std::optional<mlir::Location> loc, mlir::RankedTensorType table,
            mlir::RankedTensorType indices);

/// `elementType` is that of the result; null stands for the operands'.
mlir::FailureOr<mlir::RankedTensorType>
inferMatmul(std::optional<mlir::Location> loc, mlir::RankedTensorType lhs,
            mlir::RankedTensorType rhs, mlir::Type elementType = nullptr);

mlir::FailureOr<mlir::RankedTensorType>
inferReshape(std::optional<mlir::Location> loc, mlir::RankedTensorType input,
             llvm::ArrayRef<int64_t> extents);

mlir::FailureOr<mlir::RankedTensorType>
inferTranspose(std::optional<mlir::Location> loc, mlir::RankedTensorType input,
               llvm::ArrayRef<int64_t> perm);

mlir::FailureOr<mlir::RankedTensorType>
inferBroadcast(std::optional<mlir::Location> loc, mlir::RankedTensorType input,
               llvm::ArrayRef<int64_t> extents);

mlir::FailureOr<mlir::RankedTensorType>
inferConcat(std::optional<mlir::Location> loc,
            llvm::ArrayRef<mlir::RankedTensorType> inputs, int64_t axis);

/// A bound that is not static is `ShapedType::kDynamic`.
mlir::FailureOr<mlir::RankedTensorType>
inferSlice(std::optional<mlir::Location> loc, mlir::RankedTensorType input,
           int64_t axis, int64_t start, int64_t stop);

mlir::FailureOr<mlir::RankedTensorType>
inferSoftmax(std::optional<mlir::Location> loc, mlir::RankedTensorType input,
             int64_t axis);

mlir::FailureOr<mlir::RankedTensorType>
inferArgmax(std::optional<mlir::Location> loc, mlir::RankedTensorType input,
            int64_t axis);

mlir::FailureOr<mlir::RankedTensorType>
inferReduce(std::optional<mlir::Location> loc, ReduceKind kind,
            mlir::RankedTensorType input, int64_t axis, bool keep);

/// For an elementwise op with operands of one type: that type.
mlir::FailureOr<mlir::RankedTensorType>
inferElementwise(std::optional<mlir::Location> loc,
                 llvm::ArrayRef<mlir::RankedTensorType> operands);

mlir::FailureOr<mlir::RankedTensorType>
inferCompare(std::optional<mlir::Location> loc, mlir::RankedTensorType lhs,
             mlir::RankedTensorType rhs);

mlir::FailureOr<mlir::RankedTensorType>
inferSelect(std::optional<mlir::Location> loc,
            mlir::RankedTensorType condition, mlir::RankedTensorType onTrue,
            mlir::RankedTensorType onFalse);

mlir::FailureOr<mlir::RankedTensorType>
inferCast(std::optional<mlir::Location> loc, mlir::RankedTensorType input,
          mlir::Type elementType);

} // namespace kina

#endif // KINA_IR_SHAPEINFERENCE_H
