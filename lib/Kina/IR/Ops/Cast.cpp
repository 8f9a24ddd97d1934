//===- Cast.cpp - kina.cast ----------------------------------------------===//
//
// Part of Kina, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Fold.h"
#include "Verify.h"
#include "llvm/ADT/APSInt.h"

using namespace mlir;
using namespace kina;

LogicalResult CastOp::verify() {
  // cast_c1
  return verifyResult(*this, inferCast(getOperation(), getInput().getType(),
                                       getOutput().getType().getElementType()));
}

static std::optional<APFloat> castFloat(const APFloat &value,
                                        const llvm::fltSemantics &to) {
  if (value.isNaN())
    return std::nullopt;
  APFloat result = value;
  bool losesInfo;
  result.convert(to, APFloat::rmNearestTiesToEven, &losesInfo);
  return result;
}

/// Truncates and saturates; NaN gives 0.
static APInt castToInteger(const APFloat &value, unsigned width) {
  // Where the value is neither 0 nor NaN.
  if (width == 1)
    return APInt(1, value.isNonZero() && !value.isNaN());
  llvm::APSInt result(width, /*isUnsigned=*/false);
  bool isExact;
  value.convertToInteger(result, APFloat::rmTowardZero, &isExact);
  return result;
}

static APFloat castToFloat(const APInt &value, const llvm::fltSemantics &to) {
  APFloat result(to);
  result.convertFromAPInt(value, /*IsSigned=*/value.getBitWidth() > 1,
                          APFloat::rmNearestTiesToEven);
  return result;
}

static APInt castInteger(const APInt &value, unsigned width) {
  if (width == 1)
    return APInt(1, !value.isZero());
  return value.getBitWidth() == 1 ? value.zext(width)
                                  : value.sextOrTrunc(width);
}

OpFoldResult CastOp::fold(FoldAdaptor adaptor) {
  if (OpFoldResult input = foldTo(*this, getInput()))
    return input;
  RankedTensorType output = getOutput().getType();
  Type from = getInput().getType().getElementType();
  Type to = output.getElementType();
  unsigned width = to.getIntOrFloatBitWidth();
  ArrayRef<Attribute> operands = adaptor.getOperands();
  auto toFloat = dyn_cast<FloatType>(to);
  if (isa<FloatType>(from)) {
    if (toFloat)
      return foldElementwise<APFloat, APFloat>(
          operands, output, [&](ArrayRef<APFloat> args) {
            return castFloat(args[0], toFloat.getFloatSemantics());
          });
    return foldElementwise<APFloat, APInt>(
        operands, output, [&](ArrayRef<APFloat> args) -> std::optional<APInt> {
          return castToInteger(args[0], width);
        });
  }
  if (toFloat)
    return foldElementwise<APInt, APFloat>(
        operands, output, [&](ArrayRef<APInt> args) -> std::optional<APFloat> {
          return castToFloat(args[0], toFloat.getFloatSemantics());
        });
  return foldElementwise<APInt, APInt>(
      operands, output, [&](ArrayRef<APInt> args) -> std::optional<APInt> {
        return castInteger(args[0], width);
      });
}
