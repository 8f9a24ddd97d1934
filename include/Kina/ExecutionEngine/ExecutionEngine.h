//===- ExecutionEngine.h - Compiled functions in this process ---*- C++ -*-===//
//
// Part of Kina, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef KINA_EXECUTIONENGINE_EXECUTIONENGINE_H
#define KINA_EXECUTIONENGINE_EXECUTIONENGINE_H

#include "Kina/ExecutionEngine/Compiler.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"
#include <memory>

namespace kina {

/// Holds compiled functions in the memory of this process: no file, no linker.
/// What it loads is the object that a library is linked from, so that both give
/// the same bits. An engine has its symbols for itself, and frees its memory
/// when it is destroyed; everything but that may be called from several
/// threads.
class ExecutionEngine {
public:
  struct Options {
    /// Tells gdb and perf the names of the functions. perf needs
    /// `perf record -k 1` and `perf inject --jit`.
    bool debug = false;
  };

  /// Loads a compiled library. An error where this machine lacks a CPU feature
  /// that its code needs, or where a symbol is missing.
  static llvm::Expected<std::unique_ptr<ExecutionEngine>>
  create(CompiledLibrary library, const Options &options);

  ~ExecutionEngine();

  /// The address of a C function of the library, or null.
  void *lookup(llvm::StringRef symbol) const {
    return addresses.lookup(symbol);
  }

  const CompiledLibrary &getLibrary() const { return library; }

  /// Links the object to a shared library, and writes its header beside it:
  /// both or, after an error, none.
  llvm::Error writeLibrary(llvm::StringRef output) const;

private:
  class Session;

  ExecutionEngine(CompiledLibrary library, std::unique_ptr<Session> session);

  CompiledLibrary library;
  std::unique_ptr<Session> session;
  llvm::StringMap<void *> addresses;
};

} // namespace kina

#endif // KINA_EXECUTIONENGINE_EXECUTIONENGINE_H
