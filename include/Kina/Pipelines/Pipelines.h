//===- Pipelines.h - From kina to LLVM, phase by phase ----------*- C++ -*-===//
//
// Part of Kina, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef KINA_PIPELINES_PIPELINES_H
#define KINA_PIPELINES_PIPELINES_H

#include "mlir/Pass/PassOptions.h"

namespace mlir {
class OpPassManager;
} // namespace mlir

namespace kina {

/// How a sharded program runs.
struct ShardOptions : public mlir::PassPipelineOptions<ShardOptions> {
  Option<bool> spmd{*this, "spmd", llvm::cl::init(false),
                    llvm::cl::desc("One process for each device, instead of "
                                   "all devices in one")};
};

/// The options of `kina-emit-c-interface`, which the pipelines hand on.
struct LibraryOptions : public mlir::PassPipelineOptions<LibraryOptions> {
  Option<std::string> library{
      *this, "library", llvm::cl::init("kina"),
      llvm::cl::desc("The first part of every symbol, a C identifier")};
  Option<std::string> cpu{*this, "cpu", llvm::cl::init(""),
                          llvm::cl::desc("Name of the target CPU")};
  Option<std::string> triple{*this, "triple", llvm::cl::init(""),
                             llvm::cl::desc("Target triple")};
  ListOption<std::string> features{
      *this, "features", llvm::cl::desc("CPU features that the code needs")};
  Option<bool> spmd{*this, "spmd", llvm::cl::init(false),
                    llvm::cl::desc("One process for each device, instead of "
                                   "all devices in one")};
};

/// kina ops on tensors, sharded ones too, to linalg on tensors.
void kinaToLinalg(mlir::OpPassManager &pm, bool spmd = false);

/// linalg on tensors to functions over memrefs with a planned workspace.
void linalgToMemRef(mlir::OpPassManager &pm);

/// Both.
void kinaToMemRef(mlir::OpPassManager &pm, bool spmd = false);

/// Such functions to the LLVM dialect, with the C functions of a library.
void memRefToLLVM(mlir::OpPassManager &pm, const LibraryOptions &options);

/// All of them.
void kinaToLLVM(mlir::OpPassManager &pm, const LibraryOptions &options);

/// Registers `kina-to-memref` and `kina-to-llvm`.
void registerAllPipelines();

} // namespace kina

#endif // KINA_PIPELINES_PIPELINES_H
