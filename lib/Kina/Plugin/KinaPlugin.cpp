//===- KinaPlugin.cpp - Kina inside stock mlir-opt ------------------------===//
//
// Part of Kina, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Kina/InitAll.h"
#include "mlir/Tools/Plugins/DialectPlugin.h"
#include "mlir/Tools/Plugins/PassPlugin.h"
#include "llvm/Config/llvm-config.h"
#include "llvm/Support/Compiler.h"
#include "llvm/Support/raw_ostream.h"
#include <cstdlib>
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

extern "C" LLVM_ATTRIBUTE_VISIBILITY_DEFAULT ::mlir::DialectPluginLibraryInfo
mlirGetDialectPluginInfo() {
  checkHost();
  return {MLIR_PLUGIN_API_VERSION, "Kina", LLVM_VERSION_STRING,
          [](mlir::DialectRegistry *registry) {
            kina::registerAllDialects(*registry);
          }};
}

extern "C" LLVM_ATTRIBUTE_VISIBILITY_DEFAULT ::mlir::PassPluginLibraryInfo
mlirGetPassPluginInfo() {
  checkHost();
  return {MLIR_PLUGIN_API_VERSION, "Kina", LLVM_VERSION_STRING,
          [] { kina::registerAllPasses(); }};
}
