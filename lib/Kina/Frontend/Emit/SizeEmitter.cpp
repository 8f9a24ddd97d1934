//===- SizeEmitter.cpp - Sizes as values of a function ------------------ -===//
//
// Part of Kina, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Emit/Emitter.h"
#include "Kina/IR/KinaDialect.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"

using namespace kina;
using namespace kina::frontend;
using llvm::ArrayRef;
using llvm::SmallVector;
using mlir::RankedTensorType;
using mlir::Value;

Value Emitter::emitIndex(mlir::Location loc, Extent extent) {
  Value &index = indices[extent.getAsOpaquePointer()];
  if (index)
    return index;
  // The sizes are the first arguments.
  auto getArgument = [&](llvm::StringRef name) -> Value {
    unsigned position = 0;
    for (const SizeParameter &size : function.sizes) {
      if (size.name == name)
        break;
      position += !size.isStated();
    }
    return function.op.getArgument(position);
  };
  Value sum;
  for (const Extent::Term &term : extent.getTerms()) {
    Value product;
    for (llvm::StringRef name : term.names) {
      Value size = getArgument(name);
      product = product
                    ? mlir::arith::MulIOp::create(builder, loc, product, size)
                    : size;
    }
    if (term.factor != 1 || !product) {
      Value factor =
          mlir::arith::ConstantIndexOp::create(builder, loc, term.factor);
      product = product
                    ? mlir::arith::MulIOp::create(builder, loc, product, factor)
                    : factor;
    }
    sum =
        sum ? mlir::arith::AddIOp::create(builder, loc, sum, product) : product;
  }
  return index = sum;
}

SmallVector<Value> Emitter::emitExtents(mlir::Location loc,
                                        ArrayRef<Extent> shape) {
  SmallVector<Value> values;
  for (Extent extent : shape)
    if (!extent.getConstant())
      values.push_back(emitIndex(loc, extent));
  return values;
}

Value Emitter::castTo(mlir::Location loc, Value value, mlir::Type type) {
  if (value.getType() == type)
    return value;
  return mlir::tensor::CastOp::create(builder, loc, type, value);
}

Value Emitter::emitSize(const checked::Size &op, mlir::Location loc) {
  mlir::RankedTensorType type = op.results.front().type;
  if (std::optional<int64_t> constant = op.extent.getConstant())
    return ConstantOp::create(builder, loc, type,
                              mlir::DenseElementsAttr::get(type, *constant));
  Value integer = mlir::arith::IndexCastOp::create(
      builder, loc, type.getElementType(), emitIndex(loc, op.extent));
  return mlir::tensor::FromElementsOp::create(builder, loc, type, integer);
}
