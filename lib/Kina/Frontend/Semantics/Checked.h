//===- Checked.h - A checked function, before it is ops ---------*- C++ -*-===//
//
// Part of Kina, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef KINA_LIB_FRONTEND_SEMANTICS_CHECKED_H
#define KINA_LIB_FRONTEND_SEMANTICS_CHECKED_H

#include "Semantics/OpSpec.h"
#include "Syntax/Diagnostics.h"
#include "llvm/Support/Allocator.h"

namespace kina::frontend {
struct Function;

namespace checked {

struct Op;

/// A parameter, or a result of an op.
struct Value {
  llvm::ArrayRef<Extent> getShape() const {
    return {shape, static_cast<size_t>(type.getRank())};
  }

  mlir::RankedTensorType type = {};
  const Extent *shape = nullptr;
  /// Null for a parameter.
  Op *maker = nullptr;
  /// What it has become, once it is made.
  const void *emitted = nullptr;
};

/// One op to be made, with all that is known about it.
struct Op {
  enum Kind : uint8_t { Kina, Constant, Size, Call };

  Kind kind;
  OpKind op = OpKind::tensor;
  SourceLoc loc = {};
  llvm::ArrayRef<const Value *> operands = {};
  llvm::MutableArrayRef<Value> results = {};
  /// The name that a `let` gives its results.
  mlir::StringAttr name = {};
  /// Of an op of the dialect that has some.
  const OpAttrs *attrs = nullptr;
  Op *next = nullptr;
};

/// A constant; one element where the extents are no numbers.
struct Constant : Op {
  mlir::DenseElementsAttr value = {};
};

/// A size as an I64 scalar.
struct Size : Op {
  Extent extent = {};
};

struct Call : Op {
  const Function *callee = nullptr;
  /// What the sizes of the callee are here.
  llvm::ArrayRef<Extent> sizes = {};
};

/// The ops of a function in the order in which they are evaluated.
struct Body {
  template <typename T> T *append(T op, size_t resultCount = 1) {
    auto *made = new (allocator) T(op);
    made->results = {new (allocator.Allocate<Value>(resultCount))
                         Value[resultCount],
                     resultCount};
    for (Value &result : made->results)
      result.maker = made;
    (last ? last->next : first) = made;
    last = made;
    return made;
  }

  llvm::BumpPtrAllocator allocator = {};
  llvm::MutableArrayRef<Value> parameters = {};
  Op *first = nullptr;
  Op *last = nullptr;
  SourceLoc returnLoc = {};
  llvm::SmallVector<const Value *> returned = {};
  /// The names of the results of the function.
  llvm::SmallVector<std::string> resultNames = {};
};

} // namespace checked
} // namespace kina::frontend

#endif // KINA_LIB_FRONTEND_SEMANTICS_CHECKED_H
