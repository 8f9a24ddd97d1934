//===- Compiler.cpp - From a file to a shared library
//------------------------===//
//
// Part of Kina, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Kina/ExecutionEngine/Compiler.h"
#include "Kina/Codegen/CpuFeatures.h"
#include "Kina/Codegen/Interface.h"
#include "Kina/ExecutionEngine/Linker.h"
#include "Kina/Frontend/Frontend.h"
#include "Kina/IR/KinaDialect.h"
#include "Kina/Pipelines/Pipelines.h"
#include "Report.h"
#include "mlir/InitAllDialects.h"
#include "mlir/InitAllExtensions.h"
#include "mlir/Parser/Parser.h"
#include "mlir/Pass/Pass.h"
#include "mlir/Pass/PassInstrumentation.h"
#include "mlir/Target/LLVMIR/Dialect/All.h"
#include "mlir/Target/LLVMIR/Export.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/IR/Intrinsics.h"
#include "llvm/IR/LegacyPassManager.h"
#include "llvm/IR/Module.h"
#include "llvm/MC/MCSubtargetInfo.h"
#include "llvm/MC/TargetRegistry.h"
#include "llvm/Passes/PassBuilder.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/SHA256.h"
#include "llvm/Support/SourceMgr.h"
#include "llvm/Support/TargetSelect.h"
#include "llvm/Target/TargetMachine.h"
#include "llvm/TargetParser/Host.h"
#include "llvm/Transforms/Utils/Cloning.h"

using namespace mlir;
using namespace kina;

void kina::registerCompilerDialects(DialectRegistry &registry) {
  registerAllDialects(registry);
  registerAllExtensions(registry);
  registerAllToLLVMIRTranslations(registry);
  registry.insert<KinaDialect>();
}

//===----------------------------------------------------------------------===//
// Target
//===----------------------------------------------------------------------===//

std::unique_ptr<llvm::TargetMachine> kina::createTargetMachine(Location loc,
                                                               StringRef cpu) {
  static const bool initialized = [] {
    llvm::InitializeNativeTarget();
    llvm::InitializeNativeTargetAsmPrinter();
    return true;
  }();
  (void)initialized;

  llvm::Triple triple(llvm::sys::getProcessTriple());
  std::string message;
  const llvm::Target *target =
      llvm::TargetRegistry::lookupTarget(triple, message);
  if (!target) {
    emitError(loc, "no code generator: ") << message;
    return nullptr;
  }
  std::string features;
  bool native = cpu.empty() || cpu == "native";
  if (native) {
    cpu = llvm::sys::getHostCPUName();
    for (const auto &feature : llvm::sys::getHostCPUFeatures())
      features +=
          (feature.getValue() ? "+" : "-") + feature.getKey().str() + ",";
  }
  // Asked first: a machine of an unknown CPU would say so on standard error.
  std::unique_ptr<llvm::MCSubtargetInfo> known(
      target->createMCSubtargetInfo(triple, "", ""));
  if (!native && !known->isCPUStringValid(cpu)) {
    emitError(loc, "'") << cpu << "' is no CPU of " << triple.str()
                        << ": expected a name such as x86-64-v3, or native";
    return nullptr;
  }
  return std::unique_ptr<llvm::TargetMachine>(target->createTargetMachine(
      triple, cpu, features, llvm::TargetOptions(), llvm::Reloc::PIC_,
      std::nullopt, llvm::CodeGenOptLevel::Aggressive));
}

/// The features of the target that the runtime can check.
static std::vector<std::string> getFeatures(llvm::TargetMachine &machine) {
  std::vector<std::string> features;
  for (StringRef feature : getKnownCpuFeatures())
    if (machine.getMCSubtargetInfo()->checkFeatures(("+" + feature).str()))
      features.push_back(feature.str());
  return features;
}

//===----------------------------------------------------------------------===//
// Phases
//===----------------------------------------------------------------------===//

