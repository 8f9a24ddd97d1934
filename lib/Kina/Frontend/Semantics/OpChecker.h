//===- OpChecker.h - Typing and creation of ops -----------------*- C++ -*-===//
//
// Part of Kina, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef KINA_LIB_FRONTEND_SEMANTICS_OPCHECKER_H
#define KINA_LIB_FRONTEND_SEMANTICS_OPCHECKER_H

#include "Semantics/Operand.h"

namespace kina::frontend {

/// Checks the ops of one function body, and appends what is right to it. The
/// result of what is in error is poison, after the error was reported.
class OpChecker {
public:
  OpChecker(Module &module, Function &function, checked::Body &body)
      : module(module), function(function), body(body) {}

  /// Checks an op. The attributes that the op requires are there.
  Operand check(Application &app);

  /// How many names a `let` binds to what is checked next; 0 for one value.
  unsigned wantedResults = 0;

  /// `callee` is the function that the call names; it is an instance of it that
  /// is called where the sizes are known numbers.
  Operand checkCall(Function &callee, Application &app);

  /// An I64 scalar with the value of a size.
  Operand makeSize(SourceLoc loc, Extent size);

  /// Makes a value of an operand that nothing else gives a type to: a literal
  /// becomes a scalar of F32 or I64. Null if there is an error.
  TypedValue materialize(Operand &operand);

private:
  /// A broadcast whose shape is that of an operand beside it.
  Operand openBroadcast(Application &app);

  // Ops: OpRules.cpp.
  mlir::FailureOr<TypedValue> checkOp(Application &app);
  mlir::FailureOr<TypedValue> checkArgmax(Application &app);
  mlir::FailureOr<TypedValue> checkBroadcast(Application &app);
  mlir::FailureOr<TypedValue> checkCast(Application &app);
  mlir::FailureOr<TypedValue> checkCompare(Application &app);
  mlir::FailureOr<TypedValue> checkConcat(Application &app);
  mlir::FailureOr<TypedValue> checkTensor(Application &app);
  mlir::FailureOr<TypedValue> checkNumbers(Application &app);
  mlir::FailureOr<TypedValue> checkElementwise(Application &app);
  mlir::FailureOr<TypedValue> checkGather(Application &app);
  mlir::FailureOr<TypedValue> checkIota(Application &app);
  mlir::FailureOr<TypedValue> checkMatmul(Application &app);
  mlir::FailureOr<TypedValue> checkReduce(Application &app);
  mlir::FailureOr<TypedValue> checkReshape(Application &app);
  mlir::FailureOr<TypedValue> checkSelect(Application &app);
  mlir::FailureOr<TypedValue> checkSlice(Application &app);
  mlir::FailureOr<TypedValue> checkSoftmax(Application &app);
  mlir::FailureOr<TypedValue> checkTranspose(Application &app);
  Operand checkSplit(Application &app);
  mlir::LogicalResult checkElementTypes(Application &app);
  mlir::LogicalResult checkIds(Application &app);
  mlir::LogicalResult checkBounds(Application &app, Extent extent);
  mlir::LogicalResult checkElementCounts(Application &app,
                                         llvm::ArrayRef<Extent> from,
                                         llvm::ArrayRef<Extent> to);

  // Operands: OpChecker.cpp.
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
  Reported emitError(Application &app, const llvm::Twine &message);

  /// The element type of a literal that stands alone.
  mlir::Type getDefaultType(const Literal &literal);
  /// `shapeLoc` is the operand that the shape was taken from.
  TypedValue createBroadcast(const Operand &operand,
                             llvm::ArrayRef<Extent> shape,
                             std::optional<SourceLoc> shapeLoc = std::nullopt);
  TypedValue createConstant(SourceLoc loc, const Literal &literal,
                            mlir::Type elementType,
                            llvm::ArrayRef<Extent> shape);

  /// Appends the op that is applied, with its attributes if it has some.
  TypedValue make(const Application &app, mlir::RankedTensorType type,
                  llvm::ArrayRef<Extent> shape);
  TypedValue make(checked::Op op, const TensorType &type);
  llvm::ArrayRef<const checked::Value *>
  copyOperands(llvm::ArrayRef<Operand> operands);

  Module &module;
  Function &function;
  checked::Body &body;
};

} // namespace kina::frontend

#endif // KINA_LIB_FRONTEND_SEMANTICS_OPCHECKER_H
