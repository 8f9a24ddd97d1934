//===- TranslateMain.cpp - main() of kina-translate ---------------------===//
//
// Part of Kina, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Kina/Driver/Driver.h"
#include "mlir/IR/AsmState.h"
#include "mlir/IR/Diagnostics.h"
#include "mlir/IR/MLIRContext.h"
#include "mlir/Support/Timing.h"
#include "mlir/Support/ToolUtilities.h"
#include "mlir/Tools/mlir-translate/Translation.h"
#include "llvm/Support/CommandLine.h"
#include "llvm/Support/InitLLVM.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/SourceMgr.h"
#include "llvm/Support/WithColor.h"
#include "llvm/Support/raw_ostream.h"

using namespace mlir;
namespace cl = llvm::cl;

using VerifyLevel = SourceMgrDiagnosticVerifierHandler::Level;

int kina::translateMain(int argc, char **argv, StringRef toolName) {
  cl::opt<std::string> input(cl::Positional, cl::desc("<input file>"),
                             cl::init("-"));
  cl::opt<std::string> output("o", cl::desc("Output file"),
                              cl::value_desc("filename"), cl::init("-"));
  cl::opt<bool> allowUnregistered(
      "allow-unregistered-dialect",
      cl::desc("Allow operations of dialects that are not registered"));
  std::string splitMarker;
  cl::opt<std::string> split(
      "split-input-file", cl::ValueOptional,
      cl::desc("Process each part of the input on its own, parted by lines of "
               "this marker"),
      cl::callback([&](const std::string &marker) {
        splitMarker = marker.empty() ? kDefaultSplitMarker : marker;
      }));
  cl::opt<std::string> outputMarker(
      "output-split-marker", cl::desc("Line between the parts of the output"));
  cl::opt<VerifyLevel> verify(
      "verify-diagnostics", cl::ValueOptional, cl::init(VerifyLevel::None),
      cl::desc("Check that the diagnostics match the expected-* lines"),
      cl::values(clEnumValN(VerifyLevel::All, "all", "every diagnostic"),
                 clEnumValN(VerifyLevel::All, "", "the same"),
                 clEnumValN(VerifyLevel::OnlyExpected, "only-expected",
                            "those that the lines expect")));
  cl::opt<bool> errorsOnly("error-diagnostics-only",
                           cl::desc("Show no diagnostics but errors"));
  cl::list<const Translation *, bool, TranslationParser> translations(
      "", cl::desc("Translations to perform, each on the result of the last"));
  llvm::InitLLVM init(argc, argv);
  registerAsmPrinterCLOptions();
  registerMLIRContextCLOptions();
  registerTranslationCLOptions();
  registerDefaultTimingManagerCLOptions();
  cl::ParseCommandLineOptions(argc, argv, toolName);
  DefaultTimingManager timingManager;
  applyDefaultTimingManagerCLOptions(timingManager);
  TimingScope timing = timingManager.getRootScope();

  if (translations.empty()) {
    llvm::WithColor::error(llvm::errs(), "kina-translate")
        << "expected a translation such as --kina-to-mlir; --help lists all\n";
    return 1;
  }

  auto translate = [&](const Translation &translation,
                       std::unique_ptr<llvm::MemoryBuffer> buffer,
                       raw_ostream &os) -> LogicalResult {
    TimingScope translationTiming = timing.nest(translation.getDescription());
    auto sources = std::make_shared<llvm::SourceMgr>();
    sources->AddNewSourceBuffer(std::move(buffer), llvm::SMLoc());
    MLIRContext context;
    context.allowUnregisteredDialects(allowUnregistered);
    if (verify == VerifyLevel::None) {
      SourceMgrDiagnosticHandler handler(*sources, &context);
      ScopedDiagnosticHandler filter(&context, [&](Diagnostic &diagnostic) {
        bool isHidden =
            errorsOnly && diagnostic.getSeverity() != DiagnosticSeverity::Error;
        return success(isHidden);
      });
      return translation(sources, os, &context);
    }
    context.printOpOnDiagnostic(false);
    SourceMgrDiagnosticVerifierHandler handler(*sources, &context, verify);
    (void)translation(sources, os, &context);
    return handler.verify();
  };
  auto translateAll = [&](std::unique_ptr<llvm::MemoryBuffer> buffer,
                          raw_ostream &os) -> LogicalResult {
    SmallVector<const Translation *> steps(translations.begin(),
                                           translations.end());
    const Translation *last = steps.pop_back_val();
    for (const Translation *translation : steps) {
      std::string name = buffer->getBufferIdentifier().str(), result;
      llvm::raw_string_ostream between(result);
      if (failed(translate(*translation, std::move(buffer), between)))
        return failure();
      buffer = llvm::MemoryBuffer::getMemBufferCopy(result, name);
    }
    return translate(*last, std::move(buffer), os);
  };
  return failed(processFile(
      input, output,
      [&](std::unique_ptr<llvm::MemoryBuffer> buffer, raw_ostream &os) {
        return splitAndProcessBuffer(std::move(buffer), translateAll, os,
                                     splitMarker, outputMarker);
      }));
}
