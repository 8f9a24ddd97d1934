//===- Kina.cpp - C interface of the Kina compiler
//---------------------------===//
//
// Part of Kina, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Kina/CAPI/Kina.h"
#include "Kina/Codegen/Interface.h"
#include "Kina/Config.h"
#include "Kina/ExecutionEngine/Compiler.h"
#include "mlir/IR/MLIRContext.h"
#include "llvm/Support/SourceMgr.h"

using namespace mlir;

static int32_t getSeverity(DiagnosticSeverity severity) {
  switch (severity) {
  case DiagnosticSeverity::Note:
    return KINA_NOTE;
  case DiagnosticSeverity::Remark:
    return KINA_REMARK;
  case DiagnosticSeverity::Warning:
    return KINA_WARNING;
  case DiagnosticSeverity::Error:
    return KINA_ERROR;
  }
  llvm_unreachable("all severities are handled");
}

static void report(Diagnostic &diagnostic, KinaDiagnosticHandler handler,
                   void *userData) {
  std::string file;
  uint32_t line = 0, column = 0;
  if (auto loc = diagnostic.getLocation()->findInstanceOf<FileLineColLoc>()) {
    file = loc.getFilename().str();
    line = loc.getLine();
    column = loc.getColumn();
  }
  handler(getSeverity(diagnostic.getSeverity()), file.c_str(), line, column,
          diagnostic.str().c_str(), userData);
  for (Diagnostic &note : diagnostic.getNotes())
    report(note, handler, userData);
}

const char *kinaVersion(void) { return KINA_VERSION; }

int32_t kinaCompileLibrary(const char *input, const char *output,
                           const char *library, const char *cpu,
                           const char *reportPath,
                           KinaDiagnosticHandler handler, void *userData) {
  DialectRegistry registry;
  kina::registerCompilerDialects(registry);
  MLIRContext context(registry, MLIRContext::Threading::DISABLED);
  context.printOpOnDiagnostic(false);
  ScopedDiagnosticHandler scoped(&context, [&](Diagnostic &diagnostic) {
    if (handler)
      report(diagnostic, handler, userData);
    return success();
  });
  kina::CompileOptions options;
  options.library = library ? library : kina::getLibraryName(input);
  options.cpu = cpu ? cpu : "native";
  llvm::SourceMgr sources;
  return failed(kina::compileLibrary(
      input, output, options, reportPath ? reportPath : "", sources, &context));
}
