//===- Importer.h - The files of a module -----------------------*- C++ -*-===//
//
// Part of Kina, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef KINA_LIB_FRONTEND_SEMANTICS_IMPORTER_H
#define KINA_LIB_FRONTEND_SEMANTICS_IMPORTER_H

#include "Semantics/Module.h"
#include "llvm/Support/FileSystem.h"

namespace kina::frontend {

/// Reads the main file and, each once, the files that it imports, and enters
/// what they define.
class Importer {
public:
  explicit Importer(Module &module) : module(module) {}

  void importMain();

  /// Reads the file at `path`, seen from the file that imports it.
  void import(llvm::StringRef path, SourceLoc loc);

private:
  struct Entry {
    const SourceFile *file;
    std::optional<llvm::sys::fs::UniqueID> id;
  };

  void read(llvm::StringRef buffer, llvm::StringRef name,
            std::optional<llvm::sys::fs::UniqueID> id, bool isMain);
  void emitCycle(SourceLoc loc, const Entry &again);

  Module &module;
  std::vector<std::unique_ptr<Entry>> entries;
  /// The chain of imports that leads to the file being read.
  llvm::SmallVector<Entry *> chain;
};

} // namespace kina::frontend

#endif // KINA_LIB_FRONTEND_SEMANTICS_IMPORTER_H