ArrayRef<StringRef> kina::getCompilePhases() {
  static const StringRef phases[] = {
      "parse",          "kina-to-linalg", "linalg-to-memref", "memref-to-llvm",
      "llvm-translate", "llvm-optimize",  "llvm-codegen"};
  return phases;
}

OwningOpRef<ModuleOp> kina::parseInput(StringRef path, llvm::SourceMgr &sources,
                                       MLIRContext *context,
                                       std::optional<StringRef> text) {
  Location loc = FileLineColLoc::get(context, path, 0, 0);
  StringRef extension = llvm::sys::path::extension(path);
  if (extension != ".kina" && extension != ".mlir" && extension != ".mlirbc") {
    emitError(loc, "expected a file that ends in .kina, .mlir or .mlirbc");
    return nullptr;
  }
  std::unique_ptr<llvm::MemoryBuffer> buffer;
  if (text) {
    buffer = llvm::MemoryBuffer::getMemBufferCopy(*text, path);
  } else {
    auto file = llvm::MemoryBuffer::getFile(path, /*IsText=*/false);
    if (!file) {
      emitError(loc, "cannot read the file: ") << file.getError().message();
      return nullptr;
    }
    buffer = std::move(*file);
  }
  sources.AddNewSourceBuffer(std::move(buffer), llvm::SMLoc());
  if (extension == ".kina")
    return parseKinaModule(sources, context);
  return parseSourceFile<ModuleOp>(sources, context);
}

std::vector<SourceFile> kina::describeSources(const llvm::SourceMgr &sources) {
  std::vector<SourceFile> files;
  for (unsigned i = 1; i <= sources.getNumBuffers(); ++i) {
    const llvm::MemoryBuffer &buffer = *sources.getMemoryBuffer(i);
    std::array<uint8_t, 32> hash =
        llvm::SHA256::hash(llvm::arrayRefFromStringRef(buffer.getBuffer()));
    files.push_back({buffer.getBufferIdentifier().str(),
                     llvm::toHex(hash, /*LowerCase=*/true)});
  }
  return files;
}

/// Shows the module to the observer, if there is one.
static void observe(const CompileOptions &options, StringRef phase,
                    ModuleOp module) {
  if (options.observer)
    options.observer(phase, [&](llvm::raw_ostream &os) {
      module->print(os, OpPrintingFlags().printNameLocAsPrefix());
    });
}

namespace {
/// Remembers the pass that has failed.
class FailureWatcher final : public PassInstrumentation {
public:
  explicit FailureWatcher(std::string &failed) : failed(failed) {}

  void runAfterPassFailed(Pass *pass, Operation *) override {
    // An adaptor only holds the passes inside.
    if (failed.empty() && !pass->getArgument().empty())
      failed = pass->getArgument().str();
  }

private:
  std::string &failed;
};
} // namespace

static LogicalResult checkCancelled(Location loc,
                                    const CompileOptions &options) {
  return options.isCancelled() ? emitError(loc, "cancelled") : success();
}

static LogicalResult runPipeline(ModuleOp module, CompileReport &report,
                                 const CompileOptions &options, StringRef phase,
                                 llvm::function_ref<void(PassManager &)> add) {
  std::string failedPass;
  {
    CompileReport::Phase timer(report, phase);
    PassManager pm(module->getName());
    report.instrument(pm);
    pm.addInstrumentation(std::make_unique<FailureWatcher>(failedPass));
    add(pm);
    // What is no longer wanted is skipped, pass by pass.
    MLIRContext *context = module.getContext();
    if (options.cancel)
      context->registerActionHandler(
          [&](llvm::function_ref<void()> run, const tracing::Action &) {
            if (!options.isCancelled())
              run();
          });
    LogicalResult ran = pm.run(module);
    context->registerActionHandler(nullptr);
    if (failed(checkCancelled(module.getLoc(), options)))
      return failure();
    if (failed(ran)) {
      if (options.internalError && !failedPass.empty() &&
          !StringRef(failedPass).starts_with("kina-"))
        options.internalError(phase, failedPass);
      return failure();
    }
  }
  observe(options, phase, module);
  return success();
}

