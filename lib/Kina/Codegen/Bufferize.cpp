//===- Bufferize.cpp - One-shot bufferization
//--------------------------------===//
//
// Part of Kina, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "mlir/Dialect/Bufferization/Transforms/Bufferize.h"
#include "InPlaceAnalysis.h"
#include "Kina/Codegen/Interface.h"
#include "Kina/Codegen/Passes.h"
#include "mlir/Dialect/Bufferization/IR/Bufferization.h"
#include "mlir/Dialect/Bufferization/Transforms/OneShotAnalysis.h"
#include "mlir/Dialect/Bufferization/Transforms/OneShotModuleBufferize.h"
#include "mlir/Dialect/Bufferization/Transforms/Transforms.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Dialect/Tensor/Transforms/Transforms.h"
#include "mlir/IR/PatternMatch.h"
#include "mlir/Transforms/WalkPatternRewriteDriver.h"

namespace kina {
#define GEN_PASS_DEF_BUFFERIZE
#include "Kina/Codegen/Passes.h.inc"
} // namespace kina

using namespace mlir;
using namespace kina;

/// Gives each op a tensor of its own to write to. CSE joins those of one type,
/// and fills of them, but each would be copied for all ops that write to it but
/// the last.
static void splitDestinations(RewriterBase &rewriter, Operation *root) {
  auto split = [&](Operation *op) {
    if (op->hasOneUse())
      return;
    for (OpOperand &use : llvm::make_early_inc_range(op->getUses())) {
      auto user = dyn_cast<DestinationStyleOpInterface>(use.getOwner());
      if (!user || !user.isDpsInit(&use))
        continue;
      rewriter.setInsertionPoint(user);
      Operation *own = rewriter.clone(*op);
      rewriter.modifyOpInPlace(user, [&] { use.set(own->getResult(0)); });
    }
    if (op->use_empty())
      rewriter.eraseOp(op);
  };
  root->walk([&](linalg::FillOp op) { split(op); });
  root->walk([&](tensor::EmptyOp op) { split(op); });
}

/// Makes the types on both sides of a reshape differ. Where upstream looks for
/// the destination of an empty tensor, it goes through ops whose operand has
/// the type of the result, and takes both to have one shape; but [S, T] and [T,
/// S] have one type.
static void separateReshapes(RewriterBase &rewriter, Operation *root) {
  root->walk([&](tensor::ReshapeOp op) {
    Value source = op.getSource();
    auto type = dyn_cast<RankedTensorType>(source.getType());
    if (!type || type != op.getType() || type.getRank() < 2)
      return;
    rewriter.setInsertionPoint(op);
    auto axes = llvm::to_vector<2>(llvm::seq<int64_t>(type.getRank()));
    Value flat = tensor::CollapseShapeOp::create(
        rewriter, op.getLoc(), source, ArrayRef<ReassociationIndices>(axes));
    rewriter.modifyOpInPlace(op, [&] { op.getSourceMutable().assign(flat); });
  });
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
    ModuleOp module = getOperation();
    IRRewriter rewriter(&getContext());
    splitDestinations(rewriter, module);
    separateReshapes(rewriter, module);
    if (failed(eliminateEmptyTensors(rewriter, options)))
      return signalPassFailure();
    bufferization::OneShotAnalysisState analysis(module, options);
    bufferization::BufferizationState state;
    FailureOr<SmallVector<func::FuncOp>> order = orderCalleesFirst(module);
    if (failed(order) || failed(analyzeInPlace(module, analysis)) ||
        failed(bufferization::insertTensorCopies(module, analysis, state)))
      return signalPassFailure();
    // Not `bufferizeModuleOp`, whose order depends on addresses in memory: so
    // would that of the constants.
    for (func::FuncOp func : *order)
      if (failed(bufferization::bufferizeOp(func, options, state)))
        return signalPassFailure();
    bufferization::removeBufferizationAttributesInModule(module);
  }

  LogicalResult eliminateEmptyTensors(
      RewriterBase &rewriter,
      const bufferization::OneShotBufferizationOptions &options) {
    bufferization::OneShotAnalysisState analysis(getOperation(), options);
    if (failed(analyzeInPlace(getOperation(), analysis)) ||
        failed(bufferization::eliminateEmptyTensors(rewriter, getOperation(),
                                                    analysis)))
      return failure();
    // A slice of a tensor that was replaced needs no more than its own bytes.
    RewritePatternSet patterns(&getContext());
    tensor::populateFoldTensorEmptyPatterns(patterns,
                                            /*foldSingleUseOnly=*/true);
    walkAndApplyPatterns(getOperation(), std::move(patterns));
    return success();
  }
};

} // namespace
