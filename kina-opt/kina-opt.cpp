//===- kina-opt.cpp - mlir-opt with the kina dialect ----------------------===//
//
// Part of Kina, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Kina/Config.h"
#include "Kina/Driver/Driver.h"
#include "Kina/InitAll.h"
#include "mlir/InitAllDialects.h"
#include "mlir/InitAllExtensions.h"
#include "mlir/InitAllPasses.h"
#include "llvm/Support/CommandLine.h"

int main(int argc, char **argv) {
  llvm::cl::AddExtraVersionPrinter(
      [](llvm::raw_ostream &os) { os << "Kina " KINA_VERSION "\n"; });
  mlir::registerAllPasses();
  kina::registerAllPasses();
  mlir::DialectRegistry registry;
  mlir::registerAllDialects(registry);
  mlir::registerAllExtensions(registry);
  kina::registerAllDialects(registry);
  return kina::optMain(argc, argv, "Kina optimizer driver\n", registry);
}
