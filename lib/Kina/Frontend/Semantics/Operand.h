//===- Operand.h - What an expression stands for ----------------*- C++ -*-===//
//
// Part of Kina, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef KINA_LIB_FRONTEND_SEMANTICS_OPERAND_H
#define KINA_LIB_FRONTEND_SEMANTICS_OPERAND_H

#include "Semantics/Literal.h"
#include "Semantics/Module.h"
#include "Semantics/OpSpec.h"

namespace kina::frontend {

/// A value and its type as it is written. Null if it was in error.
struct TypedValue {
  TypedValue() = default;
  TypedValue(const checked::Value *value)
      : value(value), type(value->type), shape(value->getShape()) {}
  /// What has no value here, but in MLIR.
  TypedValue(mlir::RankedTensorType type, llvm::ArrayRef<Extent> shape)
      : type(type), shape(shape) {}

  explicit operator bool() const { return static_cast<bool>(type); }
  mlir::Type getElementType() const { return type.getElementType(); }
  mlir::RankedTensorType getType() const { return type; }
  TensorType getTensorType() const { return {type, shape}; }

  const checked::Value *value = nullptr;
  mlir::RankedTensorType type;
  llvm::ArrayRef<Extent> shape;
};

/// The meaning of an expression. What depends on the operand beside it (the
/// type of a literal, the shape of a broadcast) is still open in it.
class Operand {
public:
  enum class Kind {
    /// An error was reported; whatever is made of it is in error silently.
    Poison,
    Value,
    /// A number without a type.
    Literal,
    /// A value to be broadcast to a shape that is not known yet.
    Broadcast,
    /// The results of a call or a split, if there is not exactly one.
    Results
  };

  static Operand poison(SourceLoc loc) { return {Kind::Poison, loc}; }
  static Operand get(SourceLoc loc, TypedValue value) {
    Operand operand(value ? Kind::Value : Kind::Poison, loc);
    operand.value = value;
    return operand;
  }
  static Operand get(SourceLoc loc, Literal literal) {
    Operand operand(Kind::Literal, loc);
    operand.literal = literal;
    return operand;
  }
  static Operand results(SourceLoc loc, llvm::ArrayRef<TypedValue> values,
                         llvm::StringRef maker,
                         std::optional<SourceLoc> definition = std::nullopt) {
    Operand operand(Kind::Results, loc);
    operand.values = values;
    operand.name = maker;
    operand.definition = definition;
    return operand;
  }

  bool is(Kind other) const { return kind == other; }
  bool isPoison() const { return is(Kind::Poison); }

  Kind kind;
  /// Where the expression, or the operator at its root, stands.
  SourceLoc loc;
  /// Of a Value or a Broadcast.
  TypedValue value;
  Literal literal;
  /// Of Results; they live as long as the checker.
  llvm::ArrayRef<TypedValue> values;
  /// If the expression is the name of a value: the name and its definition. Of
  /// Results those of what makes them.
  llvm::StringRef name;
  std::optional<SourceLoc> definition;

private:
  Operand(Kind kind, SourceLoc loc) : kind(kind), loc(loc) {}
};

/// The numbers of a list `[[1, 2], [3, 4]]` in row-major order.
struct NumberList {
  struct Number {
    SourceLoc loc;
    Literal literal;
  };

  bool empty() const { return numbers.empty(); }

  llvm::SmallVector<Number, 0> numbers;
  llvm::SmallVector<int64_t, 0> shape;
};

/// An op, operator or function with what it is applied to.
struct Application {
  Application(SourceLoc loc, const OpSpec *spec,
              llvm::ArrayRef<Operand> operands = {})
      : loc(loc), spec(spec), operands(operands) {}

  SourceLoc loc;
  /// Null if a function is applied.
  const OpSpec *spec;
  llvm::SmallVector<Operand, 2> operands;
  /// Where the operand of a tensor is a list; it is also its first number.
  NumberList list;
  OpAttrs attrs;
  /// The sizes that a call states.
  llvm::SmallVector<StatedSize, 0> sizes;
  /// The operand that gives a broadcast its shape.
  std::optional<SourceLoc> shapeLoc;
};

} // namespace kina::frontend

#endif // KINA_LIB_FRONTEND_SEMANTICS_OPERAND_H
