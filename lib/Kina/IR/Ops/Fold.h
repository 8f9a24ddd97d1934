//===- Fold.h - What the folders of the ops share ---------------*- C++ -*-===//
//
// Part of Kina, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A folder computes the very bits that the compiled code computes, or nothing.
// So it touches no NaN, whose sign and payload depend on the target.
//
//===----------------------------------------------------------------------===//

#ifndef LIB_KINA_IR_OPS_FOLD_H
#define LIB_KINA_IR_OPS_FOLD_H

#include "Elements.h"
#include <optional>

namespace kina {

/// The most elements that a folder writes one by one, or reduces. A splat
/// counts as one element, whatever its type.
inline constexpr int64_t maxFoldedElements = 1 << 14;

/// Whether a constant of the type may be written element by element.
bool isFoldable(mlir::RankedTensorType type);

/// Whether the operand is a constant with this value in every element; the
/// sign of a zero counts.
bool isSplatOf(mlir::Attribute operand, double value);

/// `value` in place of the op's result, if it has the same type. Null for the
/// op's own result: unreachable blocks and graph regions hold such circles.
mlir::OpFoldResult foldTo(mlir::Operation *op, mlir::Value value);

/// A constant of one value throughout; null for a type with `?`.
mlir::Attribute getSplat(mlir::RankedTensorType type, int64_t value);

/// The element of `output` at (i, j, ..) is that of `input` at position
/// offset + i * strides[0] + j * strides[1] + .. in row-major order.
mlir::Attribute foldView(mlir::Attribute input, mlir::RankedTensorType output,
                         int64_t offset, llvm::ArrayRef<int64_t> strides);

/// The distance between neighbours on each axis in row-major order.
llvm::SmallVector<int64_t> getStrides(mlir::RankedTensorType type);

/// Stands for the type that holds an element: APFloat or APInt.
template <typename T> struct ElementTag {
  using type = T;
};

/// Calls `get` with the tag for elements of the type.
template <typename Fn>
auto dispatchElement(mlir::RankedTensorType type, Fn &&get) {
  if (mlir::isa<mlir::FloatType>(type.getElementType()))
    return get(ElementTag<llvm::APFloat>());
  return get(ElementTag<llvm::APInt>());
}

/// The constant made by `element` from the elements of constants at the same
/// position; null where an operand is not constant or `element` gives nothing.
template <typename From, typename To>
mlir::Attribute foldElementwise(
    llvm::ArrayRef<mlir::Attribute> operands, mlir::RankedTensorType output,
    llvm::function_ref<std::optional<To>(llvm::ArrayRef<From>)> element) {
  if (!output.hasStaticShape())
    return {};
  bool isSplat = true;
  llvm::SmallVector<Elements, 2> constants;
  for (mlir::Attribute operand : operands) {
    Elements constant = operand;
    if (!constant)
      return {};
    isSplat &= constant.isSplat();
    constants.push_back(constant);
  }
  if (!isSplat && !isFoldable(output))
    return {};
  llvm::SmallVector<To> elements;
  for (int64_t i = 0, e = isSplat ? 1 : output.getNumElements(); i < e; ++i) {
    llvm::SmallVector<From, 2> args;
    for (const Elements &constant : constants)
      args.push_back(constant.get<From>(i));
    std::optional<To> result = element(args);
    if (!result)
      return {};
    elements.push_back(*std::move(result));
  }
  return mlir::DenseElementsAttr::get(output, elements);
}

/// The element of an op whose operands and result have one float type,
/// computed as the lowering does: f16 and bf16 in f32, then rounded once.
std::optional<llvm::APFloat> computeFloat(
    llvm::ArrayRef<llvm::APFloat> args,
    llvm::function_ref<llvm::APFloat(llvm::ArrayRef<llvm::APFloat>)> compute);

/// Folds an elementwise op whose operands and result have one type.
mlir::Attribute foldArithmetic(
    llvm::ArrayRef<mlir::Attribute> operands, mlir::RankedTensorType output,
    llvm::function_ref<llvm::APInt(llvm::ArrayRef<llvm::APInt>)> integer,
    llvm::function_ref<llvm::APFloat(llvm::ArrayRef<llvm::APFloat>)> floating);

/// The larger or smaller of two numbers, as `max`, `min` and `reduce` have it.
llvm::APFloat getLarger(const llvm::APFloat &lhs, const llvm::APFloat &rhs);
llvm::APFloat getSmaller(const llvm::APFloat &lhs, const llvm::APFloat &rhs);

/// A constant seen along one axis: `outer` x `extent` x `inner` elements.
struct AxisView {
  AxisView(mlir::RankedTensorType type, int64_t axis);
  int64_t outer = 1, extent, inner = 1;
};

/// Whether the chain of ops of one kind above `op` runs in a circle. A pattern
/// that steps over one op of the chain would go round for ever.
template <typename OpTy> bool isInCircle(OpTy op) {
  auto step = [](OpTy op) {
    return op.getInput().template getDefiningOp<OpTy>();
  };
  OpTy slow = op, fast = op;
  while ((fast = step(fast)) && (fast = step(fast))) {
    slow = step(slow);
    if (slow == fast)
      return true;
  }
  return false;
}

} // namespace kina

#endif // LIB_KINA_IR_OPS_FOLD_H
