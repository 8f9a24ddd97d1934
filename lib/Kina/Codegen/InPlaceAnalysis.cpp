//===- InPlaceAnalysis.cpp - What is bufferized in place ------------------===//
//
// Part of Kina, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "InPlaceAnalysis.h"
#include "Kina/Codegen/Interface.h"
#include "mlir/Dialect/Bufferization/IR/BufferizableOpInterface.h"
#include "mlir/Dialect/Bufferization/IR/Bufferization.h"
#include "mlir/Dialect/Bufferization/Transforms/FuncBufferizableOpInterfaceImpl.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/Dominance.h"
#include "mlir/Interfaces/ControlFlowInterfaces.h"

using namespace mlir;
using namespace mlir::bufferization;
using namespace kina;

namespace {

bool isTensor(Type type) { return isa<TensorType>(type); }

/// Analyzes one function, the last op first, so that at each op the decisions
/// about everything after it are known, and none about what is before it but
/// those that ops force.
class FunctionAnalysis {
public:
  FunctionAnalysis(func::FuncOp func, OneShotAnalysisState &state)
      : func(func), block(func.getBody().front()), state(state),
        dominance(func) {}

  LogicalResult run() {
    SmallVector<Operation *> ops;
    func.walk([&](Operation *op) {
      if (llvm::any_of(op->getOperandTypes(), isTensor) ||
          llvm::any_of(op->getResultTypes(), isTensor))
        ops.push_back(op);
    });
    if (!llvm::hasSingleElement(func.getBody()) ||
        !llvm::all_of(ops, [&](Operation *op) { return isPlain(op); }))
      return analyzeOp(func, state);

    for (Operation *op : ops)
      noteWrites(op);
    for (Operation *op : llvm::reverse(ops)) {
      if (failed(decide(op)))
        return failure();
      noteWrites(op);
    }
    for (Operation *op : ops)
      noteEquivalence(op);
    state.gatherUndefinedTensorUses(func);
    return success(llvm::all_of(ops, [&](Operation *op) {
      return succeeded(cast<BufferizableOpInterface>(op).verifyAnalysis(state));
    }));
  }

private:
  /// Whether the op has no control flow, and the buffer of each of its results
  /// is new or that of one operand.
  bool isPlain(Operation *op) {
    return state.getOptions().dynCastBufferizableOp(op) &&
           !isa<RegionBranchOpInterface, ToTensorOp, ToBufferOp>(op) &&
           llvm::all_of(op->getResults(), [&](OpResult result) {
             return !isTensor(result.getType()) ||
                    state.getAliasingOpOperands(result).getNumAliases() <= 1;
           });
  }

  LogicalResult decide(Operation *op) {
    for (OpOperand &operand : op->getOpOperands()) {
      if (!isTensor(operand.get().getType()))
        continue;
      std::optional<bool> inPlace = isSafeInPlace(operand);
      if (inPlace == true)
        state.bufferizeInPlace(operand);
      else if (inPlace == false)
        state.bufferizeOutOfPlace(operand);
      else if (state.isInPlace(operand))
        // Forced by the op: an error if it can't be.
        return analyzeOp(op, state);
      else
        return state.analyzeSingleOp(op, dominance);
    }
    return success();
  }

  /// Nothing where it is not seen at a glance.
  std::optional<bool> isSafeInPlace(OpOperand &operand) {
    bool writes = state.bufferizesToMemoryWrite(operand);
    if (!writes && llvm::none_of(state.getAliasingValues(operand),
                                 [&](const AliasingValue &result) {
                                   return firstWrites.contains(result.value) ||
                                          firstWrites.contains(operand.get());
                                 }))
      return true;
    if (isLastUse(operand))
      return true;
    return writes ? std::nullopt : isComputedInPlace(operand);
  }

  /// Whether nothing reads what a write to the operand or to a part of it
  /// overwrites: no use of the value comes later, or only one that puts there
  /// what is there by then.
  bool isLastUse(OpOperand &write) {
    Operation *op = write.getOwner();
    if (op->getBlock() != &block || !state.isWritable(write.get()) ||
        isForced(write.get()))
      return false;
    OpOperand *later = nullptr;
    for (OpOperand &use : write.get().getUses()) {
      if (&use == &write || isUndecidedBefore(use, op))
        continue;
      if (later)
        return false;
      later = &use;
    }
    return !later || isRestored(write, *later);
  }

