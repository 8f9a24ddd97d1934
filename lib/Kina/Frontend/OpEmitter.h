//===- OpEmitter.h - Typing and creation of ops -----------------*- C++ -*-===//
//
// Part of Kina, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef KINA_LIB_FRONTEND_OPEMITTER_H
#define KINA_LIB_FRONTEND_OPEMITTER_H

#include "Operand.h"
#include "mlir/IR/Builders.h"

namespace kina::frontend {

/// Makes the ops of one function body. The result of what is in error is
/// poison, after the error was reported.
class OpEmitter {
public:
  OpEmitter(Module &module, mlir::OpBuilder builder)
      : module(module), builder(builder) {}

  /// Checks and creates an op. The attributes that the op requires are there.
  Operand emit(Application &app);

  Operand emitCall(Function &callee, Application &app);

  /// An I64 scalar with the value of a size.
  Operand emitSize(SourceLoc loc, Extent size);

  /// Makes a value of an operand that nothing else gives a type to: a literal
  /// becomes a scalar of F32 or I64. Null if there is an error.
  TypedValue materialize(Operand &operand);

private:
  Operand emitBroadcast(Application &app);
  Operand emitCast(Application &app);
  Operand emitCompare(Application &app);
  Operand emitConcat(Application &app);
  Operand emitElementwise(Application &app);
  Operand emitGather(Application &app);
  Operand emitIota(Application &app);
  Operand emitMatmul(Application &app);
  Operand emitReduce(Application &app);
  Operand emitReshape(Application &app);
  Operand emitSelect(Application &app);
  Operand emitSlice(Application &app);
  Operand emitSoftmax(Application &app);
  Operand emitArgmax(Application &app);
  Operand emitTranspose(Application &app);

  /// Gives the open operands of an elementwise op their type and shape, and
  /// checks that all shapes and, but for a condition, element types are equal.
  mlir::LogicalResult unify(Application &app);
  /// Gives a broadcast beside `@` its batch extents.
  mlir::LogicalResult unifyBatches(Application &app);
  mlir::LogicalResult materializeAll(Application &app);
  mlir::LogicalResult checkElementTypes(Application &app);
  mlir::LogicalResult checkIds(Application &app);
  mlir::LogicalResult requireEqual(Application &app, Extent lhs, Extent rhs,
                                   const llvm::Twine &what);

  /// Asks the shape function `rule`; what it finds is reported with the
  /// operands before it and where they come from behind it.
  mlir::FailureOr<mlir::RankedTensorType>
  infer(Application &app,
        llvm::function_ref<
            mlir::FailureOr<mlir::RankedTensorType>(ErrorSite)> rule);
  mlir::InFlightDiagnostic emitError(Application &app,
                                     const llvm::Twine &message);

  /// The element type of a literal that stands alone.
  mlir::Type getDefaultType(const Literal &literal);
  TypedValue createBroadcast(Application &app, TypedValue input,
                             llvm::ArrayRef<Extent> shape);
  TypedValue createConstant(SourceLoc loc, const Literal &literal,
                            mlir::Type elementType,
                            llvm::ArrayRef<Extent> shape);
  Operand finish(Application &app, mlir::Value value,
                 llvm::ArrayRef<Extent> shape);

  Module &module;
  mlir::OpBuilder builder;
};

} // namespace kina::frontend

#endif // KINA_LIB_FRONTEND_OPEMITTER_H
