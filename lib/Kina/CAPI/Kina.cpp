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
#include "Kina/ExecutionEngine/ExecutionEngine.h"
#include "mlir/IR/MLIRContext.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FileSystem.h"
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

namespace {
/// One compilation: its context, whose diagnostics go to the caller's handler,
/// and its options.
class Compilation {
public:
  Compilation(const KinaSource &source, const KinaOptions *given)
      : source(source), given(given ? *given : KinaOptions{}),
        context(getRegistry(), MLIRContext::Threading::DISABLED),
        scoped(&context, [this](Diagnostic &diagnostic) {
          if (this->given.diagnostic)
            report(diagnostic, this->given.diagnostic, this->given.userData);
          return success();
        }) {
    context.printOpOnDiagnostic(false);
    options.library = this->given.library ? this->given.library
                                          : kina::getLibraryName(source.name);
    options.cpu = this->given.cpu ? this->given.cpu : "native";
    options.spmd = this->given.spmd;
    static_assert(sizeof(std::atomic<int32_t>) == sizeof(int32_t));
    options.cancel =
        reinterpret_cast<const std::atomic<int32_t> *>(this->given.cancel);
    options.internalError = [this](llvm::StringRef phase,
                                   llvm::StringRef pass) {
      failedPhase = phase.str();
      failedPass = pass.str();
    };
    if (this->given.printAfter && this->given.text)
      options.observer = [this](llvm::StringRef phase, auto print) {
        if (phase != this->given.printAfter)
          return;
        std::string text;
        llvm::raw_string_ostream os(text);
        print(os);
        this->given.text(text.data(), text.size(), this->given.userData);
      };
  }

  Location getLoc() { return FileLineColLoc::get(&context, source.name, 0, 0); }

  std::optional<llvm::StringRef> getText() const {
    if (!source.text)
      return std::nullopt;
    return llvm::StringRef(source.text, source.length);
  }

  /// A phase to print after has to be one.
  LogicalResult checkPhase() {
    llvm::ArrayRef<llvm::StringRef> phases = kina::getCompilePhases();
    if (!given.printAfter || llvm::is_contained(phases, given.printAfter))
      return success();
    return emitError(getLoc(), "no phase '")
           << given.printAfter << "': expected one of "
           << llvm::join(phases, ", ");
  }

  OwningOpRef<ModuleOp> parse() {
    if (failed(checkPhase()))
      return nullptr;
    return kina::parseInput(source.name, sources, &context, getText());
  }

  /// Where a pass has failed that has no mistakes of the program to report: its
  /// input is written to a file, for those who mend Kina.
  void reproduce() {
    llvm::ArrayRef<llvm::StringRef> phases = kina::getCompilePhases();
    const auto *phase = llvm::find(phases, failedPhase);
    if (phase == phases.begin() || phase == phases.end())
      return;
    llvm::StringRef before = *std::prev(phase);
    std::string text;
    kina::CompileOptions again = options;
    again.internalError = nullptr;
    again.observer = [&](llvm::StringRef seen, auto print) {
      llvm::raw_string_ostream os(text);
      if (seen == before)
        print(os);
    };
    llvm::SourceMgr secondSources;
    OwningOpRef<ModuleOp> module =
        kina::parseInput(source.name, secondSources, &context, getText());
    llvm::SmallString<128> path;
    int descriptor;
    if (!module || failed(kina::compileUntil(*module, again, before)) ||
        llvm::sys::fs::createTemporaryFile("kina-reproducer", "mlir",
                                           descriptor, path))
      return;
    llvm::raw_fd_ostream os(descriptor, /*shouldClose=*/true);
    os << "// Kina " KINA_VERSION ": " << failedPass << " fails in\n//   "
       << (failedPass.empty() ? "mlir-translate --mlir-to-llvmir"
                              : "kina-opt --kina-" + failedPhase)
       << " FILE\n"
       << text;
    emitError(getLoc(), "internal error in phase ")
        << failedPhase << "; what it was given is in " << path;
  }