  /// Whether `later` materializes a value in the buffer that it was computed
  /// in from `write` on, and is the last to read it there.
  bool isRestored(OpOperand &write, OpOperand &later) {
    auto materialize = dyn_cast<MaterializeInDestinationOp>(later.getOwner());
    if (!materialize || later != materialize.getDestMutable() ||
        !write.getOwner()->isBeforeInBlock(materialize))
      return false;
    OpOperand &source = materialize.getSourceMutable();
    if (!isUpdateOf(source.get(), write.get(), &write))
      return false;
    for (const AliasingValue &result : state.getAliasingValues(write))
      for (OpOperand *use : getAliasingUses(result.value))
        if (use != &source && !getPlace(*use)->isBeforeInBlock(materialize))
          return false;
    return true;
  }

  /// Whether a slice can be computed where it is inserted afterwards, which
  /// holds if nothing reads it later than the next write to that buffer.
  std::optional<bool> isComputedInPlace(OpOperand &operand) {
    auto extract = dyn_cast<tensor::ExtractSliceOp>(operand.getOwner());
    Value whole = operand.get();
    if (!extract || extract->getBlock() != &block || isForced(whole))
      return std::nullopt;
    tensor::InsertSliceOp insert;
    for (OpOperand &use : whole.getUses()) {
      auto op = dyn_cast<tensor::InsertSliceOp>(use.getOwner());
      if (op && use == op.getDestMutable() && state.isInPlace(use) &&
          cast<SubsetInsertionOpInterface>(*op).isEquivalentSubset(
              extract, std::equal_to<>()))
        insert = op;
    }
    if (!insert || !extract->isBeforeInBlock(insert) ||
        !isUpdateOf(insert.getSource(), extract))
      return std::nullopt;
    Operation *nextWrite = firstWrites.lookup(insert);
    for (OpOperand &use : whole.getUses()) {
      if (&use == &operand || use == insert.getDestMutable() ||
          isUndecidedBefore(use, extract))
        continue;
      auto materialize = dyn_cast<MaterializeInDestinationOp>(use.getOwner());
      if (!materialize || !insert->isBeforeInBlock(materialize))
        return std::nullopt;
      nextWrite = getFirst(nextWrite, materialize);
    }
    for (OpOperand *use : getAliasingUses(extract)) {
      Operation *user = getPlace(*use);
      if (user->isBeforeInBlock(insert) || *use == insert.getSourceMutable())
        continue;
      if (user == insert ||
          (state.isInPlace(*use) && state.bufferizesToMemoryWrite(*use)))
        return std::nullopt;
      if (nextWrite && !user->isBeforeInBlock(nextWrite))
        return false;
    }
    return true;
  }

  /// Whether `value` lies where `origin` lay, after writes in place. The
  /// decision about `assumed` is taken to be made.
  bool isUpdateOf(Value value, Value origin, OpOperand *assumed = nullptr) {
    while (value != origin) {
      AliasingOpOperandList operands = state.getAliasingOpOperands(value);
      if (operands.getNumAliases() != 1)
        return false;
      const AliasingOpOperand &alias = *operands.begin();
      OpOperand &operand = *alias.opOperand;
      if (alias.relation != BufferRelation::Equivalent ||
          (&operand != assumed && !state.isInPlace(operand)) ||
          (operand.get().getType() != value.getType() &&
           !isa<tensor::CastOp>(operand.getOwner())))
        return false;
      value = operand.get();
    }
    return true;
  }

  /// Whether the use comes before the op, and does not alias anything yet.
  bool isUndecidedBefore(OpOperand &use, Operation *op) {
    return getPlace(use)->isBeforeInBlock(op) &&
           (!state.isInPlace(use) ||
            state.getAliasingValues(use).getNumAliases() == 0);
  }

  /// Whether the op behind a value has decided by itself that the value lies in
  /// the buffer of an operand.
  bool isForced(Value value) {
    return llvm::any_of(state.getAliasingOpOperands(value),
                        [&](const AliasingOpOperand &alias) {
                          return state.isInPlace(*alias.opOperand);
                        });
  }

