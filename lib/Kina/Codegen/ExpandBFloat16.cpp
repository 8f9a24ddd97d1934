//===- ExpandBFloat16.cpp - bf16 as the integers that its bits are --------===//
//
// Part of Kina, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Kina/Codegen/Passes.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Arith/Transforms/Passes.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include "mlir/IR/AttrTypeSubElements.h"
#include "mlir/IR/DialectResourceBlobManager.h"
#include "mlir/Transforms/WalkPatternRewriteDriver.h"

namespace kina {
#define GEN_PASS_DEF_EXPANDBFLOAT16
#include "Kina/Codegen/Passes.h.inc"
} // namespace kina

using namespace mlir;
using namespace kina;

/// Only conversions between f32 and bf16 are expanded; the others, which
/// canonicalization makes, go by way of f32. (So no driver that folds may run
/// in between.)
static void goThroughF32(Operation *op) {
  OpBuilder b(op);
  Type f32 = b.getF32Type();
  if (auto extend = dyn_cast<arith::ExtFOp>(op)) {
    if (extend.getIn().getType().isBF16() && extend.getType() != f32)
      extend.getInMutable().assign(
          arith::ExtFOp::create(b, op->getLoc(), f32, extend.getIn()));
  } else if (isa<arith::SIToFPOp, arith::UIToFPOp>(op)) {
    // Of an i1 or i8, which f32 holds.
    Value result = op->getResult(0);
    Type type = result.getType();
    if (!type.isBF16() ||
        op->getOperand(0).getType().getIntOrFloatBitWidth() > 24)
      return;
    result.setType(f32);
    b.setInsertionPointAfter(op);
    auto rounded = arith::TruncFOp::create(b, op->getLoc(), type, result);
    result.replaceAllUsesExcept(rounded, rounded);
  }
}

namespace {

struct ExpandBFloat16 final : kina::impl::ExpandBFloat16Base<ExpandBFloat16> {
  void runOnOperation() override {
    getOperation()->walk(goThroughF32);
    RewritePatternSet patterns(&getContext());
    arith::populateExpandBFloat16Patterns(patterns);
    walkAndApplyPatterns(getOperation(), std::move(patterns));

    // Bitcasts are left that change nothing; they fold.
    Type i16 = IntegerType::get(&getContext(), 16);
    AttrTypeReplacer replacer;
    replacer.addReplacement([&](BFloat16Type) -> Type { return i16; });
    replacer.addReplacement([&](FloatAttr attr) -> std::optional<Attribute> {
      if (!attr.getType().isBF16())
        return std::nullopt;
      return IntegerAttr::get(i16, attr.getValue().bitcastToAPInt());
    });
    replacer.addReplacement(
        [&](DenseElementsAttr attr) -> std::optional<Attribute> {
          if (!attr.getElementType().isBF16())
            return std::nullopt;
          return attr.bitcast(i16);
        });
    replacer.addReplacement(
        [&](DenseResourceElementsAttr attr) -> std::optional<Attribute> {
          if (!attr.getElementType().isBF16())
            return std::nullopt;
          return DenseResourceElementsAttr::get(attr.getType().clone(i16),
                                                attr.getRawHandle());
        });
    replacer.recursivelyReplaceElementsIn(getOperation(),
                                          /*replaceAttrs=*/true,
                                          /*replaceLocs=*/false,
                                          /*replaceTypes=*/true);
  }
};

} // namespace
