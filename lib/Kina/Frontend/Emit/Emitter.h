//===- Emitter.h - From checked functions to ops ----------------*- C++ -*-===//
//
// Part of Kina, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef KINA_LIB_FRONTEND_EMIT_EMITTER_H
#define KINA_LIB_FRONTEND_EMIT_EMITTER_H

#include "Semantics/Module.h"
#include "mlir/IR/Builders.h"
#include "llvm/ADT/DenseMap.h"

namespace kina::frontend {

/// Makes the ops of a module that was checked without an error. The checked
/// body of a function is freed when its ops are made.
void emitModule(Module &module);

/// Makes the ops of one function. All is known before: nothing is refused here.
class Emitter {
public:
  Emitter(Module &module, Function &function)
      : module(module), function(function),
        builder(mlir::OpBuilder::atBlockEnd(&function.op.getBody().front())) {}

  void emitBody();

private:
  using Values = llvm::SmallVector<mlir::Value, 4>;

  void emit(checked::Op &op);
  mlir::Value emitKina(const checked::Op &op, mlir::Location loc,
                       const Values &operands);
  mlir::Value emitConstant(const checked::Constant &op, mlir::Location loc);
  void emitCall(checked::Call &op, mlir::Location loc, Values operands);

  // Sizes: SizeEmitter.cpp.
  mlir::Value emitSize(const checked::Size &op, mlir::Location loc);
  /// The extent as a value of type index.
  mlir::Value emitIndex(mlir::Location loc, Extent extent);
  /// The extents that are `?` in the type.
  llvm::SmallVector<mlir::Value> emitExtents(mlir::Location loc,
                                             llvm::ArrayRef<Extent> shape);
  /// The value under the type that its extents have, where these are known
  /// better than from the types of the operands.
  mlir::Value castTo(mlir::Location loc, mlir::Value value, mlir::Type type);

  Module &module;
  Function &function;
  mlir::OpBuilder builder;
  llvm::DenseMap<const void *, mlir::Value> indices;
};

} // namespace kina::frontend

#endif // KINA_LIB_FRONTEND_EMIT_EMITTER_H
