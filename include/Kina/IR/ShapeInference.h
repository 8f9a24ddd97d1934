//===- ShapeInference.h - Typing rules of the kina ops ----------*- C++ -*-===//
//
// Part of Kina, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// One function for each op: operand types and attributes in, result type out.
// The verifiers, the builders and the front end call these and nothing else,
// so that a rule stands in one place. A rule that is broken is reported at the
// site, if there is one, and failure is returned.
//
//===----------------------------------------------------------------------===//

#ifndef KINA_IR_SHAPEINFERENCE_H
#define KINA_IR_SHAPEINFERENCE_H

#include "mlir/IR/BuiltinTypes.h"
#include "mlir/IR/Diagnostics.h"
#include "mlir/IR/Operation.h"
#include <optional>
#include <string>

// The enumerations are part of the rules.
#include "Kina/IR/KinaEnums.h.inc"

namespace kina {

/// Where a broken rule is reported: on an op, whose name then leads the
/// message; at a location; or nowhere, for a question that may be answered no.
class ErrorSite {
public:
  ErrorSite(mlir::Operation *op) : op(op) {}
  ErrorSite(mlir::Location loc) : loc(loc) {}
  ErrorSite(std::nullopt_t) {}

  /// Reports the message made of `args`.
  template <typename... Args> llvm::LogicalResult error(Args &&...args) const {
    if (op)
      return (op->emitOpError() << ... << std::forward<Args>(args));
    if (loc)
      return (mlir::emitError(*loc) << ... << std::forward<Args>(args));
    return llvm::failure();
  }

private:
  mlir::Operation *op = nullptr;
  std::optional<mlir::Location> loc;
};

/// An extent as messages show it: `?` where it is not known.
std::string spellExtent(int64_t extent);

/// `[1, 4, ?]`.
std::string spellShape(llvm::ArrayRef<int64_t> extents);

/// Ranked, no encoding, one of kina's element types, every static extent at
/// least 1, and the product of the static extents times the element size below
/// 2^63.
bool isLegalTensor(mlir::Type type);

/// The element types of the language and the dialect.
bool isLegalElementType(mlir::Type type);

/// The bytes that one element takes in memory: i1 takes one.
int64_t getElementBytes(mlir::Type elementType);

/// Like `isLegalTensor`, for a type that is still extents and an element type;
/// says at `site` which rule is broken.
mlir::FailureOr<mlir::RankedTensorType>
getLegalTensor(ErrorSite site, llvm::ArrayRef<int64_t> extents,
               mlir::Type elementType);

/// The type with the same extents and another element type.
mlir::RankedTensorType getSameShape(mlir::Type type, mlir::Type elementType);

/// Static extents are equal, or one of them is not known.
bool extentsAgree(int64_t lhs, int64_t rhs);

mlir::LogicalResult checkAxis(ErrorSite site, mlir::RankedTensorType input,
                              int64_t axis);

/// The smallest and the largest id of a tensor of ids, where they are known: an
/// iota or a constant, rearranged at most a few times.
std::optional<std::pair<int64_t, int64_t>> getKnownIds(mlir::Value ids);

mlir::FailureOr<mlir::RankedTensorType>
inferGather(ErrorSite site, mlir::RankedTensorType table,
            mlir::RankedTensorType indices);

/// `elementType` is that of the result; null stands for the operands'.
mlir::FailureOr<mlir::RankedTensorType>
inferMatmul(ErrorSite site, mlir::RankedTensorType lhs,
            mlir::RankedTensorType rhs, mlir::Type elementType = nullptr);

mlir::FailureOr<mlir::RankedTensorType>
inferReshape(ErrorSite site, mlir::RankedTensorType input,
             llvm::ArrayRef<int64_t> extents);

mlir::FailureOr<mlir::RankedTensorType>
inferTranspose(ErrorSite site, mlir::RankedTensorType input,
               llvm::ArrayRef<int64_t> perm);

mlir::FailureOr<mlir::RankedTensorType>
inferBroadcast(ErrorSite site, mlir::RankedTensorType input,
               llvm::ArrayRef<int64_t> extents);

mlir::FailureOr<mlir::RankedTensorType>
inferConcat(ErrorSite site, llvm::ArrayRef<mlir::RankedTensorType> inputs,
            int64_t axis);

/// A bound that is not static is `ShapedType::kDynamic`.
mlir::FailureOr<mlir::RankedTensorType> inferSlice(ErrorSite site,
                                                   mlir::RankedTensorType input,
                                                   int64_t axis, int64_t start,
                                                   int64_t stop);

mlir::FailureOr<mlir::RankedTensorType>
inferSoftmax(ErrorSite site, mlir::RankedTensorType input, int64_t axis);

mlir::FailureOr<mlir::RankedTensorType>
inferArgmax(ErrorSite site, mlir::RankedTensorType input, int64_t axis);

mlir::FailureOr<mlir::RankedTensorType>
inferReduce(ErrorSite site, ReduceKind kind, mlir::RankedTensorType input,
            int64_t axis, bool keep);

/// For an elementwise op with operands of one type: that type.
mlir::FailureOr<mlir::RankedTensorType>
inferElementwise(ErrorSite site,
                 llvm::ArrayRef<mlir::RankedTensorType> operands);

mlir::FailureOr<mlir::RankedTensorType>
inferCompare(ErrorSite site, mlir::RankedTensorType lhs,
             mlir::RankedTensorType rhs);

mlir::FailureOr<mlir::RankedTensorType>
inferSelect(ErrorSite site, mlir::RankedTensorType condition,
            mlir::RankedTensorType onTrue, mlir::RankedTensorType onFalse);

mlir::FailureOr<mlir::RankedTensorType>
inferCast(ErrorSite site, mlir::RankedTensorType input, mlir::Type elementType);

} // namespace kina

#endif // KINA_IR_SHAPEINFERENCE_H
