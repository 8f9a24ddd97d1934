//===- SizeReader.h - From index values back to extents ---------*- C++ -*-===//
//
// Part of Kina, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef KINA_LIB_FRONTEND_EXPORT_SIZEREADER_H
#define KINA_LIB_FRONTEND_EXPORT_SIZEREADER_H

#include "Semantics/Module.h"

namespace kina::frontend {

/// Whether the language has the type.
bool isSpellable(mlir::Type type);

/// Whether the type has `?` exactly where the extents are no numbers.
bool hasExtents(mlir::RankedTensorType type, llvm::ArrayRef<Extent> shape);

/// Reports a type that the language does not have.
mlir::LogicalResult emitTypeError(mlir::Operation *op, mlir::Type type);

/// Whether the op computes an extent from others.
bool isSizeOp(mlir::Operation *op);

/// The op before and behind, but for those that compute extents.
mlir::Operation *getPrevious(mlir::Operation *op);
mlir::Operation *getNext(mlir::Operation *op);

/// The extent as a person writes it: `8 - S` for `-S + 8`.
std::string spellExtent(Extent extent);

/// The shape of such extents.
std::string spellExtents(llvm::ArrayRef<Extent> shape);

/// Enters what the functions of `module.op` are called with and return, and
/// checks that the language can say it.
mlir::LogicalResult readSignatures(Module &module);

/// Finds the extents that the front end would find for each value of a
/// function. What the front end would not accept is an error on the op.
class SizeReader {
public:
  /// The signatures of `module` are read.
  SizeReader(Module &module, Function &function)
      : module(module), function(function) {}

  mlir::LogicalResult readBody();

  /// Checks that the text can state the shape of the result.
  mlir::LogicalResult checkShape(mlir::Operation *op);

  const Function &getFunction() const { return function; }
  llvm::ArrayRef<Extent> getShape(mlir::Value value) const {
    return shapes.lookup(value);
  }
  /// Of a value of type index.
  Extent getExtent(mlir::Value value) const { return extents.lookup(value); }
  /// The name of a size that is an I64 scalar here; empty if it is none.
  llvm::StringRef getSizeName(mlir::Value value) const {
    return sizeNames.lookup(value);
  }

  /// What is written between the name of the callee and its arguments: `[S=1]`,
  /// or nothing if the sizes follow from the arguments.
  llvm::StringRef getStatedSizes(mlir::Operation *call) const {
    auto entry = statedSizes.find(call);
    return entry == statedSizes.end() ? llvm::StringRef() : entry->second;
  }

  /// The tensors that an op takes: those of a call before they are cast to the
  /// types of its parameters.
  llvm::SmallVector<mlir::Value> getOperands(mlir::Operation *op) const;
  /// The results of an op: those of a call after they are cast to the types
  /// that they have for its sizes.
  llvm::SmallVector<mlir::Value> getResults(mlir::Operation *op) const;

private:
  mlir::LogicalResult readOp(mlir::Operation *op);
  mlir::LogicalResult readIndex(mlir::Operation *op);
  mlir::LogicalResult readSizeValue(mlir::Operation *op);
  mlir::LogicalResult readCast(mlir::Operation *op);
  mlir::LogicalResult readCall(mlir::func::CallOp op);
  mlir::LogicalResult readKinaOp(mlir::Operation *op);
  mlir::LogicalResult readReturn(mlir::Operation *op);
  /// The shape of the result, unless there was an error.
  mlir::FailureOr<llvm::SmallVector<Extent>> infer(mlir::Operation *op);

  mlir::LogicalResult requireEqual(mlir::Operation *op,
                                   llvm::ArrayRef<Extent> lhs,
                                   llvm::ArrayRef<Extent> rhs);
  /// The extents of a type whose `?` are the values, in order.
  llvm::SmallVector<Extent> fillIn(llvm::ArrayRef<int64_t> extents,
                                   mlir::ValueRange values);
  bool isAtLeast(Extent lhs, Extent rhs, int64_t distance);

  Module &module;
  Function &function;
  llvm::DenseMap<mlir::Value, llvm::ArrayRef<Extent>> shapes;
  llvm::DenseMap<mlir::Value, Extent> extents;
  llvm::DenseMap<mlir::Value, llvm::StringRef> sizeNames;
  llvm::DenseMap<mlir::Operation *, std::string> statedSizes;
  /// The casts of the results of calls.
  llvm::DenseMap<mlir::Value, mlir::Value> received;
};

} // namespace kina::frontend

#endif // KINA_LIB_FRONTEND_EXPORT_SIZEREADER_H
