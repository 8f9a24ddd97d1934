//===- Builders.h - What the patterns make their ops with -------*- C++ -*-===//
//
// Part of Kina, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LIB_KINA_CONVERSION_KINATOLINALG_BUILDERS_H
#define LIB_KINA_CONVERSION_KINATOLINALG_BUILDERS_H

#include "Kina/IR/KinaDialect.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"
#include "mlir/IR/ImplicitLocOpBuilder.h"
#include "mlir/IR/PatternMatch.h"
#include "llvm/ADT/SmallBitVector.h"

namespace kina {

/// Makes the value of one element from those of the operands.
using ElementBuilder = llvm::function_ref<mlir::Value(
    mlir::ImplicitLocOpBuilder &, mlir::ValueRange)>;

//===----------------------------------------------------------------------===//
// Elements
//===----------------------------------------------------------------------===//

/// The type that elements are computed in: f32 for f16 and bf16.
mlir::Type getComputeType(mlir::Type elementType);

/// The float in the type that it is computed in; other values as they are.
mlir::Value extendFloat(mlir::ImplicitLocOpBuilder &b, mlir::Value value);

/// The counterpart: rounds to `elementType`, if that is narrower.
mlir::Value roundFloat(mlir::ImplicitLocOpBuilder &b, mlir::Value value,
                       mlir::Type elementType);

/// A constant of any of kina's element types.
mlir::Value createScalar(mlir::ImplicitLocOpBuilder &b, mlir::Type type,
                         double value);
mlir::Value createScalar(mlir::ImplicitLocOpBuilder &b,
                         const llvm::APInt &value);

/// The value below or above all others: an infinity, or the end of the range.
mlir::Value createLeast(mlir::ImplicitLocOpBuilder &b, mlir::Type type);
mlir::Value createGreatest(mlir::ImplicitLocOpBuilder &b, mlir::Type type);

//===----------------------------------------------------------------------===//
// Tensors
//===----------------------------------------------------------------------===//

/// The extents of the result of an op that states them: static ones, and for
/// each `?` an operand.
template <typename OpTy>
llvm::SmallVector<mlir::OpFoldResult> getStatedExtents(OpTy op) {
  return mlir::getMixedValues(op.getOutput().getType().getShape(),
                              op.getExtents(), op.getContext());
}

/// A new tensor filled with one value.
mlir::Value createFilled(mlir::ImplicitLocOpBuilder &b,
                         llvm::ArrayRef<mlir::OpFoldResult> extents,
                         mlir::Value element);

/// A `linalg.generic` with parallel loops over `extents`, which reads `inputs`
/// through `maps`.
mlir::Value createParallel(mlir::ImplicitLocOpBuilder &b,
                           mlir::ValueRange inputs,
                           llvm::ArrayRef<mlir::AffineMap> maps,
                           llvm::ArrayRef<mlir::OpFoldResult> extents,
                           mlir::Type elementType, ElementBuilder element);

/// A `linalg.reduce` over one axis, starting from `init`. `combine` takes the
/// accumulator and an element of the input.
mlir::Value createReduction(mlir::ImplicitLocOpBuilder &b, mlir::Value input,
                            int64_t axis, mlir::Value init,
                            ElementBuilder combine);

/// Removes or inserts the axes of extent 1 that `unit` marks; its size is the
/// larger rank.
mlir::Value dropUnitAxes(mlir::ImplicitLocOpBuilder &b, mlir::Value input,
                         const llvm::SmallBitVector &unit);
mlir::Value insertUnitAxes(mlir::ImplicitLocOpBuilder &b, mlir::Value input,
                           const llvm::SmallBitVector &unit);

/// Replaces the op by a value that may know more or fewer of its extents.
void replaceOp(mlir::RewriterBase &rewriter, mlir::Operation *op,
               mlir::Value value);

} // namespace kina

#endif // LIB_KINA_CONVERSION_KINATOLINALG_BUILDERS_H
