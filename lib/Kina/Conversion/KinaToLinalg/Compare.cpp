//===- Compare.cpp - kina.compare -----------------------------------------===//
//
// Part of Kina, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Elementwise.h"
#include "Patterns.h"
#include "mlir/Dialect/Arith/IR/Arith.h"

using namespace mlir;
using namespace kina;

static arith::CmpFPredicate getFloatPredicate(ComparePredicate predicate) {
  switch (predicate) {
  case ComparePredicate::eq:
    return arith::CmpFPredicate::OEQ;
  case ComparePredicate::ne:
    return arith::CmpFPredicate::UNE;
  case ComparePredicate::lt:
    return arith::CmpFPredicate::OLT;
  case ComparePredicate::le:
    return arith::CmpFPredicate::OLE;
  case ComparePredicate::gt:
    return arith::CmpFPredicate::OGT;
  case ComparePredicate::ge:
    return arith::CmpFPredicate::OGE;
  }
  llvm_unreachable("unknown compare predicate");
}

static arith::CmpIPredicate getIntegerPredicate(ComparePredicate predicate,
                                                bool isSigned) {
  switch (predicate) {
  case ComparePredicate::eq:
    return arith::CmpIPredicate::eq;
  case ComparePredicate::ne:
    return arith::CmpIPredicate::ne;
  case ComparePredicate::lt:
    return isSigned ? arith::CmpIPredicate::slt : arith::CmpIPredicate::ult;
  case ComparePredicate::le:
    return isSigned ? arith::CmpIPredicate::sle : arith::CmpIPredicate::ule;
  case ComparePredicate::gt:
    return isSigned ? arith::CmpIPredicate::sgt : arith::CmpIPredicate::ugt;
  case ComparePredicate::ge:
    return isSigned ? arith::CmpIPredicate::sge : arith::CmpIPredicate::uge;
  }
  llvm_unreachable("unknown compare predicate");
}

namespace {
struct ConvertCompare final : OpConversionPattern<CompareOp> {
  using OpConversionPattern::OpConversionPattern;

  LogicalResult
  matchAndRewrite(CompareOp op, OpAdaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    ImplicitLocOpBuilder b(op.getLoc(), rewriter);
    ElementwiseOperands operands(b, adaptor.getOperands());
    auto element = [&](ImplicitLocOpBuilder &b, ValueRange args) -> Value {
      Value lhs = extendFloat(b, args[0]), rhs = extendFloat(b, args[1]);
      if (isa<FloatType>(lhs.getType()))
        return arith::CmpFOp::create(b, getFloatPredicate(op.getPredicate()),
                                     lhs, rhs);
      bool isSigned = !lhs.getType().isInteger(1);
      return arith::CmpIOp::create(
          b, getIntegerPredicate(op.getPredicate(), isSigned), lhs, rhs);
    };
    replaceOp(rewriter, op,
              createElementwise(b, operands, b.getI1Type(), element));
    return success();
  }
};
} // namespace

void kina::populateCompareToLinalg(RewritePatternSet &patterns) {
  patterns.add<ConvertCompare>(patterns.getContext());
}
