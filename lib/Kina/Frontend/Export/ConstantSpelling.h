//===- ConstantSpelling.h - Constants as text -------------------*- C++ -*-===//
//
// Part of Kina, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef KINA_LIB_FRONTEND_EXPORT_CONSTANTSPELLING_H
#define KINA_LIB_FRONTEND_EXPORT_CONSTANTSPELLING_H

#include "Format/Writer.h"
#include "Kina/IR/KinaDialect.h"

namespace kina::frontend {

/// Whether a literal that stands alone has the type.
bool isDefaultType(mlir::Type elementType);

/// What all elements of the constant are; empty if they differ, or if there is
/// no literal for them.
std::string spellElement(ConstantOp op);

/// All elements in row-major order.
llvm::SmallVector<std::string> spellElements(ConstantOp op);

/// A broadcast of a number is a filled tensor.
ExprPtr fill(ExprPtr number, llvm::StringRef shape = "[]");

/// The constant as a value of its own: `0.5`, `broadcast(0.5, [2])`,
/// `tensor(0.5, [2], type=BF16)`, `tensor([0.5, 1.0])`. `isNumber` says whether
/// it can be one of the first two.
ExprPtr makeConstant(ConstantOp op, bool isNumber);

} // namespace kina::frontend

#endif // KINA_LIB_FRONTEND_EXPORT_CONSTANTSPELLING_H