/// Functions like exp keep their calls: LLVM would work them out where the
/// arguments are constant, or make pow(x, 2) of x * x, with other bits than at
/// run time.
static void keepMathCalls(llvm::Module &llvmModule) {
  for (llvm::Function &function : llvmModule) {
    if (!function.isDeclaration() ||
        !function.getReturnType()->isFloatingPointTy())
      continue;
    switch (function.getIntrinsicID()) {
    case llvm::Intrinsic::not_intrinsic:
    case llvm::Intrinsic::exp:
    case llvm::Intrinsic::exp2:
    case llvm::Intrinsic::log:
    case llvm::Intrinsic::log2:
    case llvm::Intrinsic::log10:
    case llvm::Intrinsic::pow:
    case llvm::Intrinsic::sin:
    case llvm::Intrinsic::cos:
    case llvm::Intrinsic::tan:
    case llvm::Intrinsic::tanh:
      for (llvm::User *user : function.users())
        if (auto *call = dyn_cast<llvm::CallBase>(user))
          call->addFnAttr(llvm::Attribute::NoBuiltin);
      break;
    default: // rounded exactly
      break;
    }
  }
}

static void optimize(llvm::Module &llvmModule, llvm::TargetMachine &machine,
                     const CompileOptions &options, CompileReport &report) {
  CompileReport::Phase timer(report, "llvm-optimize");
  llvm::PassInstrumentationCallbacks callbacks;
  report.instrument(callbacks);
  if (options.cancel)
    callbacks.registerShouldRunOptionalPassCallback(
        [&](StringRef, const llvm::Any &) { return !options.isCancelled(); });
  llvm::LoopAnalysisManager loopAnalyses;
  llvm::FunctionAnalysisManager functionAnalyses;
  llvm::CGSCCAnalysisManager sccAnalyses;
  llvm::ModuleAnalysisManager moduleAnalyses;
  // Code as small for one extent as for another.
  llvm::PipelineTuningOptions tuning;
  tuning.LoopUnrolling = false;
  llvm::PassBuilder builder(&machine, tuning, std::nullopt, &callbacks);
  builder.registerModuleAnalyses(moduleAnalyses);
  builder.registerCGSCCAnalyses(sccAnalyses);
  builder.registerFunctionAnalyses(functionAnalyses);
  builder.registerLoopAnalyses(loopAnalyses);
  builder.crossRegisterProxies(loopAnalyses, functionAnalyses, sccAnalyses,
                               moduleAnalyses);
  builder.buildPerModuleDefaultPipeline(llvm::OptimizationLevel::O3)
      .run(llvmModule, moduleAnalyses);
}

/// The code of a copy of the module, since code generation changes it.
static void printAssembly(const llvm::Module &llvmModule,
                          llvm::TargetMachine &machine, llvm::raw_ostream &os) {
  std::unique_ptr<llvm::Module> copy = llvm::CloneModule(llvmModule);
  SmallVector<char, 0> text;
  llvm::raw_svector_ostream stream(text);
  llvm::legacy::PassManager passes;
  if (!machine.addPassesToEmitFile(passes, stream, nullptr,
                                   llvm::CodeGenFileType::AssemblyFile))
    passes.run(*copy);
  os << stream.str();
}