  const KinaSource &source;
  KinaOptions given;
  llvm::SourceMgr sources;
  MLIRContext context;
  kina::CompileOptions options;

private:
  std::string failedPhase, failedPass;

  static DialectRegistry getRegistry() {
    DialectRegistry registry;
    kina::registerCompilerDialects(registry);
    return registry;
  }

  ScopedDiagnosticHandler scoped;
};
} // namespace

struct KinaEngine {
  std::unique_ptr<kina::ExecutionEngine> engine;
  std::vector<kina::SourceFile> files;
};

const char *kinaVersion(void) { return KINA_VERSION; }

const char *const *kinaPhases(void) {
  static const std::vector<const char *> phases = [] {
    std::vector<const char *> names;
    for (llvm::StringRef phase : kina::getCompilePhases())
      names.push_back(phase.data());
    names.push_back(nullptr);
    return names;
  }();
  return phases.data();
}

int32_t kinaCompileLibrary(const KinaSource *source, const char *output,
                           const char *reportPath, const KinaOptions *options) {
  Compilation compilation(*source, options);
  if (failed(compilation.checkPhase()))
    return 1;
  if (succeeded(kina::compileLibrary(source->name, output, compilation.options,
                                     reportPath ? reportPath : "",
                                     compilation.sources, &compilation.context,
                                     compilation.getText())))
    return 0;
  compilation.reproduce();
  return 1;
}

int32_t kinaCompileUntil(const KinaSource *source, const KinaOptions *options) {
  Compilation compilation(*source, options);
  OwningOpRef<ModuleOp> module = compilation.parse();
  if (!module)
    return 1;
  if (succeeded(kina::compileUntil(*module, compilation.options,
                                   options->printAfter)))
    return 0;
  compilation.reproduce();
  return 1;
}

KinaEngine *kinaEngineCreate(const KinaSource *source,
                             const KinaOptions *options) {
  Compilation compilation(*source, options);
  OwningOpRef<ModuleOp> module = compilation.parse();
  if (!module)
    return nullptr;
  llvm::FailureOr<kina::CompiledLibrary> library =
      kina::compileToObject(*module, compilation.options);
  if (failed(library)) {
    compilation.reproduce();
    return nullptr;
  }
  kina::ExecutionEngine::Options engineOptions;
  engineOptions.debug = compilation.given.debug;
  auto engine =
      kina::ExecutionEngine::create(std::move(*library), engineOptions);
  if (!engine) {
    emitError(compilation.getLoc(), llvm::toString(engine.takeError()));
    return nullptr;
  }
  return new KinaEngine{std::move(*engine),
                        kina::describeSources(compilation.sources)};
}

void kinaEngineDestroy(KinaEngine *engine) { delete engine; }

void *kinaEngineLookup(const KinaEngine *engine, const char *symbol) {
  return engine->engine->lookup(symbol);
}

const char *kinaEngineLibrary(const KinaEngine *engine) {
  return engine->engine->getLibrary().name.c_str();
}

const char *kinaEngineManifest(const KinaEngine *engine) {
  return engine->engine->getLibrary().manifest.c_str();
}

const char *kinaEngineHeader(const KinaEngine *engine) {
  return engine->engine->getLibrary().header.c_str();
}

const char *kinaEngineSource(const KinaEngine *engine, size_t index) {
  return index < engine->files.size() ? engine->files[index].path.c_str()
                                      : nullptr;
}

const char *kinaEngineSourceHash(const KinaEngine *engine, size_t index) {
  return index < engine->files.size() ? engine->files[index].sha256.c_str()
                                      : nullptr;
}

const void *kinaEngineObject(const KinaEngine *engine, size_t *size) {
  const auto &object = engine->engine->getLibrary().object;
  *size = object.size();
  return object.data();
}

int32_t kinaEngineWriteLibrary(const KinaEngine *engine, const char *output,
                               KinaDiagnosticHandler handler, void *userData) {
  llvm::Error error = engine->engine->writeLibrary(output);
  if (!error)
    return 0;
  std::string message = llvm::toString(std::move(error));
  if (handler)
    handler(KINA_ERROR, output, 0, 0, message.c_str(), userData);
  return 1;
}
