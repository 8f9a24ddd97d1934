//===- Extent.h - Integer expressions over size names -----------*- C++ -*-===//
//
// Part of Kina, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The extents of a program are polynomials over its size names. They are kept
// in one normal form, so two extents are equal for all sizes exactly when they
// are the same object.
//
//===----------------------------------------------------------------------===//

#ifndef KINA_IR_EXTENT_H
#define KINA_IR_EXTENT_H

#include "mlir/IR/BuiltinTypes.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/FoldingSet.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/Support/Allocator.h"
#include <optional>
#include <string>

namespace kina {

class ExtentContext;

namespace detail {
/// `factor` times the names, which are numbers that the context gave, sorted.
struct Term {
  llvm::ArrayRef<unsigned> names;
  int64_t factor;
};

/// A sum of terms, by falling degree; no two have the same names and no factor
/// is 0.
struct Polynomial : public llvm::FoldingSetNode {
  llvm::ArrayRef<Term> terms;
  ExtentContext *context;

  void Profile(llvm::FoldingSetNodeID &id) const;
};
} // namespace detail

/// A handle, to be passed by value. The default one stands for an expression
/// that was in error.
class Extent {
public:
  Extent() = default;

  explicit operator bool() const { return impl; }
  bool operator==(Extent other) const { return impl == other.impl; }
  bool operator!=(Extent other) const { return impl != other.impl; }

  /// The number, if no size name takes part.
  std::optional<int64_t> getConstant() const;

  /// The number, or `ShapedType::kDynamic`: the extent in a tensor type.
  int64_t getTypeExtent() const;

  /// As it would be written: `2 * S + 1`.
  std::string str() const;

  /// A product of size names and a number.
  struct Term {
    llvm::SmallVector<llvm::StringRef, 2> names;
    int64_t factor;
  };
  llvm::SmallVector<Term> getTerms() const;

  /// The size names in it, each once.
  llvm::SmallVector<llvm::StringRef> getNames() const;

  const void *getAsOpaquePointer() const { return impl; }

private:
  friend class ExtentContext;
  explicit Extent(const detail::Polynomial *impl) : impl(impl) {}

  const detail::Polynomial *impl = nullptr;
};

/// The values that a size may have, both ends included.
struct SizeRange {
  /// As it is written: `1..8`, `1..`.
  std::string str() const;

  int64_t min = 1;
  std::optional<int64_t> max;
};

/// An extent, or what is wrong with the operation that should make it.
struct ExtentOr {
  ExtentOr(Extent extent) : extent(extent) {}
  ExtentOr(const char *problem) : problem(problem) {}

  Extent extent;
  llvm::StringRef problem;
};

/// Owns the extents of a module and computes with them in checked 64-bit
/// arithmetic.
class ExtentContext {
public:
  ExtentContext() = default;
  ExtentContext(const ExtentContext &) = delete;
  ExtentContext &operator=(const ExtentContext &) = delete;

  Extent getConstant(int64_t value);
  Extent getSize(llvm::StringRef name);

  ExtentOr add(Extent lhs, Extent rhs);
  ExtentOr sub(Extent lhs, Extent rhs);
  ExtentOr mul(Extent lhs, Extent rhs);
  /// The quotient where it is exact.
  ExtentOr div(Extent lhs, Extent rhs);
  /// The remainder with the sign of the divisor, as in Python.
  ExtentOr mod(Extent lhs, Extent rhs);
  ExtentOr min(Extent lhs, Extent rhs);
  ExtentOr max(Extent lhs, Extent rhs);

  /// The expression with other extents in place of its size names; null if one
  /// of them is null.
  ExtentOr substitute(Extent extent,
                      llvm::function_ref<Extent(llvm::StringRef)> lookup);

  /// Splits into `factor * name + rest` without the name in either. False if
  /// the expression has it in a product with itself.
  bool splitLinear(Extent extent, llvm::StringRef name, Extent &factor,
                   Extent &rest);

  /// True if the expression is at least `bound` for all sizes of their ranges.
  /// What is false may still be so: a product of sizes minus another one is
  /// looked at from the smallest sizes only.
  bool isAtLeast(Extent extent, int64_t bound,
                 llvm::function_ref<SizeRange(llvm::StringRef)> getRange);

  /// The extents of a static type.
  llvm::ArrayRef<Extent> getShape(mlir::RankedTensorType type);

  /// A copy that lives as long as the context.
  llvm::ArrayRef<Extent> copy(llvm::ArrayRef<Extent> shape);
  llvm::ArrayRef<int64_t> copy(llvm::ArrayRef<int64_t> numbers);

private:
  friend class Extent;

  struct MutableTerm {
    llvm::SmallVector<unsigned, 4> names;
    int64_t factor;
  };
  ExtentOr normalize(llvm::SmallVectorImpl<MutableTerm> &terms);
  Extent get(llvm::ArrayRef<detail::Term> terms);

  llvm::BumpPtrAllocator allocator;
  llvm::FoldingSet<detail::Polynomial> polynomials;
  llvm::StringMap<unsigned> nameNumbers;
  llvm::SmallVector<llvm::StringRef> names;
  llvm::DenseMap<mlir::Type, llvm::ArrayRef<Extent>> staticShapes;
};

} // namespace kina

#endif // KINA_IR_EXTENT_H