/// Optimized LLVM IR, and the interface, for which the functions are described
/// while they are whole. Null where `last` is a phase before there is LLVM IR.
static FailureOr<std::unique_ptr<llvm::Module>>
lower(ModuleOp module, const CompileOptions &options,
      llvm::TargetMachine &machine, llvm::LLVMContext &llvmContext,
      CompileReport &report, LibraryInterface &interface, StringRef last = "") {
  interface.library = options.library;
  interface.cpu = machine.getTargetCPU().str();
  interface.triple = machine.getTargetTriple().str();
  interface.features = getFeatures(machine);
  std::unique_ptr<llvm::Module> llvmModule;
  observe(options, "parse", module);
  if (last == "parse")
    return llvmModule;
  if (failed(runPipeline(
          module, report, options, "kina-to-linalg",
          [&](PassManager &pm) { kinaToLinalg(pm, options.spmd); })))
    return failure();
  if (last == "kina-to-linalg")
    return llvmModule;
  if (failed(runPipeline(module, report, options, "linalg-to-memref",
                         [](PassManager &pm) { linalgToMemRef(pm); })) ||
      failed(describeFunctions(module, interface)))
    return failure();
  if (last == "linalg-to-memref")
    return llvmModule;

  LibraryOptions libraryOptions;
  libraryOptions.library = interface.library;
  libraryOptions.cpu = interface.cpu;
  libraryOptions.triple = interface.triple;
  for (const std::string &feature : interface.features)
    libraryOptions.features.push_back(feature);
  if (failed(runPipeline(
          module, report, options, "memref-to-llvm",
          [&](PassManager &pm) { memRefToLLVM(pm, libraryOptions); })))
    return failure();
  if (last == "memref-to-llvm")
    return llvmModule;

  {
    CompileReport::Phase timer(report, "llvm-translate");
    llvmModule = translateModuleToLLVMIR(module, llvmContext, options.library);
  }
  if (!llvmModule) {
    if (options.internalError)
      options.internalError("llvm-translate", "");
    return failure();
  }
  llvmModule->setTargetTriple(machine.getTargetTriple());
  llvmModule->setDataLayout(machine.createDataLayout());
  keepMathCalls(*llvmModule);
  auto observeLLVM = [&](StringRef phase) {
    if (options.observer)
      options.observer(phase, [&](llvm::raw_ostream &os) {
        llvmModule->print(os, nullptr);
      });
  };
  observeLLVM("llvm-translate");
  optimize(*llvmModule, machine, options, report);
  if (failed(checkCancelled(module.getLoc(), options)))
    return failure();
  observeLLVM("llvm-optimize");
  if (options.observer)
    options.observer("llvm-codegen", [&](llvm::raw_ostream &os) {
      printAssembly(*llvmModule, machine, os);
    });
  return llvmModule;
}

std::unique_ptr<llvm::Module>
kina::compileToLLVMIR(ModuleOp module, const CompileOptions &options,
                      llvm::TargetMachine &machine,
                      llvm::LLVMContext &llvmContext, std::string *header) {
  CompileReport report;
  LibraryInterface interface;
  FailureOr<std::unique_ptr<llvm::Module>> llvmModule =
      lower(module, options, machine, llvmContext, report, interface);
  if (failed(llvmModule))
    return nullptr;
  if (header)
    *header = getHeader(interface);
  return std::move(*llvmModule);
}

LogicalResult kina::emitObject(llvm::Module &llvmModule, Location loc,
                               llvm::TargetMachine &machine,
                               SmallVectorImpl<char> &object) {
  llvm::raw_svector_ostream os(object);
  llvm::legacy::PassManager passes;
  if (machine.addPassesToEmitFile(passes, os, nullptr,
                                  llvm::CodeGenFileType::ObjectFile))
    return emitError(loc, "no object files for target ")
           << machine.getTargetTriple().str();
  passes.run(llvmModule);
  return success();
}

//===----------------------------------------------------------------------===//
// The whole
//===----------------------------------------------------------------------===//

/// Emits the object of the library, with the seconds of each function.
static LogicalResult generateCode(llvm::Module &llvmModule, Location loc,
                                  llvm::TargetMachine &machine,
                                  CompileReport &report,
                                  SmallVectorImpl<char> &object) {
  CompileReport::Phase timer(report, "llvm-codegen");
  LogicalResult emitted = success();
  report.timeCodeGeneration(
      [&] { emitted = emitObject(llvmModule, loc, machine, object); });
  return emitted;
}

