//===- InPlaceAnalysis.h - What is bufferized in place ----------*- C++ -*-===//
//
// Part of Kina, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef KINA_LIB_CODEGEN_INPLACEANALYSIS_H
#define KINA_LIB_CODEGEN_INPLACEANALYSIS_H

#include "mlir/Dialect/Bufferization/Transforms/OneShotAnalysis.h"
#include "mlir/IR/BuiltinOps.h"

namespace kina {

/// Decides which operands are bufferized in place, for all functions of a
/// module. This does what `bufferization::analyzeModuleOp` does, but that one
/// compares, for each operand, every read of its buffer with every write: the
/// time grows with the square of the uses of a value, and with the cube of the
/// length of a chain of `tensor.insert_slice`. Here the common cases are
/// decided at a glance, and only what is left is asked of upstream.
mlir::LogicalResult
analyzeInPlace(mlir::ModuleOp module,
               mlir::bufferization::OneShotAnalysisState &state);

} // namespace kina

#endif // KINA_LIB_CODEGEN_INPLACEANALYSIS_H
