//===- LoopsToBranches.cpp - scf to cf, the last loop first ---------------===//
//
// Part of Kina, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Kina/Codegen/Passes.h"
#include "mlir/Conversion/SCFToControlFlow/SCFToControlFlow.h"
#include "mlir/Dialect/ControlFlow/IR/ControlFlow.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Transforms/DialectConversion.h"

namespace kina {
#define GEN_PASS_DEF_LOOPSTOBRANCHES
#include "Kina/Codegen/Passes.h.inc"
} // namespace kina

using namespace mlir;
using namespace kina;

namespace {

struct LoopsToBranches final
    : kina::impl::LoopsToBranchesBase<LoopsToBranches> {
  void runOnOperation() override {
    SmallVector<Operation *> outermost;
    getOperation()->walk<WalkOrder::PreOrder>([&](Operation *op) {
      if (!isa_and_present<scf::SCFDialect>(op->getDialect()))
        return WalkResult::advance();
      outermost.push_back(op);
      return WalkResult::skip();
    });
    std::reverse(outermost.begin(), outermost.end());
    RewritePatternSet patterns(&getContext());
    populateSCFToControlFlowConversionPatterns(patterns);
    ConversionTarget target(getContext());
    target.addIllegalOp<scf::ExecuteRegionOp, scf::ForallOp, scf::ForOp,
                        scf::IfOp, scf::IndexSwitchOp, scf::ParallelOp,
                        scf::WhileOp>();
    target.markUnknownOpDynamicallyLegal([](Operation *) { return true; });
    ConversionConfig config;
    config.allowPatternRollback = false;
    if (failed(applyPartialConversion(outermost, target, std::move(patterns),
                                      config)))
      signalPassFailure();
  }
};

} // namespace
