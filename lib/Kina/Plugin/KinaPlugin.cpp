//===- KinaPlugin.cpp - Kina inside stock mlir-opt ------------------------===//
//
// Part of Kina, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Provider.h"
#include "mlir/IR/DialectRegistry.h"
#include "mlir/Tools/Plugins/DialectPlugin.h"
#include "mlir/Tools/Plugins/PassPlugin.h"
#include "llvm/Config/llvm-config.h"
#include "llvm/Support/Compiler.h"
#include "llvm/Support/raw_ostream.h"
#include <cstdlib>
#include <cstring>
#include <dlfcn.h>

/// Ends the process where the tool that loads this is of another LLVM: the
/// loader compares an API number only, and what follows would be wild calls.
/// The tool's own LLVM stands first in the search order.
static void checkHost() {
  using GetVersion = void (*)(unsigned *, unsigned *, unsigned *);
  auto getVersion =
      reinterpret_cast<GetVersion>(dlsym(RTLD_DEFAULT, "LLVMGetVersion"));
  unsigned major = 0, minor = 0, patch = 0;
  if (getVersion)
    getVersion(&major, &minor, &patch);
  if (major == LLVM_VERSION_MAJOR && minor == LLVM_VERSION_MINOR)
    return;
  llvm::errs() << "error: KinaPlugin is built for LLVM " LLVM_VERSION_STRING
                  ", but this tool is of LLVM "
               << major << '.' << minor << '.' << patch << '\n';
  std::exit(1);
}

[[noreturn]] static void refuse(llvm::StringRef other) {
  llvm::errs() << "error: KinaPlugin is " << kina::getThisBuild().version
               << ", but this tool has " << other << " already\n";
  std::exit(1);
}

/// The build of Kina that the whole process uses: ops of one build are foreign
/// to the passes of another, even of the same version.
static const KinaProvider &getProvider() {
  auto *first =
      static_cast<const KinaProvider *>(dlsym(RTLD_DEFAULT, "kina_provider"));
  if (!first)
    return kina::getThisBuild();
  if (std::strcmp(first->version, kina::getThisBuild().version) != 0)
    refuse(first->version);
  return *first;
}

static void registerDialects(mlir::DialectRegistry *registry) {
  const KinaProvider &provider = getProvider();
  // A plugin's registration may stand for another's, a tool's own is complete.
  if (!registry->getDialectAllocator("kina"))
    provider.registerDialects(registry);
}

static void registerPasses() { getProvider().registerPasses(); }

extern "C" LLVM_ATTRIBUTE_VISIBILITY_DEFAULT ::mlir::DialectPluginLibraryInfo
mlirGetDialectPluginInfo() {
  checkHost();
  return {MLIR_PLUGIN_API_VERSION, "Kina", LLVM_VERSION_STRING,
          registerDialects};
}

extern "C" LLVM_ATTRIBUTE_VISIBILITY_DEFAULT ::mlir::PassPluginLibraryInfo
mlirGetPassPluginInfo() {
  checkHost();
  return {MLIR_PLUGIN_API_VERSION, "Kina", LLVM_VERSION_STRING, registerPasses};
}
