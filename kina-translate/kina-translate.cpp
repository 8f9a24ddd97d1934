//===- kina-translate.cpp - From .kina text to MLIR and back --------------===//
//
// Part of Kina, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Kina/Config.h"
#include "Kina/Driver/Driver.h"
#include "Kina/ExecutionEngine/Compiler.h"
#include "Kina/Frontend/Frontend.h"
#include "llvm/Support/CommandLine.h"

int main(int argc, char **argv) {
  llvm::cl::AddExtraVersionPrinter(
      [](llvm::raw_ostream &os) { os << "Kina " KINA_VERSION "\n"; });
  kina::registerFrontendTranslations();
  kina::registerCompilerTranslations();
  return kina::translateMain(argc, argv, "Kina translation driver\n");
}
