//===- Instances.h - Functions with some sizes stated ------------- -*- C++
//-*-===//
//
// Part of Kina, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef KINA_LIB_FRONTEND_SEMANTICS_INSTANCES_H
#define KINA_LIB_FRONTEND_SEMANTICS_INSTANCES_H

#include "Semantics/TypeReader.h"

namespace kina::frontend {

/// `S=3`, or `S` alone for `S=S`.
mlir::FailureOr<StatedSize> readStatedSize(const tree::Argument &argument,
                                           TypeReader reader, Module &module);

/// Checks that a size may be stated for `function` beside those of `others`.
/// `name` is what the function is called there.
mlir::LogicalResult checkStatedSize(Module &module, const Function &function,
                                    llvm::StringRef name,
                                    llvm::ArrayRef<StatedSize> others,
                                    const StatedSize &size);

/// Checks that `value`, over the sizes of `scope`, is known to be in the range
/// of a size of the function called `name`.
mlir::LogicalResult checkRange(Module &module, const SizeParameter &size,
                               llvm::StringRef name, Extent value,
                               SourceLoc loc, const Function *scope);

/// The function made of the text of `callee` that has each size stated for
/// which `values` has a number: `callee` itself if that is none. One function
/// is made for equal sizes. Null after an error.
Function *getInstance(Module &module, Function &callee,
                      llvm::ArrayRef<Extent> values, SourceLoc loc);

/// Enters a function whose signature is read as the instance of its sizes.
void addInstance(Module &module, Function &function);

} // namespace kina::frontend

#endif // KINA_LIB_FRONTEND_SEMANTICS_INSTANCES_H
