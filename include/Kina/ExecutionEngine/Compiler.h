//===- Compiler.h - From a file to a shared library -------------*- C++ -*-===//
//
// Part of Kina, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef KINA_EXECUTIONENGINE_COMPILER_H
#define KINA_EXECUTIONENGINE_COMPILER_H

#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/OwningOpRef.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/ADT/SmallVector.h"
#include <atomic>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace llvm {
class LLVMContext;
class Module;
class SourceMgr;
class TargetMachine;
class raw_pwrite_stream;
} // namespace llvm

namespace kina {

/// The dialects and translations that compiling needs.
void registerCompilerDialects(mlir::DialectRegistry &registry);

/// Registers `kina-to-llvmir` and `kina-to-object` with mlir-translate's
/// driver.
void registerCompilerTranslations();

/// Sees what a phase has made; `print` writes it as text.
using PhaseObserver =
    std::function<void(llvm::StringRef phase,
                       llvm::function_ref<void(llvm::raw_ostream &)> print)>;

/// The phases in their order: "parse", "kina-to-linalg", "linalg-to-memref",
/// "memref-to-llvm", "llvm-translate", "llvm-optimize", "llvm-codegen".
llvm::ArrayRef<llvm::StringRef> getCompilePhases();

struct CompileOptions {
  /// The prefix of every symbol, a C identifier.
  std::string library;
  /// A CPU as LLVM names it; "native" is this machine.
  std::string cpu = "native";
  /// A sharded program runs as one process for each device.
  bool spmd = false;
  /// Called behind each phase, where it is set.
  PhaseObserver observer = {};
  /// Not 0 once the compilation is no longer wanted: it then ends soon, with an
  /// error. Another thread may write it at any time.
  const std::atomic<int32_t> *cancel = nullptr;
  /// Called where a pass of MLIR has failed, which is no mistake of the
  /// program: those are found before, or by passes of Kina.
  std::function<void(llvm::StringRef phase, llvm::StringRef pass)>
      internalError = {};

  bool isCancelled() const { return cancel && cancel->load(); }
};

/// The code of a library and what describes it, without MLIR.
struct CompiledLibrary {
  std::string name;
  std::string cpu;
  std::vector<std::string> features;
  /// The C functions that it defines.
  std::vector<std::string> symbols;
  std::string manifest;
  std::string header;
  llvm::SmallVector<char, 0> object;
};

/// The target machine for `cpu`, or null after an error at `loc`.
std::unique_ptr<llvm::TargetMachine> createTargetMachine(mlir::Location loc,
                                                         llvm::StringRef cpu);

/// A file that was read, and the SHA-256 of its contents in hexadecimal digits.
struct SourceFile {
  std::string path;
  std::string sha256;
};

/// The files of `sources`: the program and what it imports.
std::vector<SourceFile> describeSources(const llvm::SourceMgr &sources);

/// A module of kina ops as the object that a library is linked from. `module`
/// is consumed.
llvm::FailureOr<CompiledLibrary> compileToObject(mlir::ModuleOp module,
                                                 const CompileOptions &options);

/// Compiles as far as the phase, which `options.observer` sees last. `module`
/// is consumed.
llvm::LogicalResult compileUntil(mlir::ModuleOp module,
                                 const CompileOptions &options,
                                 llvm::StringRef phase);

/// kina to optimized LLVM IR, in `llvmContext`. `module` is consumed: it holds
/// the LLVM dialect afterwards. Null after errors. `header` receives the C
/// header of the library.
std::unique_ptr<llvm::Module> compileToLLVMIR(mlir::ModuleOp module,
                                              const CompileOptions &options,
                                              llvm::TargetMachine &machine,
                                              llvm::LLVMContext &llvmContext,
                                              std::string *header = nullptr);

/// Writes LLVM IR as an object file, which may change the IR.
llvm::LogicalResult emitObject(llvm::Module &llvmModule, mlir::Location loc,
                               llvm::TargetMachine &machine,
                               llvm::SmallVectorImpl<char> &object);

/// Parses a `.kina`, `.mlir` or `.mlirbc` file, told apart by the ending, by
/// way of `sources`. With `text` that is what the file holds; it need not exist
/// then. Null after errors.
mlir::OwningOpRef<mlir::ModuleOp>
parseInput(llvm::StringRef path, llvm::SourceMgr &sources,
           mlir::MLIRContext *context,
           std::optional<llvm::StringRef> text = std::nullopt);

/// Compiles the file `input`, or `text` under that name, to the shared library
/// `output`, and writes the header beside it and the report to `report`, unless
/// that is empty. All of them are written or, after an error, none.
llvm::LogicalResult
compileLibrary(llvm::StringRef input, llvm::StringRef output,
               const CompileOptions &options, llvm::StringRef report,
               llvm::SourceMgr &sources, mlir::MLIRContext *context,
               std::optional<llvm::StringRef> text = std::nullopt);

} // namespace kina

#endif // KINA_EXECUTIONENGINE_COMPILER_H
