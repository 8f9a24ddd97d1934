//===- Driver.h - main() of the command line tools --------------*- C++ -*-===//
//
// Part of Kina, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Upstream's drivers truncate the output before they have read the input, and
// report a file that they cannot open without a word of `error`.
//
//===----------------------------------------------------------------------===//

#ifndef KINA_DRIVER_DRIVER_H
#define KINA_DRIVER_DRIVER_H

#include "mlir/IR/DialectRegistry.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/ADT/StringRef.h"

namespace llvm {
class MemoryBuffer;
class raw_ostream;
} // namespace llvm

namespace kina {

using Process = llvm::function_ref<llvm::LogicalResult(
    std::unique_ptr<llvm::MemoryBuffer>, llvm::raw_ostream &)>;

/// Calls `process` with the file `input` and a stream. The file `output`
/// appears or changes once `process` has succeeded and everything is written;
/// else an error has been reported and it is as it was. `-` is a standard
/// stream; a device or a pipe is written to directly.
llvm::LogicalResult processFile(llvm::StringRef input, llvm::StringRef output,
                                Process process);

/// Like mlir::MlirOptMain. Returns the status of the process.
int optMain(int argc, char **argv, llvm::StringRef toolName,
            mlir::DialectRegistry &registry);

/// Like mlir::mlirTranslateMain. Returns the status of the process.
int translateMain(int argc, char **argv, llvm::StringRef toolName);

} // namespace kina

#endif // KINA_DRIVER_DRIVER_H
