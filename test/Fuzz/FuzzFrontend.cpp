//===- FuzzFrontend.cpp - Any text through the front end ------------------===//
//
// Part of Kina, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Any bytes are a program or an error. A program becomes a valid module, which
// is the same after a way through text, and which kina-to-linalg lowers. What
// does not hold aborts, so that libFuzzer keeps the input. scripts/fuzz.sh runs
// it.
//
//===----------------------------------------------------------------------===//

#include "Kina/Conversion/Passes.h"
#include "Kina/Frontend/Frontend.h"
#include "Kina/IR/KinaDialect.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/IR/BuiltinTypes.h"
#include "mlir/IR/Diagnostics.h"
#include "mlir/IR/OperationSupport.h"
#include "mlir/IR/Verifier.h"
#include "mlir/Pass/PassManager.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/SourceMgr.h"
#include "llvm/Support/raw_ostream.h"
#include <cstdlib>

/// What keeps one input cheap.
static constexpr size_t maxBytes = 16 << 10;
static constexpr unsigned maxOps = 2000;
static constexpr int64_t maxElements = 1 << 20;
/// A context keeps every type and attribute, so it is replaced now and then.
static constexpr unsigned inputsPerContext = 500;

static mlir::MLIRContext &getContext() {
  static std::unique_ptr<mlir::MLIRContext> context;
  static unsigned inputCount = 0;
  if (inputCount++ % inputsPerContext == 0)
    context = std::make_unique<mlir::MLIRContext>(
        mlir::MLIRContext::Threading::DISABLED);
  return *context;
}

[[noreturn]] static void fail(llvm::StringRef what) {
  llvm::errs() << "finding: " << what << '\n';
  abort();
}

static mlir::OwningOpRef<mlir::ModuleOp> parse(llvm::StringRef text,
                                               mlir::MLIRContext &context) {
  llvm::SourceMgr sources;
  sources.AddNewSourceBuffer(
      llvm::MemoryBuffer::getMemBufferCopy(text, "fuzz.kina"), llvm::SMLoc());
  return kina::parseKinaModule(sources, &context);
}

static bool isCheap(mlir::ModuleOp module) {
  unsigned opCount = 0;
  return !module
              .walk([&](mlir::Operation *op) {
                for (mlir::Type type : op->getResultTypes())
                  if (auto tensor =
                          llvm::dyn_cast<mlir::RankedTensorType>(type);
                      tensor && tensor.hasStaticShape() &&
                      tensor.getNumElements() > maxElements)
                    return mlir::WalkResult::interrupt();
                return ++opCount > maxOps ? mlir::WalkResult::interrupt()
                                          : mlir::WalkResult::advance();
              })
              .wasInterrupted();
}

/// With the names of the values, but without other locations.
static std::string print(mlir::ModuleOp module) {
  std::string text;
  llvm::raw_string_ostream os(text);
  module.print(os, mlir::OpPrintingFlags().printNameLocAsPrefix());
  return text;
}

static void checkRoundTrip(mlir::ModuleOp module) {
  std::string text, textAgain;
  llvm::raw_string_ostream os(text), osAgain(textAgain);
  if (failed(kina::printKinaModule(module, os)))
    fail("a program has no text");
  mlir::OwningOpRef<mlir::ModuleOp> again = parse(text, *module.getContext());
  if (!again)
    fail("the text of a module is refused:\n" + text);
  if (print(module) != print(*again))
    fail("the text makes another module:\n" + text);
  if (failed(kina::printKinaModule(*again, osAgain)) || text != textAgain)
    fail("the text changes when it is printed again:\n" + text + textAgain);
}

extern "C" int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  if (size > maxBytes)
    return -1;
  mlir::MLIRContext &context = getContext();
  std::string diagnostics;
  mlir::ScopedDiagnosticHandler handler(
      &context, [&](mlir::Diagnostic &diagnostic) {
        diagnostics += diagnostic.str() + '\n';
        return mlir::success();
      });

  mlir::OwningOpRef<mlir::ModuleOp> module =
      parse({reinterpret_cast<const char *>(data), size}, context);
  if (!module) {
    if (diagnostics.empty())
      fail("a program is refused without an error");
    return 0;
  }
  if (!diagnostics.empty())
    fail("a program is accepted with an error: " + diagnostics);
  if (failed(mlir::verify(*module)))
    fail("a program makes an invalid module: " + diagnostics);
  if (!isCheap(*module))
    return 0;
  checkRoundTrip(*module);

  mlir::PassManager passes(&context);
  passes.addPass(kina::createKinaToLinalg());
  if (failed(passes.run(*module)))
    fail("kina-to-linalg fails: " + diagnostics);
  return 0;
}
