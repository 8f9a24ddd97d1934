//===- DestinationPassing.cpp - Results as destination arguments
//-------------===//
//
// Part of Kina, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Kina/Codegen/Interface.h"
#include "Kina/Codegen/Passes.h"
#include "Kina/IR/ShapeInference.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
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
/// new one, whose extents follow from the sizes that the call passes.
static Value getCallDestination(OpBuilder &builder, func::FuncOp callee,
                                OpResult result) {
  auto call = cast<func::CallOp>(result.getOwner());
  auto type = cast<RankedTensorType>(result.getType());
  if (result.hasOneUse()) {
    OpOperand &use = *result.getUses().begin();
    if (auto materialize =
            dyn_cast<bufferization::MaterializeInDestinationOp>(use.getOwner()))
      if (materialize.getDest().getType() == type)
        return materialize.getDest();
  }
  Location loc = result.getLoc();
  SmallVector<Value> extents;
  if (!type.hasStaticShape()) {
    unsigned first = callee.getNumArguments() - call.getNumResults();
    FailureOr<std::vector<SizeExpression>> shape = getExtents(
        callee, type,
        callee.getArgAttr(first + result.getResultNumber(), kExtentsAttr),
        "a result");
    assert(succeeded(shape) && "checked before");
    auto lookup = [&](StringRef name) -> Value {
      unsigned index = 0;
      while (callee.getArgAttrOfType<StringAttr>(index, kSizeAttr) != name)
        ++index;
      return call.getOperand(index);
    };
    for (auto [axis, extent] : llvm::enumerate(type.getShape()))
      if (ShapedType::isDynamic(extent))
        extents.push_back((*shape)[axis].materialize(
            builder, loc, builder.getIndexType(), lookup));
  }
  return tensor::EmptyOp::create(builder, loc, type, extents);
}

struct DestinationPassing final
    : kina::impl::DestinationPassingBase<DestinationPassing> {
  void runOnOperation() override {
    SmallVector<func::FuncOp> funcs(getOperation().getOps<func::FuncOp>());
    for (func::FuncOp func : funcs)
      if (failed(check(func)))
        return signalPassFailure();
    if (failed(orderCalleesFirst(getOperation())))
      return signalPassFailure();
    for (func::FuncOp func : funcs)
      addDestinations(func);
    SymbolTableCollection symbols;
    getOperation().walk(
        [&](func::CallOp call) { passDestinations(call, symbols); });
  }

  /// What C functions over buffers can be made of.
  LogicalResult check(func::FuncOp func) {
    if (func.isExternal())
      return func.emitOpError("has no body: a library holds every function "
                              "that it calls");
    if (!func.getBody().hasOneBlock())
      return func.emitOpError("has control flow: expected a single block");
    auto checkType = [&](Type type, Attribute extents,
                         const Twine &what) -> LogicalResult {
      auto tensor = dyn_cast<RankedTensorType>(type);
      if (type.isIndex())
        return func.emitOpError("expected attribute ")
               << kSizeAttr << " on arguments of type index, which come before "
               << "the tensors, but " << what << " has none there";
      if (!tensor || !isLegalTensor(tensor))
        return func.emitOpError("expected ranked tensors with extents of at "
                                "least 1 and a byte size below 2^63, but ")
               << what << " is " << type;
      return getExtents(func, tensor, extents, what);
    };
    for (unsigned i = 0, e = func.getNumArguments(); i < e; ++i) {
      Type type = func.getArgumentTypes()[i];
      if (i < getNumSizes(func)) {
        if (!type.isIndex())
          return func.emitOpError("expected a size of type index, but "
                                  "argument ")
                 << i << " is " << type;
      } else if (func.getArgAttr(i, kCommunicatorAttr)) {
        if (!type.isInteger(64))
          return func.emitOpError("expected a communicator of type i64, but "
                                  "argument ")
                 << i << " is " << type;
      } else if (failed(checkType(type, func.getArgAttr(i, kExtentsAttr),
                                  "argument " + Twine(i)))) {
        return failure();
      }
    }
    for (unsigned i = 0, e = func.getNumResults(); i < e; ++i)
      if (failed(checkType(func.getResultTypes()[i],
                           func.getResultAttr(i, kExtentsAttr),
                           "result " + Twine(i))))
        return failure();
    return success();
  }

  void addDestinations(func::FuncOp func) {
    OpBuilder builder(&getContext());
    for (unsigned i = getNumSizes(func), e = func.getNumArguments(); i < e; ++i)
      if (isa<TensorType>(func.getArgumentTypes()[i]))
        func.setArgAttr(i, kWritable, builder.getBoolAttr(false));

    Operation *terminator = func.getBody().back().getTerminator();
    builder.setInsertionPoint(terminator);
    unsigned first = func.getNumArguments();
    SmallVector<DictionaryAttr> destinationAttrs;
    SmallVector<Location> locs;
    for (OpOperand &operand : terminator->getOpOperands()) {
      NamedAttrList attrs(func.getResultAttrDict(operand.getOperandNumber()));
      attrs.set(kWritable, builder.getBoolAttr(true));
      attrs.set(kResultAttr, builder.getUnitAttr());
      destinationAttrs.push_back(attrs.getDictionary(&getContext()));
      locs.push_back(operand.get().getLoc());
    }
    if (failed(
            func.insertArguments(SmallVector<unsigned>(locs.size(), first),
                                 llvm::to_vector(terminator->getOperandTypes()),
                                 destinationAttrs, locs)))
      return signalPassFailure();
    // A value that is returned again is read where it was materialized: its
    // own buffer may be that destination.
    DenseMap<Value, Value> materialized;
    for (OpOperand &operand : terminator->getOpOperands()) {
      Value &latest =
          materialized.try_emplace(operand.get(), operand.get()).first->second;
      latest = bufferization::MaterializeInDestinationOp::create(
                   builder, terminator->getLoc(), latest,
                   func.getArgument(first + operand.getOperandNumber()))
                   .getResult();
      operand.set(latest);
    }
    func.removeResAttrsAttr();
    if (func.isPublic()) {
      func->setAttr(kExportAttr, builder.getUnitAttr());
      func.setPrivate();
    }
  }

  void passDestinations(func::CallOp call, SymbolTableCollection &symbols) {
    OpBuilder builder(call);
    auto callee = symbols.lookupNearestSymbolFrom<func::FuncOp>(
        call, call.getCalleeAttr());
    SmallVector<Value> operands(call.getOperands());
    for (OpResult result : call.getResults())
      operands.push_back(getCallDestination(builder, callee, result));
    call->setOperands(operands);
  }
};

} // namespace
