//===- BodyExporter.h - From ops to statements ------------------*- C++ -*-===//
//
// Part of Kina, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef KINA_LIB_FRONTEND_EXPORT_BODYEXPORTER_H
#define KINA_LIB_FRONTEND_EXPORT_BODYEXPORTER_H

#include "Export/SizeReader.h"
#include "Format/Writer.h"
#include "Kina/IR/KinaDialect.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/ADT/StringSet.h"

namespace kina::frontend {

/// The name without what a name of `.kina` may not hold; a keyword or a name
/// that starts with a digit gets a `_`. The same for each legal name.
std::string makeLegalName(llvm::StringRef name);

/// The names of the functions of a module in the text, by symbol.
using FunctionNames = llvm::StringMap<std::string>;

/// Writes the statements of one function.
///
/// The front end makes the ops of an expression in the order in which they are
/// evaluated. So the order of the ops says what can be an expression: the
/// values that wait for their only use are a stack, and an op takes operands
/// into its expression that are on top of it, in their order. What is below
/// those becomes a statement of its own.
class BodyExporter {
public:
  /// `sizes` has read the body.
  BodyExporter(SizeReader &sizes, const FunctionNames &functionNames,
               Writer &writer);

  /// The name of a parameter.
  llvm::StringRef getName(mlir::BlockArgument argument) const {
    return names.find(argument)->second;
  }

  mlir::LogicalResult exportBody();

private:
  /// A value that waits for its only use.
  struct Pending {
    mlir::Value value;
    ExprPtr expr;
  };
  /// Which operands of an op take type or shape from the others.
  using OpenOperands = llvm::SmallVector<bool, 3>;

  // Ops.
  mlir::LogicalResult exportOp(mlir::Operation *op);
  mlir::LogicalResult exportConstant(ConstantOp op);
  mlir::LogicalResult exportCall(mlir::func::CallOp op);
  ExprPtr makeExpr(mlir::Operation *op, llvm::SmallVector<ExprPtr, 2> operands);
  llvm::SmallVector<std::string> spellAttrs(mlir::Operation *op);
  mlir::LogicalResult exportReturn(mlir::func::ReturnOp op);
  ExprPtr spellResult(mlir::func::ReturnOp op, unsigned index, ExprPtr expr);
  bool isReturnedWhole(mlir::func::CallOp op);

  // Operands.
  OpenOperands getOpenOperands(mlir::Operation *op);
  bool isInferable(mlir::Operation *op, const OpenOperands &open);
  bool isOpen(mlir::Operation *op);
  mlir::FailureOr<llvm::SmallVector<ExprPtr, 2>>
  spellOperands(mlir::Operation *op);
  llvm::SmallVector<ExprPtr, 2> takeOperands(mlir::ValueRange values);

  // Statements.
  void finish(mlir::Operation *op, ExprPtr expr);
  void writeLet(mlir::ValueRange results, const Expr &expr);
  void flush(size_t end);

  // Names.
  void collectNames();
  void collectResultNames();
  mlir::Operation *getReturn();
  mlir::StringAttr getResultName(unsigned index);
  bool isDefaultResultName(llvm::StringRef name, unsigned index);
  bool isNamed(mlir::Value value) const { return wantedNames.contains(value); }
  bool isSize(llvm::StringRef name) const {
    return sizes.getFunction().findSize(name);
  }
  /// The constant that a value is all over, if the front end makes both of one
  /// number: itself, or what a broadcast to an extent that is no number takes.
  ConstantOp getFilled(mlir::Value value) const;
  bool isNumber(ConstantOp op) const;
  /// Whether it is such a value that has no name in the text (yet).
  bool isLiteral(mlir::Value value) const;
  std::string findOwnName(mlir::Value value);
  std::string chooseName(llvm::StringRef ownName, mlir::Value value);
  bool keepsName(llvm::StringRef name, mlir::Value value);
  bool isFree(llvm::StringRef name, mlir::Value value);
  bool isDeadAfter(mlir::Value value, mlir::Operation *op);
  std::string makeUnique(llvm::StringRef name);
  void bind(llvm::StringRef name, mlir::Value value);

  SizeReader &sizes;
  mlir::func::FuncOp function;
  const FunctionNames &functionNames;
  Writer &writer;

  /// The values that wait are those from `stackBegin` on.
  std::vector<Pending> stack;
  size_t stackBegin = 0;
  llvm::DenseMap<mlir::Value, size_t> stackPositions;
  /// A call whose results are the results of the function, once exported.
  ExprPtr returnedCall;

  /// The names as the module has them, made legal.
  llvm::DenseMap<mlir::Value, std::string> wantedNames;
  /// `h_0` of what is called `h` if another `h` is not needed any more.
  llvm::DenseMap<mlir::Value, std::string> numberedNames;
  llvm::DenseMap<mlir::Value, std::string> names;
  /// What a name stands for at this point of the text. Null where no value
  /// may have the name.
  llvm::StringMap<mlir::Value> scope;
  /// The value that a result of the function has its name from; null for a
  /// value that has another name as well.
  llvm::StringMap<mlir::Value> resultNames;
  /// The names of all parameters and results.
  llvm::StringSet<> takenNames;
  llvm::DenseMap<mlir::Value, mlir::Operation *> lastUsers;
  llvm::StringSet<> allNames;
  llvm::StringMap<unsigned> suffixes;
};

} // namespace kina::frontend

#endif // KINA_LIB_FRONTEND_EXPORT_BODYEXPORTER_H
