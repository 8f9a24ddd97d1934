//===- Views.h - Operands seen through other ops ----------------*- C++ -*-===//
//
// Part of Kina, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LIB_KINA_CONVERSION_KINATOLINALG_VIEWS_H
#define LIB_KINA_CONVERSION_KINATOLINALG_VIEWS_H

#include "Kina/IR/KinaDialect.h"
#include "mlir/IR/AffineMap.h"

namespace kina {

/// An operand as the loops of its reader see it: at the loop indices `d..` it
/// is `source[map(d..)]`. The results of the map are loop indices, and 0 where
/// an extent of 1 is stretched.
struct View {
  mlir::Value source;
  mlir::AffineMap map;
};

/// Reads through the broadcast or transpose that makes `view.source`; nothing
/// if another op makes it.
std::optional<View> readThroughBroadcast(const View &view);
std::optional<View> readThroughTranspose(const View &view);

/// Whether axis `axis` of the broadcast's input has extent 1 and the result's
/// has not.
bool isStretched(BroadcastOp op, int64_t axis);

} // namespace kina

#endif // LIB_KINA_CONVERSION_KINATOLINALG_VIEWS_H
