//===- Elementwise.h - Loops over the elements ------------------*- C++ -*-===//
//
// Part of Kina, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LIB_KINA_CONVERSION_KINATOLINALG_ELEMENTWISE_H
#define LIB_KINA_CONVERSION_KINATOLINALG_ELEMENTWISE_H

#include "Builders.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Transforms/DialectConversion.h"

namespace kina {

/// The operands of an elementwise op, each read through a broadcast.
struct ElementwiseOperands {
  ElementwiseOperands(mlir::ImplicitLocOpBuilder &b, mlir::ValueRange operands);

  llvm::SmallVector<mlir::Value> inputs;
  llvm::SmallVector<mlir::AffineMap> maps;
  /// The loops.
  llvm::SmallVector<mlir::OpFoldResult> extents;

  bool hasBroadcast() const {
    return !llvm::all_of(maps,
                         [](mlir::AffineMap m) { return m.isIdentity(); });
  }
};

/// A `linalg.generic` over the operands.
mlir::Value createElementwise(mlir::ImplicitLocOpBuilder &b,
                              const ElementwiseOperands &operands,
                              mlir::Type elementType, ElementBuilder element);

/// Lowers an op whose operands and result have one type. `compute` makes an
/// element in the compute type. `NamedOpTy` does the same as `compute` on
/// tensors, except that f16 and bf16 are not extended; and on integers only
/// if `namedForIntegers` says so.
template <typename OpTy, auto compute, typename NamedOpTy = void,
          bool namedForIntegers = false>
struct ConvertElementwise final : mlir::OpConversionPattern<OpTy> {
  using mlir::OpConversionPattern<OpTy>::OpConversionPattern;

  mlir::LogicalResult
  matchAndRewrite(OpTy op, typename OpTy::Adaptor adaptor,
                  mlir::ConversionPatternRewriter &rewriter) const override {
    mlir::ImplicitLocOpBuilder b(op.getLoc(), rewriter);
    mlir::Type type = op.getOutput().getType().getElementType();
    ElementwiseOperands operands(b, adaptor.getOperands());
    if constexpr (!std::is_void_v<NamedOpTy>) {
      bool named = getComputeType(type) == type &&
                   (namedForIntegers || mlir::isa<mlir::FloatType>(type));
      if (named && !operands.hasBroadcast()) {
        mlir::Value init =
            mlir::tensor::EmptyOp::create(b, operands.extents, type);
        rewriter.replaceOpWithNewOp<NamedOpTy>(op, operands.inputs, init);
        return mlir::success();
      }
    }
    auto element = [&](mlir::ImplicitLocOpBuilder &b, mlir::ValueRange args) {
      llvm::SmallVector<mlir::Value> extended;
      for (mlir::Value arg : args)
        extended.push_back(extendFloat(b, arg));
      return roundFloat(b, compute(b, extended), type);
    };
    replaceOp(rewriter, op, createElementwise(b, operands, type, element));
    return mlir::success();
  }
};

} // namespace kina

#endif // LIB_KINA_CONVERSION_KINATOLINALG_ELEMENTWISE_H