LogicalResult kina::compileUntil(ModuleOp module, const CompileOptions &options,
                                 StringRef phase) {
  std::unique_ptr<llvm::TargetMachine> machine =
      createTargetMachine(module.getLoc(), options.cpu);
  if (!machine)
    return failure();
  CompileReport report;
  LibraryInterface interface;
  llvm::LLVMContext llvmContext;
  return lower(module, options, *machine, llvmContext, report, interface,
               phase);
}

FailureOr<CompiledLibrary>
kina::compileToObject(ModuleOp module, const CompileOptions &options) {
  Location loc = module.getLoc();
  std::unique_ptr<llvm::TargetMachine> machine =
      createTargetMachine(loc, options.cpu);
  if (!machine)
    return failure();
  CompileReport report;
  LibraryInterface interface;
  llvm::LLVMContext llvmContext;
  FailureOr<std::unique_ptr<llvm::Module>> llvmModule =
      lower(module, options, *machine, llvmContext, report, interface);
  CompiledLibrary library;
  if (failed(llvmModule) ||
      failed(emitObject(**llvmModule, loc, *machine, library.object)))
    return failure();
  library.name = interface.library;
  library.cpu = interface.cpu;
  library.features = interface.features;
  library.manifest = getManifest(interface);
  library.header = getHeader(interface);
  for (const FunctionInterface &function : interface.functions) {
    library.symbols.push_back(function.symbol);
    library.symbols.push_back(function.symbol + "_workspace");
  }
  return library;
}

/// What is written may be neither the input nor one another.
static LogicalResult checkOutputs(Location loc, StringRef input,
                                  ArrayRef<StringRef> outputs) {
  if (outputs.front() == "-")
    return emitError(loc, "cannot write a library to standard output: "
                          "expected the name of a file");
  for (auto [index, output] : llvm::enumerate(outputs)) {
    if (output.empty())
      continue;
    if (output == input || llvm::sys::fs::equivalent(output, input))
      return emitError(loc, "cannot write '") << output << "': it is the input";
    if (llvm::is_contained(outputs.take_front(index), output))
      return emitError(loc, "cannot write '")
             << output
             << "' twice: the library, the header of the same stem and the "
                "report are three files";
  }
  return success();
}

LogicalResult kina::compileLibrary(StringRef input, StringRef output,
                                   const CompileOptions &options,
                                   StringRef report, llvm::SourceMgr &sources,
                                   MLIRContext *context,
                                   std::optional<StringRef> text) {
  Location loc = FileLineColLoc::get(context, input, 0, 0);
  SmallString<128> header(output);
  llvm::sys::path::replace_extension(header, ".h");
  if (failed(checkOutputs(loc, input, {output, header, report})))
    return failure();
  std::unique_ptr<llvm::TargetMachine> machine =
      createTargetMachine(loc, options.cpu);
  if (!machine)
    return failure();

  CompileReport times;
  OwningOpRef<ModuleOp> module;
  {
    CompileReport::Phase timer(times, "parse");
    module = parseInput(input, sources, context, text);
  }
  if (!module)
    return failure();
  llvm::LLVMContext llvmContext;
  LibraryInterface interface;
  FailureOr<std::unique_ptr<llvm::Module>> llvmModule =
      lower(*module, options, *machine, llvmContext, times, interface);
  if (failed(llvmModule))
    return failure();

  SmallVector<char, 0> object;
  if (failed(generateCode(**llvmModule, loc, *machine, times, object)))
    return failure();

  StringRef objectBytes(object.data(), object.size());
  FileSet files;
  auto write = [&]() -> llvm::Error {
    {
      CompileReport::Phase timer(times, "link");
      if (llvm::Error error = linkSharedLibrary(objectBytes, output, files))
        return error;
    }
    if (llvm::Error error = files.add(header, getHeader(interface)))
      return error;
    if (!report.empty()) {
      if (llvm::Error error = times.readBytes(objectBytes))
        return error;
      times.addSources(sources);
      if (llvm::Error error = files.add(report, times.getJson(interface)))
        return error;
    }
    return files.commit();
  };
  if (llvm::Error error = write())
    return emitError(loc, llvm::toString(std::move(error)));
  return success();
}
