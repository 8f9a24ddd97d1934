//===- ExecutionEngine.cpp - Compiled functions in this process -----------===//
//
// Part of Kina, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Kina/ExecutionEngine/ExecutionEngine.h"
#include "Kina/ExecutionEngine/Linker.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ExecutionEngine/Orc/AbsoluteSymbols.h"
#include "llvm/ExecutionEngine/Orc/Debugging/ELFDebugObjectPlugin.h"
#include "llvm/ExecutionEngine/Orc/Debugging/PerfSupportPlugin.h"
#include "llvm/ExecutionEngine/Orc/ExecutionUtils.h"
#include "llvm/ExecutionEngine/Orc/ObjectLinkingLayer.h"
#include "llvm/ExecutionEngine/Orc/SelfExecutorProcessControl.h"
#include "llvm/ExecutionEngine/Orc/TargetProcess/JITLoaderGDB.h"
#include "llvm/ExecutionEngine/Orc/TargetProcess/JITLoaderPerf.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Path.h"
#include "llvm/TargetParser/Host.h"
#include <mutex>

using namespace llvm;
using namespace llvm::orc;
using namespace kina;

static Error makeError(const Twine &message) {
  return createStringError(inconvertibleErrorCode(), message);
}

/// An error where code for `library` would not run on this machine.
static Error checkHost(const CompiledLibrary &library) {
  const StringMap<bool> host = sys::getHostCPUFeatures();
  SmallVector<StringRef> missing;
  for (StringRef feature : library.features)
    if (!host.lookup(feature))
      missing.push_back(feature);
  if (missing.empty())
    return Error::success();
  return makeError("compiled for " + library.cpu + "; this machine lacks " +
                   join(missing, ", "));
}

//===----------------------------------------------------------------------===//
// Session
//===----------------------------------------------------------------------===//

/// The state of ORC: one session with one table of symbols.
class ExecutionEngine::Session {
public:
  static Expected<std::unique_ptr<Session>>
  create(const ExecutionEngine::Options &options) {
    auto control = SelfExecutorProcessControl::Create();
    if (!control)
      return control.takeError();
    std::unique_ptr<Session> session(new Session(std::move(*control)));
    if (Error error = session->addProcessSymbols())
      return error;
    if (options.debug)
      if (Error error = session->addDebugging())
        return error;
    return session;
  }

  ~Session() {
    // There is nobody to tell when this fails.
    consumeError(session.endSession());
  }

  Error add(StringRef object, StringRef name) {
    return layer.add(symbols, MemoryBuffer::getMemBufferCopy(object, name));
  }

  Expected<void *> lookup(StringRef symbol) {
    auto found = session.lookup({&symbols}, symbol);
    if (found)
      return found->getAddress().toPtr<void *>();
    std::lock_guard<std::mutex> guard(mutex);
    if (reason.empty())
      return found.takeError();
    consumeError(found.takeError());
    return makeError(reason);
  }

private:
  explicit Session(std::unique_ptr<ExecutorProcessControl> control)
      : session(std::move(control)), layer(session),
        symbols(session.createBareJITDylib("kina")) {
    // What failed first is the reason; the lookup itself only says that it
    // failed.
    session.setErrorReporter([this](Error error) {
      std::string message = toString(std::move(error));
      std::lock_guard<std::mutex> guard(mutex);
      if (reason.empty())
        reason = std::move(message);
    });
  }

  /// What a library is linked with comes first: a host that has loaded the
  /// compiler at run time need not have libm, or the conversions of libgcc,
  /// where the process looks.
  Error addProcessSymbols() {
    for (const char *file :
         {"libm.so.6", "libgcc_s.so.1", static_cast<const char *>(nullptr)}) {
      auto generator = DynamicLibrarySearchGenerator::Load(file, '\0');
      if (!generator)
        return generator.takeError();
      symbols.addGenerator(std::move(*generator));
    }
    return Error::success();
  }

  Error addDebugging() {
    // They are inside LLVM's library, which a host may have loaded for itself.
    SymbolMap loaders;
    auto define = [&](StringRef name, auto *function) {
      loaders[session.intern(name)] = {ExecutorAddr::fromPtr(function),
                                       JITSymbolFlags::Exported |
                                           JITSymbolFlags::Callable};
    };
    define("llvm_orc_registerJITLoaderGDBAllocAction",
           &llvm_orc_registerJITLoaderGDBAllocAction);
    define("llvm_orc_registerJITLoaderPerfStart",
           &llvm_orc_registerJITLoaderPerfStart);
    define("llvm_orc_registerJITLoaderPerfEnd",
           &llvm_orc_registerJITLoaderPerfEnd);
    define("llvm_orc_registerJITLoaderPerfImpl",
           &llvm_orc_registerJITLoaderPerfImpl);
    if (Error error = symbols.define(absoluteSymbols(std::move(loaders))))
      return error;
    Error error = Error::success();
    layer.addPlugin(std::make_shared<ELFDebugObjectPlugin>(
        session, /*RequireDebugSections=*/false, /*AutoRegisterCode=*/true,
        error));
    if (error)
      return error;
    auto perf = PerfSupportPlugin::Create(session.getExecutorProcessControl(),
                                          symbols, /*EmitDebugInfo=*/false,
                                          /*EmitUnwindInfo=*/false);
    if (!perf)
      return perf.takeError();
    layer.addPlugin(std::move(*perf));
    return Error::success();
  }

  std::mutex mutex;
  std::string reason; // of the first error
  ExecutionSession session;
  ObjectLinkingLayer layer;
  JITDylib &symbols;
};

//===----------------------------------------------------------------------===//
// ExecutionEngine
//===----------------------------------------------------------------------===//

ExecutionEngine::ExecutionEngine(CompiledLibrary library,
                                 std::unique_ptr<Session> session)
    : library(std::move(library)), session(std::move(session)) {}

ExecutionEngine::~ExecutionEngine() = default;

Expected<std::unique_ptr<ExecutionEngine>>
ExecutionEngine::create(CompiledLibrary library, const Options &options) {
  if (Error error = checkHost(library))
    return error;
  auto session = Session::create(options);
  if (!session)
    return session.takeError();
  StringRef object(library.object.data(), library.object.size());
  if (Error error = (*session)->add(object, library.name))
    return error;
  if (Error error = (*session)->add(getRuntimeObject(), "runtime"))
    return error;
  std::unique_ptr<ExecutionEngine> engine(
      new ExecutionEngine(std::move(library), std::move(*session)));
  // Now, so that what is missing is an error of this call.
  for (StringRef symbol : engine->library.symbols) {
    Expected<void *> address = engine->session->lookup(symbol);
    if (!address)
      return address.takeError();
    engine->addresses[symbol] = *address;
  }
  return engine;
}

Error ExecutionEngine::writeLibrary(StringRef output) const {
  SmallString<128> header(output);
  sys::path::replace_extension(header, ".h");
  FileSet files;
  StringRef object(library.object.data(), library.object.size());
  if (Error error = linkSharedLibrary(object, output, files))
    return error;
  if (Error error = files.add(header, library.header))
    return error;
  return files.commit();
}
