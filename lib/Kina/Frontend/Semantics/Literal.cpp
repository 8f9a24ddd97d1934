//===- Literal.cpp - Numbers in the text ----------------------------------===//
//
// Part of Kina, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Semantics/Literal.h"
#include "Semantics/Spelling.h"
#include "Syntax/Lexer.h"
#include "mlir/IR/BuiltinTypes.h"
#include "llvm/Support/Error.h"

using namespace kina::frontend;

std::variant<mlir::Attribute, std::string>
kina::frontend::getElement(const Literal &literal, mlir::Type type) {
  auto problem = [&](llvm::StringRef text) {
    return (quote(literal.str()) + " " + text + " " + spellElementType(type))
        .str();
  };
  if (auto floatType = mlir::dyn_cast<mlir::FloatType>(type)) {
    const llvm::fltSemantics &semantics = floatType.getFloatSemantics();
    llvm::APFloat value(semantics);
    if (literal.kind == Literal::Infinity) {
      value = llvm::APFloat::getInf(semantics);
    } else if (literal.kind == Literal::NaN) {
      value = llvm::APFloat::getNaN(semantics);
    } else {
      llvm::Expected<llvm::APFloat::opStatus> status = value.convertFromString(
          literal.spelling, llvm::APFloat::rmNearestTiesToEven);
      if (!status)
        llvm::reportFatalInternalError(status.takeError());
      if (!value.isFinite())
        return problem("is too large for");
      if (value.isZero() && *status != llvm::APFloat::opOK)
        return problem("is too small for");
    }
    if (literal.isNegative)
      value.changeSign();
    return mlir::Attribute(mlir::FloatAttr::get(floatType, value));
  }

  if (literal.kind != Literal::Integer)
    return ("expected an integer for " + spellElementType(type) + ", but got " +
            quote(literal.str()))
        .str();
  unsigned width = type.getIntOrFloatBitWidth();
  llvm::APInt magnitude;
  if (literal.spelling.getAsInteger(10, magnitude))
    llvm_unreachable("the lexer takes digits only for an integer");
  // I1 is 0 or 1, the others are signed.
  magnitude = magnitude.zext(std::max(magnitude.getBitWidth(), width) + 1);
  llvm::APInt limit(magnitude.getBitWidth(), 1);
  if (width > 1) {
    limit <<= width - 1;
    if (!literal.isNegative)
      --limit;
  } else if (literal.isNegative) {
    --limit;
  }
  if (magnitude.ugt(limit))
    return problem("does not fit in");
  llvm::APInt value = magnitude.trunc(width);
  if (literal.isNegative)
    value.negate();
  return mlir::Attribute(mlir::IntegerAttr::get(type, value));
}
