//===- OpSpec.h - How the ops are applied in .kina --------------*- C++ -*-===//
//
// Part of Kina, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef KINA_LIB_FRONTEND_SEMANTICS_OPSPEC_H
#define KINA_LIB_FRONTEND_SEMANTICS_OPSPEC_H

#include "Kina/IR/ShapeInference.h"
#include "Semantics/Spelling.h"

namespace kina::frontend {

enum class OpKind {
#define OP(name, operands, takes, ...) name,
#define ELEMENTWISE(name, Op, operands, takes) name,
#include "Semantics/Ops.def"
};

/// The element types that an op takes.
enum class Takes { Anything, Numbers, Floats };

/// What is written behind the `=` of an attribute.
enum class AttrKind {
  Axis,
  Bound,
  ElementType,
  Flag,
  Parts,
  Permutation,
  Predicate,
  ReduceKind,
  Shape
};

struct AttrSpec {
  llvm::StringRef name;
  AttrKind kind;
  bool required;
  bool positional;
};

struct OpSpec {
  static constexpr unsigned anyNumber = ~0u;

  /// The op of that name, or null.
  static const OpSpec *find(llvm::StringRef name);
  static const OpSpec &get(OpKind kind);
  static llvm::ArrayRef<OpSpec> all();

  const AttrSpec *findAttr(llvm::StringRef name) const;
  /// The attribute that the `index`th value behind the operands stands for.
  const AttrSpec *getPositionalAttr(unsigned index) const;

  OpKind kind;
  llvm::StringRef name;
  unsigned operandCount;
  Takes takes;
  llvm::SmallVector<AttrSpec, 3> attrs;
};

/// The attributes of one application; those that are not written are empty. The
/// lists live as long as the ExtentContext.
struct OpAttrs {
  std::optional<int64_t> axis;
  std::optional<Extent> start;
  std::optional<Extent> stop;
  std::optional<int64_t> parts;
  std::optional<llvm::ArrayRef<Extent>> shape;
  std::optional<llvm::ArrayRef<int64_t>> perm;
  std::optional<kina::ReduceKind> reduceKind;
  std::optional<kina::ComparePredicate> predicate;
  mlir::Type elementType;
  bool keep = false;
};

} // namespace kina::frontend

#endif // KINA_LIB_FRONTEND_SEMANTICS_OPSPEC_H
