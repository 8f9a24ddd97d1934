//===- CostModel.h - How code is shaped for a target ------------*- C++ -*-===//
//
// Part of Kina, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The one place where tiles and vectors are chosen: from element types and the
// target, never from names. No choice changes the bits of a result.
//
//===----------------------------------------------------------------------===//

#ifndef KINA_LIB_CODEGEN_COSTMODEL_H
#define KINA_LIB_CODEGEN_COSTMODEL_H

#include "mlir/IR/Types.h"

namespace kina {

struct ContractionTile {
  /// Columns of a vector.
  int64_t lanes;
  /// Vectors of a tile, side by side.
  int64_t vectors;
  /// Rows of a tile: as many as leave registers for the operands.
  int64_t rows;
  /// Steps along the reduced axis for which a panel of the right operand is
  /// packed; it stays in the L1 or L2 cache.
  int64_t depth;
  /// Below so many rows packing a panel does not pay.
  int64_t fewRows;
  /// Rows of the right operand that are read side by side where there are few
  /// rows on the left.
  int64_t streams;
};

ContractionTile chooseContractionTile(int64_t vectorBytes, mlir::Type sumType);

} // namespace kina

#endif // KINA_LIB_CODEGEN_COSTMODEL_H
