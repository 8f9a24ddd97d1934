//===- Provider.cpp - This build of Kina ----------------------------------===//
//
// Part of Kina, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Provider.h"
#include "Kina/Config.h"
#include "Kina/InitAll.h"
#include "mlir/Pass/PassRegistry.h"
#include "llvm/Support/Compiler.h"

static void registerDialects(mlir::DialectRegistry *registry) {
  kina::registerAllDialects(*registry);
}

/// MLIR takes a pipeline once.
static void registerPasses() {
  if (!mlir::PassPipelineInfo::lookup("kina-to-llvm"))
    kina::registerAllPasses();
}

static constexpr KinaProvider thisBuild = {"Kina " KINA_VERSION,
                                           registerDialects, registerPasses};

// A copy: inside a plugin too the exported name may be that of another one.
extern "C" LLVM_ATTRIBUTE_VISIBILITY_DEFAULT const KinaProvider kina_provider =
    thisBuild;

const KinaProvider &kina::getThisBuild() { return thisBuild; }
