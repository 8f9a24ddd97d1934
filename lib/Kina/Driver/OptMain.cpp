//===- OptMain.cpp - main() of kina-opt ---------------------------------===//
//
// Part of Kina, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Kina/Driver/Driver.h"
#include "mlir/Tools/mlir-opt/MlirOptMain.h"
#include "llvm/Support/InitLLVM.h"
#include "llvm/Support/MemoryBuffer.h"

using namespace mlir;

int kina::optMain(int argc, char **argv, StringRef toolName,
                  DialectRegistry &registry) {
  llvm::InitLLVM init(argc, argv);
  auto [input, output] =
      registerAndParseCLIOptions(argc, argv, toolName, registry);
  MlirOptMainConfig config = MlirOptMainConfig::createFromCLOptions();
  // These read and write no file.
  if (config.shouldShowDialects() || config.shouldListPasses())
    return asMainReturnCode(MlirOptMain(argc, argv, input, output, registry));
  return asMainReturnCode(processFile(
      input, output,
      [&](std::unique_ptr<llvm::MemoryBuffer> buffer, raw_ostream &os) {
        return MlirOptMain(os, std::move(buffer), registry, config);
      }));
}
