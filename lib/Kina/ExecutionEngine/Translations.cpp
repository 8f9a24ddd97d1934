//===- Translations.cpp - From kina IR to LLVM IR and objects -------------===//
//
// Part of Kina, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Kina/Codegen/Interface.h"
#include "Kina/ExecutionEngine/Compiler.h"
#include "mlir/Tools/mlir-translate/Translation.h"
#include "llvm/IR/LLVMContext.h"
#include "llvm/IR/Module.h"
#include "llvm/Support/CommandLine.h"
#include "llvm/Target/TargetMachine.h"

using namespace mlir;
using namespace kina;

/// The library's name: the stem of the file that the module was read from, if
/// the command line gives none.
static std::string getLibrary(Operation *op, StringRef given) {
  if (!given.empty())
    return given.str();
  if (auto loc = op->getLoc()->findInstanceOf<FileLineColLoc>())
    return getLibraryName(loc.getFilename().getValue());
  return "kina";
}

void kina::registerCompilerTranslations() {
  static llvm::cl::opt<std::string> library(
      "library", llvm::cl::desc("The first part of every symbol (default: the "
                                "stem of the input file)"));
  static llvm::cl::opt<std::string> cpu(
      "cpu", llvm::cl::init("native"),
      llvm::cl::desc("Target CPU as LLVM names it, or native"));

  static llvm::cl::opt<bool> spmd(
      "spmd", llvm::cl::desc("A sharded program runs as one process for each "
                             "device, instead of all devices in one"));

  auto compile = [](Operation *op, llvm::LLVMContext &llvmContext,
                    std::unique_ptr<llvm::TargetMachine> &machine)
      -> std::unique_ptr<llvm::Module> {
    machine = createTargetMachine(op->getLoc(), cpu);
    auto module = dyn_cast<ModuleOp>(op);
    if (!machine || !module)
      return nullptr;
    CompileOptions options{getLibrary(op, library), cpu, spmd};
    return compileToLLVMIR(module, options, *machine, llvmContext);
  };

  static TranslateFromMLIRRegistration toLLVMIR(
      "kina-to-llvmir", "kina dialect to optimized LLVM IR of a library",
      [=](Operation *op, raw_ostream &os) -> LogicalResult {
        llvm::LLVMContext llvmContext;
        std::unique_ptr<llvm::TargetMachine> machine;
        std::unique_ptr<llvm::Module> llvmModule =
            compile(op, llvmContext, machine);
        if (!llvmModule)
          return failure();
        llvmModule->print(os, nullptr);
        return success();
      },
      registerCompilerDialects);

  static TranslateFromMLIRRegistration toObject(
      "kina-to-object", "kina dialect to the object file of a library",
      [=](Operation *op, raw_ostream &os) -> LogicalResult {
        llvm::LLVMContext llvmContext;
        std::unique_ptr<llvm::TargetMachine> machine;
        std::unique_ptr<llvm::Module> llvmModule =
            compile(op, llvmContext, machine);
        SmallVector<char, 0> object;
        if (!llvmModule ||
            failed(emitObject(*llvmModule, op->getLoc(), *machine, object)))
          return failure();
        os.write(object.data(), object.size());
        return success();
      },
      registerCompilerDialects);
}
