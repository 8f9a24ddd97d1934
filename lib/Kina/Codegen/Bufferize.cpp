//===- Bufferize.cpp - One-shot bufferization
//--------------------------------===//
//
// Part of Kina, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Kina/Codegen/Passes.h"
#include "mlir/Dialect/Bufferization/IR/Bufferization.h"
#include "mlir/Dialect/Bufferization/Transforms/OneShotAnalysis.h"
#include "mlir/Dialect/Bufferization/Transforms/OneShotModuleBufferize.h"
#include "mlir/Dialect/Bufferization/Transforms/Transforms.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/PatternMatch.h"

namespace kina {
#define GEN_PASS_DEF_BUFFERIZE
#include "Kina/Codegen/Passes.h.inc"
} // namespace kina

using namespace mlir;
using namespace kina;

/// Gives each use of a `tensor.empty` one of its own. CSE joins those of one
/// type, and then the analysis compares every write with every other one: the
/// time grows with the cube of the number of ops.
static void splitEmptyTensors(RewriterBase &rewriter, Operation *root) {
  SmallVector<tensor::EmptyOp> shared;
  root->walk([&](tensor::EmptyOp op) {
    if (!op->use_empty() && !op->hasOneUse())
      shared.push_back(op);
  });
  for (tensor::EmptyOp op : shared)
    for (OpOperand &use :
         llvm::drop_begin(llvm::make_early_inc_range(op->getUses()))) {
      rewriter.setInsertionPoint(use.getOwner());
      Operation *own = rewriter.clone(*op);
      rewriter.modifyOpInPlace(use.getOwner(),
                               [&] { use.set(own->getResult(0)); });
    }
}

namespace {

struct Bufferize final : kina::impl::BufferizeBase<Bufferize> {
  void runOnOperation() override {
    bufferization::OneShotBufferizationOptions options;
    options.bufferizeFunctionBoundaries = true;
    options.setFunctionBoundaryTypeConversion(
        bufferization::LayoutMapOption::IdentityLayoutMap);
    options.memCpyFn = [](OpBuilder &builder, Location loc, Value from,
                          Value to) -> LogicalResult {
      linalg::CopyOp::create(builder, loc, from, to);
      return success();
    };
    IRRewriter rewriter(&getContext());
    bufferization::BufferizationState state;
    splitEmptyTensors(rewriter, getOperation());
    if (failed(
            bufferization::eliminateEmptyTensors(rewriter, getOperation())) ||
        failed(bufferization::runOneShotModuleBufferize(getOperation(), options,
                                                        state)))
      signalPassFailure();
  }
};

} // namespace
