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
  OpEmitter(Module &module, Function &function)
      : module(module), function(function),
        builder(mlir::OpBuilder::atBlockEnd(&function.op.getBody().front())) {}

  /// Checks and creates an op. The attributes that the op requires are there.
  Operand emit(Application &app);

  /// `callee` is the function that the call names; it is an instance of it that
  /// is called where the sizes are known numbers.
  Operand emitCall(Function &callee, Application &app);

  /// An I64 scalar with the value of a size.
  Operand emitSize(SourceLoc loc, Extent size);

  /// Makes a value of an operand that nothing else gives a type to: a literal
  /// becomes a scalar of F32 or I64. Null if there is an error.
  TypedValue materialize(Operand &operand);

private:
  /// A broadcast whose shape is that of an operand beside it.
  Operand openBroadcast(Application &app);

  // Ops: OpRules.cpp.
  mlir::FailureOr<TypedValue> emitOp(Application &app);
  mlir::FailureOr<TypedValue> emitArgmax(Application &app);
  mlir::FailureOr<TypedValue> emitBroadcast(Application &app);
  mlir::FailureOr<TypedValue> emitCast(Application &app);
  mlir::FailureOr<TypedValue> emitCompare(Application &app);
  mlir::FailureOr<TypedValue> emitConcat(Application &app);
  mlir::FailureOr<TypedValue> emitTensor(Application &app);
  mlir::FailureOr<TypedValue> emitNumbers(Application &app);
  mlir::FailureOr<TypedValue> emitElementwise(Application &app);
  mlir::FailureOr<TypedValue> emitGather(Application &app);
  mlir::FailureOr<TypedValue> emitIota(Application &app);
  mlir::FailureOr<TypedValue> emitMatmul(Application &app);
  mlir::FailureOr<TypedValue> emitReduce(Application &app);
  mlir::FailureOr<TypedValue> emitReshape(Application &app);
  mlir::FailureOr<TypedValue> emitSelect(Application &app);
  mlir::FailureOr<TypedValue> emitSlice(Application &app);
  mlir::FailureOr<TypedValue> emitSoftmax(Application &app);
  mlir::FailureOr<TypedValue> emitTranspose(Application &app);
  mlir::LogicalResult checkElementTypes(Application &app);
  mlir::LogicalResult checkIds(Application &app);
  mlir::LogicalResult checkBounds(Application &app, Extent extent);
  mlir::LogicalResult checkElementCounts(Application &app,
                                         llvm::ArrayRef<Extent> from,
                                         llvm::ArrayRef<Extent> to);

  // Operands: OpEmitter.cpp.
  /// Gives the open operands of an elementwise op their type and shape, and
  /// checks that all shapes and, but for a condition, element types are equal.
  mlir::LogicalResult unify(Application &app);
  /// Gives a broadcast beside `@` its batch extents.
  mlir::LogicalResult unifyBatches(Application &app);
  mlir::LogicalResult materializeAll(Application &app);
  mlir::LogicalResult requireEqual(Application &app, Extent lhs, Extent rhs,
                                   const llvm::Twine &what);

  /// Asks the shape function `rule`; what it finds is reported with the
  /// operands before it and where they come from behind it.
  mlir::FailureOr<mlir::RankedTensorType>
  infer(Application &app,
        llvm::function_ref<mlir::FailureOr<mlir::RankedTensorType>(ErrorSite)>
            rule);
  mlir::InFlightDiagnostic emitError(Application &app,
                                     const llvm::Twine &message);

  /// The element type of a literal that stands alone.
  mlir::Type getDefaultType(const Literal &literal);
  /// `shapeLoc` is the operand that the shape was taken from.
  TypedValue createBroadcast(const Operand &operand,
                             llvm::ArrayRef<Extent> shape,
                             std::optional<SourceLoc> shapeLoc = std::nullopt);
  TypedValue createConstant(SourceLoc loc, const Literal &literal,
                            mlir::Type elementType,
                            llvm::ArrayRef<Extent> shape);

  // Sizes: SizeEmitter.cpp.
  /// The extent as a value of type index.
  mlir::Value createIndex(SourceLoc loc, Extent extent);
  /// The extents that are `?` in the type.
  llvm::SmallVector<mlir::Value> createExtents(SourceLoc loc,
                                               llvm::ArrayRef<Extent> shape);
  /// The value under the type that its extents have, where these are known
  /// better than from the types of the operands.
  mlir::Value castTo(SourceLoc loc, mlir::Value value, mlir::Type type);

  Module &module;
  Function &function;
  mlir::OpBuilder builder;
  llvm::DenseMap<const void *, mlir::Value> indices;
  /// Of calls with more than one result.
  llvm::BumpPtrAllocator allocator;
};

} // namespace kina::frontend

#endif // KINA_LIB_FRONTEND_OPEMITTER_H
