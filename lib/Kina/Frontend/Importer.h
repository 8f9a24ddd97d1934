//===- Importer.h - The files of a module -----------------------*- C++ -*-===//
//
// Part of Kina, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef KINA_LIB_FRONTEND_IMPORTER_H
#define KINA_LIB_FRONTEND_IMPORTER_H

#include "Module.h"
#include "llvm/Support/FileSystem.h"

namespace kina::frontend {

/// Outlines the main file and, each once, the files that it imports.
class Importer {
public:
  explicit Importer(Module &module) : module(module) {}

  void outlineMain();

  /// Outlines the file at `path`, seen from the file that is being outlined.
  void import(llvm::StringRef path, SourceLoc loc);

private:
  struct Entry {
    SourceFile file;
    std::optional<llvm::sys::fs::UniqueID> id;
  };

  void outline(Entry &entry);
  void emitCycle(SourceLoc loc, const Entry &again);

  Module &module;
  std::vector<std::unique_ptr<Entry>> entries;
  /// The chain of imports that leads to the file being outlined.
  llvm::SmallVector<Entry *> chain;
};

} // namespace kina::frontend

#endif // KINA_LIB_FRONTEND_IMPORTER_H
