//===- CallSizes.h - The sizes of a call ------------------------*- C++ -*-===//
//
// Part of Kina, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef KINA_LIB_FRONTEND_SEMANTICS_CALLSIZES_H
#define KINA_LIB_FRONTEND_SEMANTICS_CALLSIZES_H

#include "Semantics/Operand.h"

namespace kina::frontend {

/// The sizes of a callee, each over the sizes of the caller, as far as they are
/// known.
class CallSizes {
public:
  /// A size that no parameter has is that of the same name in `caller`, where
  /// nothing states it.
  CallSizes(ExtentContext &extents, const Function &callee,
            const Application &app, const Function *caller = nullptr);

  bool isKnown(unsigned index) const {
    return static_cast<bool>(values[index]);
  }

  /// The extent of the callee in the caller; null if a size is not known or it
  /// does not fit in 64 bits.
  Extent get(Extent extent) const;

  /// The shape of the callee in the caller, or nothing.
  std::optional<llvm::SmallVector<Extent>>
  get(llvm::ArrayRef<Extent> shape) const;

  /// False if the extent of the callee is not `extent`, whatever the sizes are
  /// that are not known.
  bool mayBe(Extent wanted, Extent extent) const;

  const Function &callee;
  llvm::SmallVector<Extent> values;
  llvm::SmallVector<std::optional<SourceLoc>> locs;
  /// The operand that fixed a size, if none states it.
  llvm::SmallVector<const Operand *> origins;

private:
  void inferFrom(const Operand &operand, const TensorType &wanted,
                 bool fromNamesOnly);
  bool solve(Extent pattern, Extent extent, unsigned index);

  ExtentContext &extents;
};

} // namespace kina::frontend

#endif // KINA_LIB_FRONTEND_SEMANTICS_CALLSIZES_H
