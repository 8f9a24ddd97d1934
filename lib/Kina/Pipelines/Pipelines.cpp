//===- Pipelines.cpp - From kina to LLVM, phase by phase ------------------===//
//
// Part of Kina, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Kina/Pipelines/Pipelines.h"
#include "Kina/Codegen/CpuFeatures.h"
#include "Kina/Codegen/Passes.h"
#include "Kina/Conversion/Passes.h"
#include "Kina/Transforms/Passes.h"
#include "mlir/Conversion/Passes.h"
#include "mlir/Dialect/Bufferization/Transforms/Passes.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/Linalg/Passes.h"
#include "mlir/Dialect/MemRef/Transforms/Passes.h"
#include "mlir/Pass/PassManager.h"
#include "mlir/Pass/PassRegistry.h"
#include "mlir/Transforms/Passes.h"

using namespace mlir;
using namespace kina;

void kina::kinaToLinalg(OpPassManager &pm, bool spmd) {
  // Imported functions that nothing calls.
  pm.addPass(createSymbolDCEPass());
  pm.addPass(spmd ? createShardToSpmd() : createShardToSlices());
  pm.addPass(createAnnotateInterface());
  pm.addPass(createCanonicalizerPass());
  pm.addPass(createCSEPass());
  pm.addPass(createKinaToLinalg());
}

void kina::linalgToMemRef(OpPassManager &pm) {
  // So that the extents of every tensor follow from the sizes: the workspace is
  // planned before there is data. What canonicalization finds in one step would
  // take the pass after it as many as there are ops before.
  pm.addPass(createCanonicalizerPass());
  pm.addPass(memref::createResolveRankedShapeTypeResultDimsPass());
  pm.addPass(createCanonicalizerPass());
  pm.addPass(createCSEPass());
  pm.addPass(createDestinationPassing());
  pm.addPass(createBufferize());
  // The results are found to be destinations only once casts are folded.
  pm.addPass(createCanonicalizerPass());
  pm.addPass(bufferization::createDropEquivalentBufferResultsPass());
  // Then it is seen which copies are from a buffer to itself.
  pm.addPass(createCSEPass());
  pm.addPass(createCanonicalizerPass());
  pm.addPass(createPlanWorkspace());
}

void kina::kinaToMemRef(OpPassManager &pm, bool spmd) {
  kinaToLinalg(pm, spmd);
  linalgToMemRef(pm);
}

void kina::memRefToLLVM(OpPassManager &pm, const LibraryOptions &options) {
  pm.addPass(createOutlineKernels());
  OpPassManager &funcPM = pm.nest<func::FuncOp>();
  LowerContractionsOptions contractions;
  contractions.vectorBytes = getVectorBytes(options.features);
  contractions.hasFma = llvm::is_contained(options.features, "fma");
  funcPM.addPass(createLowerContractions(contractions));
  funcPM.addPass(createConvertLinalgToLoopsPass());
  funcPM.addPass(createLowerAffinePass());
  funcPM.addPass(createCanonicalizerPass());
  funcPM.addPass(createCSEPass());
  EmitCInterfaceOptions interface;
  interface.library = options.library;
  interface.cpu = options.cpu;
  interface.triple = options.triple;
  interface.features.assign(options.features.begin(), options.features.end());
  pm.addPass(createEmitCInterface(interface));
  // A reshape to more than one `?` has a lowering of its own.
  pm.addPass(memref::createExpandOpsPass());
  pm.addPass(memref::createExpandStridedMetadataPass());
  pm.addPass(createLowerAffinePass());
  pm.addPass(createExpandBFloat16());
  pm.addPass(createLoopsToBranches());
  pm.addPass(createConvertMathToLLVMPass());
  pm.addPass(createConvertMathToLibmPass());
  pm.addPass(createConvertToLLVMPass());
  pm.addPass(createReconcileUnrealizedCastsPass());
  pm.addPass(createPackConstants());
  pm.addPass(createCanonicalizerPass());
  pm.addPass(createCSEPass());
}

void kina::kinaToLLVM(OpPassManager &pm, const LibraryOptions &options) {
  kinaToMemRef(pm, options.spmd);
  memRefToLLVM(pm, options);
}

void kina::registerAllPipelines() {
  PassPipelineRegistration<ShardOptions>(
      "kina-to-memref",
      "kina ops on tensors to functions over memrefs with a planned workspace",
      [](OpPassManager &pm, const ShardOptions &options) {
        kinaToMemRef(pm, options.spmd);
      });
  PassPipelineRegistration<>(
      "kina-linalg-to-memref",
      "linalg on tensors to functions over memrefs with a planned workspace",
      linalgToMemRef);
  PassPipelineRegistration<LibraryOptions>(
      "kina-memref-to-llvm",
      "functions over memrefs to the LLVM dialect, with the C functions of a "
      "library",
      memRefToLLVM);
  PassPipelineRegistration<LibraryOptions>(
      "kina-to-llvm",
      "kina ops on tensors to the LLVM dialect, with the C functions of a "
      "library",
      kinaToLLVM);
}
