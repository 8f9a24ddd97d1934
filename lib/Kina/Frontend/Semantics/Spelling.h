//===- Spelling.h - How types and names stand in .kina ----------*- C++ -*-===//
//
// Part of Kina, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef KINA_LIB_FRONTEND_SEMANTICS_SPELLING_H
#define KINA_LIB_FRONTEND_SEMANTICS_SPELLING_H

#include "Kina/IR/Extent.h"
#include "mlir/IR/BuiltinAttributes.h"
#include "mlir/IR/Diagnostics.h"

namespace kina::frontend {

using kina::Extent;
using kina::ExtentContext;
using kina::ExtentOr;
using kina::SizeRange;

/// The element type that is written `name`, or null.
mlir::Type getElementType(mlir::MLIRContext *context, llvm::StringRef name);

/// The names of all element types.
llvm::ArrayRef<llvm::StringRef> getElementTypeNames();

/// `F32`.
llvm::StringRef spellElementType(mlir::Type type);

/// `[1, S + 1, 4]`.
std::string spellShape(llvm::ArrayRef<Extent> shape);

/// `Tensor[F32, [1, S + 1, 4], @host]`.
std::string spellType(mlir::Type elementType, llvm::ArrayRef<Extent> shape);

/// The extents of a type that has a `?`, as the back end reads them; null for
/// a static type.
mlir::ArrayAttr getExtentsAttr(mlir::MLIRContext *context,
                               llvm::ArrayRef<Extent> shape);

/// The message of a diagnostic, with MLIR's types spelled as in `.kina`.
std::string spellMessage(const mlir::Diagnostic &diagnostic);

/// Whether a value of that name has no name: `_`, and what --mlir-to-kina calls
/// one where the text needs a name, `_0`, `_1`, ...
bool isPlaceholder(llvm::StringRef name);

/// Finds the candidate that `name` was probably meant to be.
class NearestName {
public:
  explicit NearestName(llvm::StringRef name);
  void consider(llvm::StringRef candidate);

  /// `; did you mean 'x'?`, or nothing.
  std::string str() const;

private:
  llvm::StringRef name;
  llvm::StringRef best;
  unsigned bestDistance;
};

} // namespace kina::frontend

#endif // KINA_LIB_FRONTEND_SEMANTICS_SPELLING_H
