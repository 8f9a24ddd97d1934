//===- Frontend.h - .kina text to the kina dialect and back -----*- C++ -*-===//
//
// Part of Kina, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef KINA_FRONTEND_FRONTEND_H
#define KINA_FRONTEND_FRONTEND_H

#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/OwningOpRef.h"

namespace llvm {
class SourceMgr;
class raw_ostream;
} // namespace llvm

namespace kina {

/// Parses the main buffer of `sources` as a `.kina` module. Errors go to the
/// diagnostic engine of `context` with `FileLineColLoc`s, and null is
/// returned. Imported files are read relative to the main buffer's name and
/// are added to `sources`, so that a handler can show their lines.
mlir::OwningOpRef<mlir::ModuleOp> parseKinaModule(llvm::SourceMgr &sources,
                                                  mlir::MLIRContext *context);

/// Writes a module of kina ops as `.kina` text that a person would write. The
/// text makes the same module again, but for what the language does not say:
/// locations, attributes that no construct stands for, and names that are none
/// in the language. An error on an op that the language does not have leaves
/// `os` as it is.
mlir::LogicalResult printKinaModule(mlir::ModuleOp module,
                                    llvm::raw_ostream &os);

/// Registers `kina-to-mlir` and `mlir-to-kina` with mlir-translate's driver.
void registerFrontendTranslations();

} // namespace kina

#endif // KINA_FRONTEND_FRONTEND_H
