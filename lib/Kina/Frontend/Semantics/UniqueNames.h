//===- UniqueNames.h - The names of the values of a function ----*- C++ -*-===//
//
// Part of Kina, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef KINA_LIB_FRONTEND_SEMANTICS_UNIQUENAMES_H
#define KINA_LIB_FRONTEND_SEMANTICS_UNIQUENAMES_H

#include "mlir/IR/BuiltinAttributes.h"
#include "llvm/ADT/DenseMap.h"

namespace kina::frontend {

/// Gives each name once. The text may bind a name again; in MLIR the second
/// value of the name `h` is `h_0`, and so on.
class UniqueNames {
public:
  /// `name`, or the first of `name_0`, `name_1`, .. that was not given yet.
  mlir::StringAttr give(mlir::StringAttr name);

  /// The name for which `give` would return `name` now: `h` for `h_0`.
  mlir::StringAttr getOriginal(mlir::StringAttr name);

private:
  mlir::StringAttr getFree(mlir::StringAttr name);

  /// The names that were given, each with its next number.
  llvm::DenseMap<mlir::StringAttr, unsigned> given;
};

} // namespace kina::frontend

#endif // KINA_LIB_FRONTEND_SEMANTICS_UNIQUENAMES_H
