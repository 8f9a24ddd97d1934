//===- KinaToLinalg.cpp - Rewrite kina ops to linalg ----------------------===//
//
// Part of Kina, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Kina/Conversion/Passes.h"
#include "Kina/IR/KinaDialect.h"
#include "Kina/IR/ShapeInference.h"
#include "Patterns.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Bufferization/IR/Bufferization.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/Iterators.h"
#include "mlir/Interfaces/FunctionInterfaces.h"
#include "mlir/Transforms/DialectConversion.h"
#include "mlir/Transforms/RegionUtils.h"

namespace kina {
#define GEN_PASS_DEF_KINATOLINALG
#include "Kina/Conversion/Passes.h.inc"
} // namespace kina

using namespace mlir;
using namespace kina;

/// Tensors at the border of a function that has kina ops follow kina's rules,
/// also where no op reads them.
static LogicalResult checkSignature(FunctionOpInterface function) {
  WalkResult kinaOps = function.walk([](Operation *op) {
    return isa_and_nonnull<KinaDialect>(op->getDialect())
               ? WalkResult::interrupt()
               : WalkResult::advance();
  });
  if (!kinaOps.wasInterrupted())
    return success();
  auto isIllegal = [&](Type type) {
    auto tensor = dyn_cast<RankedTensorType>(type);
    return tensor && isLegalElementType(tensor.getElementType()) &&
           failed(getLegalTensor(function.getOperation(), tensor.getShape(),
                                 tensor.getElementType()));
  };
  return failure(llvm::any_of(function.getArgumentTypes(), isIllegal) ||
                 llvm::any_of(function.getResultTypes(), isIllegal));
}

/// A known id outside the table would be out of range in every run.
static LogicalResult checkIds(GatherOp op) {
  auto known = getKnownIds(op.getIndices());
  if (!known)
    return success();
  auto [smallest, largest] = *known;
  int64_t rows = op.getTable().getType().getDimSize(0);
  bool isDynamic = ShapedType::isDynamic(rows);
  if (smallest >= 0 && (isDynamic || largest < rows))
    return success();
  return op.emitOpError("id ")
         << (smallest < 0 ? smallest : largest)
         << " is outside the table, which has "
         << (isDynamic ? "no negative rows" : std::to_string(rows) + " rows");
}

static LogicalResult convert(Operation *root, RewritePatternSet &&patterns,
                             const ConversionTarget &target) {
  ConversionConfig config;
  config.allowPatternRollback = false;
  config.foldingMode = DialectConversionFoldingMode::Never;
  return applyPartialConversion(root, target, std::move(patterns), config);
}

namespace {
struct KinaToLinalg final : kina::impl::KinaToLinalgBase<KinaToLinalg> {
  void runOnOperation() override {
    Operation *root = getOperation();
    IRRewriter rewriter(&getContext());
    // The conversion driver does not visit these.
    (void)eraseUnreachableBlocks(rewriter, root->getRegions());

    WalkResult checks = root->walk([](Operation *op) {
      auto function = dyn_cast<FunctionOpInterface>(op);
      if (function && failed(checkSignature(function)))
        return WalkResult::interrupt();
      auto gather = dyn_cast<GatherOp>(op);
      if (gather && failed(checkIds(gather)))
        return WalkResult::interrupt();
      return WalkResult::advance();
    });
    if (checks.wasInterrupted())
      return signalPassFailure();

    ConversionTarget target(getContext());
    // The ops that read through broadcasts and transposes come first, while
    // these still stand.
    target.markUnknownOpDynamicallyLegal([](Operation *op) {
      return !isa_and_nonnull<KinaDialect>(op->getDialect()) ||
             !(op->hasTrait<OpTrait::Elementwise>() || isa<MatmulOp>(op));
    });
    RewritePatternSet readers(&getContext());
    populateBinaryToLinalg(readers);
    populateCastToLinalg(readers);
    populateClampToLinalg(readers);
    populateCompareToLinalg(readers);
    populateMatmulToLinalg(readers);
    populateSelectToLinalg(readers);
    populateUnaryToLinalg(readers);
    if (failed(convert(root, std::move(readers), target)))
      return signalPassFailure();

    root->walk<WalkOrder::PostOrder, ReverseIterator>([](Operation *op) {
      if (isa<BroadcastOp, TransposeOp>(op) && op->use_empty())
        op->erase();
    });

    target.addIllegalDialect<KinaDialect>();
    RewritePatternSet others(&getContext());
    populateAllGatherToLinalg(others);
    populateArgmaxToLinalg(others);
    populateBroadcastToLinalg(others);
    populateConcatToLinalg(others);
    populateConstantToLinalg(others);
    populateGatherToLinalg(others);
    populateIotaToLinalg(others);
    populateReduceToLinalg(others);
    populateReshapeToLinalg(others);
    populateSliceToLinalg(others);
    populateSoftmaxToLinalg(others);
    populateTransposeToLinalg(others);
    if (failed(convert(root, std::move(others), target)))
      signalPassFailure();
  }
};
} // namespace
