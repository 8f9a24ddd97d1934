//===- DestinationPassing.cpp - Results as destination arguments -------------===//
//
// Part of Kina, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Kina/Codegen/Interface.h"
#include "Kina/Codegen/Passes.h"
#include "mlir/Dialect/Bufferization/IR/Bufferization.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"

namespace kina {
#define GEN_PASS_DEF_DESTINATIONPASSING
#include "Kina/Codegen/Passes.h.inc"
} // namespace kina

using namespace mlir;
using namespace kina;

namespace {

constexpr llvm::StringLiteral kWritable =
    bufferization::BufferizationDialect::kWritableAttrName;

/// The tensor that the result of a call is written to: the caller's own
/// destination where the result is returned and not used otherwise, or else a
/// new one.
static Value getCallDestination(OpBuilder &builder, OpResult result) {
  auto type = cast<RankedTensorType>(result.getType());
  if (result.hasOneUse()) {
    OpOperand &use = *result.getUses().begin();
    if (auto materialize = dyn_cast<bufferization::MaterializeInDestinationOp>(
            use.getOwner()))
      if (materialize.getDest().getType() == type)
        return materialize.getDest();
  }
  return tensor::EmptyOp::create(builder, result.getLoc(), type.getShape(),
                                 type.getElementType());
}

struct DestinationPassing final
    : kina::impl::DestinationPassingBase<DestinationPassing> {
  void runOnOperation() override {
    SmallVector<func::FuncOp> funcs(getOperation().getOps<func::FuncOp>());
    for (func::FuncOp func : funcs)
      if (failed(check(func)))
        return signalPassFailure();
    for (func::FuncOp func : funcs)
      addDestinations(func);
    getOperation().walk([&](func::CallOp call) { passDestinations(call); });
  }

  /// What C functions over buffers can be made of.
  LogicalResult check(func::FuncOp func) {
    if (func.isExternal())
      return func.emitOpError("has no body: a library holds every function "
                              "that it calls");
    if (!func.getBody().hasOneBlock())
      return func.emitOpError("has control flow: expected a single block");
    auto checkTypes = [&](TypeRange types, StringRef what) -> LogicalResult {
      for (auto [index, type] : llvm::enumerate(types)) {
        auto tensor = dyn_cast<RankedTensorType>(type);
        if (!tensor || !tensor.hasStaticShape())
          return func.emitOpError("expected tensors of static shape, but ")
                 << what << " " << index << " is " << type;
        if (llvm::is_contained(tensor.getShape(), 0))
          return func.emitOpError("expected extents of at least 1, but ")
                 << what << " " << index << " is " << type;
      }
      return success();
    };
    if (failed(checkTypes(func.getArgumentTypes(), "argument")))
      return failure();
    return checkTypes(func.getResultTypes(), "result");
  }

  void addDestinations(func::FuncOp func) {
    OpBuilder builder(&getContext());
    for (unsigned i = 0, e = func.getNumArguments(); i < e; ++i)
      func.setArgAttr(i, kWritable, builder.getBoolAttr(false));

    Operation *terminator = func.getBody().back().getTerminator();
    builder.setInsertionPoint(terminator);
    for (OpOperand &operand : terminator->getOpOperands()) {
      unsigned index = func.getNumArguments();
      NamedAttrList attrs(
          func.getResultAttrDict(operand.getOperandNumber()));
      attrs.set(kWritable, builder.getBoolAttr(true));
      attrs.set(kResultAttr, builder.getUnitAttr());
      if (failed(func.insertArgument(index, operand.get().getType(),
                                     attrs.getDictionary(&getContext()),
                                     operand.get().getLoc())))
        return signalPassFailure();
      auto materialize = bufferization::MaterializeInDestinationOp::create(
          builder, terminator->getLoc(), operand.get(),
          func.getArgument(index));
      // A value that is returned again is read where it was materialized: its
      // own buffer may be that destination.
      Value source = operand.get();
      for (OpOperand &other : terminator->getOpOperands())
        if (other.get() == source)
          other.set(materialize.getResult());
    }
    func.removeResAttrsAttr();
    if (func.isPublic()) {
      func->setAttr(kExportAttr, builder.getUnitAttr());
      func.setPrivate();
    }
  }

  void passDestinations(func::CallOp call) {
    OpBuilder builder(call);
    SmallVector<Value> operands(call.getOperands());
    for (OpResult result : call.getResults())
      operands.push_back(getCallDestination(builder, result));
    call->setOperands(operands);
  }
};

} // namespace
