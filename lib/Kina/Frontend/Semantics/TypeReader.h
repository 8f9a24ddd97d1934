//===- TypeReader.h - Integer expressions, shapes and types -----*- C++ -*-===//
//
// Part of Kina, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef KINA_LIB_FRONTEND_SEMANTICS_TYPEREADER_H
#define KINA_LIB_FRONTEND_SEMANTICS_TYPEREADER_H

#include "Semantics/Module.h"
#include "Semantics/Spelling.h"
#include "Syntax/Lexer.h"

namespace kina::frontend {

/// The largest rank of a tensor.
constexpr unsigned maxRank = 32;

/// Finds what the parts of the tree mean that stand both outside and inside of
/// a function: integer expressions, shapes and types.
class TypeReader {
public:
  /// `scope` is the function whose sizes can be named.
  TypeReader(Module &module, const Function *scope = nullptr)
      : module(module), scope(scope) {}

  /// Null after an error.
  Extent readExtent(const tree::Expr *expr);

protected:
  mlir::MLIRContext *getContext() { return module.getContext(); }

  Reported emitError(SourceLoc loc, const llvm::Twine &message) {
    return module.emitError(loc, message);
  }
  /// Reports `expected <what>, but got <the first token of the expression>`.
  Reported expected(const llvm::Twine &what, const tree::Expr *expr);

  /// A size of the function or of the module, or null.
  const Size *findSize(llvm::StringRef name) const;
  void considerSizes(NearestName &nearest) const;

  /// Reports a name that a size has already.
  mlir::LogicalResult checkNoSize(llvm::StringRef name);

  /// True if the expression is known to be at least `bound`.
  bool isAtLeast(Extent extent, int64_t bound) {
    return module.isAtLeast(extent, bound, scope);
  }

  std::optional<int64_t> readConstant(const tree::Expr *expr);
  mlir::LogicalResult readShape(const tree::Expr *expr,
                                llvm::SmallVectorImpl<Extent> &shape);
  /// Null after an error.
  mlir::Type readElementType(llvm::StringRef name);
  mlir::FailureOr<TensorType> readType(const tree::Type &type);

  Module &module;
  const Function *scope;

private:
  Extent readInteger(const tree::Expr *number, bool isNegative);
  Extent readSizeName(llvm::StringRef name);
  Extent readMinMax(const tree::Apply &application);
  /// The result of the operation; null after an error.
  Extent combine(llvm::StringRef op, Extent lhs, Extent rhs);
};

} // namespace kina::frontend

#endif // KINA_LIB_FRONTEND_SEMANTICS_TYPEREADER_H
