//===- SizeExpression.h - The extents of a signature ------------*- C++ -*-===//
//
// Part of Kina, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef KINA_CODEGEN_SIZEEXPRESSION_H
#define KINA_CODEGEN_SIZEEXPRESSION_H

#include "mlir/IR/Builders.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringRef.h"
#include <optional>
#include <string>

namespace kina {

/// A polynomial over size names, as `kina.extents` spells it: `2 * S * T + 1`.
class SizeExpression {
public:
  struct Term {
    int64_t factor;
    llvm::SmallVector<std::string, 2> names;
  };

  /// Failure where the text is no sum of products of integers and names.
  static llvm::FailureOr<SizeExpression> parse(llvm::StringRef text);

  explicit SizeExpression(int64_t constant) : terms({Term{constant, {}}}) {}

  /// As it would be written.
  std::string str() const;

  llvm::ArrayRef<Term> getTerms() const { return terms; }

  /// The number, where no size takes part.
  std::optional<int64_t> getConstant() const;

  /// The value in arith ops, of the type of the values that `lookup` gives for
  /// the size names; `type` is that type, an integer or index.
  mlir::Value
  materialize(mlir::OpBuilder &builder, mlir::Location loc, mlir::Type type,
              llvm::function_ref<mlir::Value(llvm::StringRef)> lookup) const;

private:
  SizeExpression() = default;

  llvm::SmallVector<Term, 2> terms;
};

} // namespace kina

#endif // KINA_CODEGEN_SIZEEXPRESSION_H
