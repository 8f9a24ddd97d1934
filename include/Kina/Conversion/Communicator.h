//===- Communicator.h - The layout of a KinaCommunicator --------*- C++ -*-===//
//
// Part of Kina, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Compiled code reaches the other devices through the functions of a struct
// that the caller hands in, so that a library links nothing for it. The struct
// is that of runtime/KinaCommunicator.h.
//
//===----------------------------------------------------------------------===//

#ifndef KINA_CONVERSION_COMMUNICATOR_H
#define KINA_CONVERSION_COMMUNICATOR_H

#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/IR/ImplicitLocOpBuilder.h"

namespace kina {

/// Calls the function whose pointer stands `offset` bytes into the struct,
/// with the communicator's address as first argument.
mlir::LLVM::CallOp callCommunicator(mlir::ImplicitLocOpBuilder &b,
                                    mlir::Value communicator, size_t offset,
                                    mlir::Type result,
                                    mlir::ValueRange arguments);

} // namespace kina

#endif // KINA_CONVERSION_COMMUNICATOR_H
