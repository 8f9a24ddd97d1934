//===- Report.h - Where the time and the bytes of a compile go --*- C++ -*-===//
//
// Part of Kina, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LIB_KINA_EXECUTIONENGINE_REPORT_H
#define LIB_KINA_EXECUTIONENGINE_REPORT_H

#include "Kina/Codegen/Interface.h"
#include "Kina/ExecutionEngine/Compiler.h"
#include "mlir/Pass/PassManager.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/IR/PassInstrumentation.h"
#include "llvm/Support/Error.h"
#include <chrono>
#include <string>
#include <vector>

namespace llvm {
class SourceMgr;
} // namespace llvm

namespace kina {

/// Collects seconds of wall time by phase, pass and function, and the bytes of
/// code by function. Function names are those of the source.
class CompileReport {
public:
  /// Adds the time until the result is destroyed to the phase.
  class Phase {
  public:
    Phase(CompileReport &report, llvm::StringRef name)
        : report(report), name(name.str()),
          start(std::chrono::steady_clock::now()) {}
    Phase(const Phase &) = delete;
    ~Phase();

  private:
    CompileReport &report;
    std::string name;
    std::chrono::steady_clock::time_point start;
  };

  /// Times every pass of an MLIR pass manager.
  void instrument(mlir::PassManager &pm);

  /// Times the LLVM passes over functions.
  void instrument(llvm::PassInstrumentationCallbacks &callbacks);

  /// Runs `generate` and adds the time for each function that it spends in
  /// code generation.
  void timeCodeGeneration(llvm::function_ref<void()> generate);

  /// Reads the sizes of the functions from an object file.
  llvm::Error readBytes(llvm::StringRef object);

  /// Notes the files that were read, and what was in them.
  void addSources(const llvm::SourceMgr &sources);

  /// The report as JSON, with the results of the functions that are views.
  std::string getJson(const LibraryInterface &interface) const;

private:
  friend class PassTimer;

  void addFunctionSeconds(llvm::StringRef symbol, double seconds) {
    functionSeconds[symbol] += seconds;
  }

  std::vector<std::pair<std::string, double>> phases;
  llvm::StringMap<double> passSeconds;
  /// By the name of the function in the IR of the phase.
  llvm::StringMap<double> functionSeconds;
  llvm::StringMap<int64_t> functionBytes;
  std::vector<SourceFile> files;
};

} // namespace kina

#endif // LIB_KINA_EXECUTIONENGINE_REPORT_H