  SmallVector<OpOperand *> getAliasingUses(Value value) {
    SmallVector<OpOperand *> uses;
    state.applyOnAliases(value, [&](Value alias) {
      for (OpOperand &use : alias.getUses())
        uses.push_back(&use);
    });
    return uses;
  }

  Operation *getPlace(OpOperand &use) {
    return block.findAncestorOpInBlock(*use.getOwner());
  }

  /// The one that comes first; either may be null.
  static Operation *getFirst(Operation *lhs, Operation *rhs) {
    return !lhs || (rhs && rhs->isBeforeInBlock(lhs)) ? rhs : lhs;
  }

  /// Keeps `firstWrites` up to date with the decisions about the op.
  void noteWrites(Operation *op) {
    for (OpOperand &operand : op->getOpOperands()) {
      if (!isTensor(operand.get().getType()) || !state.isInPlace(operand))
        continue;
      Operation *first = nullptr;
      if (state.bufferizesToMemoryWrite(operand))
        first = getPlace(operand);
      else
        for (const AliasingValue &result : state.getAliasingValues(operand))
          first = getFirst(first, firstWrites.lookup(result.value));
      if (first)
        firstWrites[operand.get()] =
            getFirst(firstWrites.lookup(operand.get()), first);
    }
  }

  /// Results that lie where an operand lies.
  void noteEquivalence(Operation *op) {
    for (OpResult result : op->getResults()) {
      if (!isTensor(result.getType()))
        continue;
      for (const AliasingOpOperand &alias : state.getAliasingOpOperands(result))
        if (alias.relation == BufferRelation::Equivalent &&
            state.isInPlace(*alias.opOperand) &&
            (alias.isDefinite ||
             !cast<BufferizableOpInterface>(op).bufferizesToAllocation(result)))
          state.unionEquivalenceClasses(result, alias.opOperand->get());
    }
  }

  func::FuncOp func;
  Block &block;
  OneShotAnalysisState &state;
  DominanceInfo dominance;
  /// The first op that overwrites the buffer of a value later, so far as it is
  /// decided.
  DenseMap<Value, Operation *> firstWrites;
};

} // namespace

/// Notes what callers of a function need to know about its arguments.
static void noteArguments(func::FuncOp func, OneShotAnalysisState &state,
                          func_ext::FuncAnalysisState &functions) {
  Block *block = &func.getBody().front();
  for (BlockArgument argument : func.getArguments()) {
    if (!isTensor(argument.getType()))
      continue;
    if (state.isValueRead(argument))
      functions.readBbArgs[func].insert(argument.getArgNumber());
    if (state.isValueWritten(argument))
      functions.writtenBbArgs[func].insert(argument.getArgNumber());
  }
  auto asArgument = [&](Value value) -> BlockArgument {
    auto argument = dyn_cast<BlockArgument>(value);
    return argument && argument.getOwner() == block ? argument : nullptr;
  };
  for (func::ReturnOp op : getReturnOps(func))
    for (OpOperand &operand : op->getOpOperands()) {
      if (!isTensor(operand.get().getType()))
        continue;
      int64_t result = operand.getOperandNumber();
      state.applyOnAliases(operand.get(), [&](Value alias) {
        if (BlockArgument argument = asArgument(alias))
          functions.aliasingReturnVals[func][argument.getArgNumber()].push_back(
              result);
      });
      state.applyOnEquivalenceClass(operand.get(), [&](Value equivalent) {
        if (BlockArgument argument = asArgument(equivalent))
          functions.equivalentFuncArgs[func][result] = argument.getArgNumber();
      });
    }
}

LogicalResult kina::analyzeInPlace(ModuleOp module,
                                   OneShotAnalysisState &state) {
  FailureOr<SmallVector<func::FuncOp>> order = orderCalleesFirst(module);
  if (failed(order))
    return failure();
  auto &functions = state.addExtension<func_ext::FuncAnalysisState>();
  for (func::FuncOp func : *order) {
    if (func.isExternal())
      continue;
    functions.startFunctionAnalysis(func);
    if (failed(FunctionAnalysis(func, state).run()))
      return failure();
    // Upstream is careful with calls of what is not noted.
    if (!llvm::hasSingleElement(func.getBody()))
      continue;
    noteArguments(func, state, functions);
    functions.analyzedFuncOps[func] = func_ext::FuncOpAnalysisState::Analyzed;
  }
  return success();
}
