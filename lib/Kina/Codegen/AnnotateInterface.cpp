//===- AnnotateInterface.cpp - What callers may rely on
//----------------------===//
//
// Part of Kina, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Kina/Codegen/Interface.h"
#include "Kina/Codegen/Passes.h"
#include "Kina/IR/KinaDialect.h"
#include "mlir/Interfaces/CallInterfaces.h"

namespace kina {
#define GEN_PASS_DEF_ANNOTATEINTERFACE
#include "Kina/Codegen/Passes.h.inc"
} // namespace kina

using namespace mlir;
using namespace kina;

namespace {

/// The smallest static extent of the tables that `ids` is looked up in.
/// Functions that are being looked at already are passed over, so that a
/// recursive call, which is refused later, does not run away here.
static std::optional<int64_t>
getIdsBelow(BlockArgument ids, SymbolTableCollection &symbols,
            SmallPtrSetImpl<Operation *> &active) {
  std::optional<int64_t> below;
  auto meet = [&](std::optional<int64_t> other) {
    if (other && (!below || *other < *below))
      below = other;
  };
  for (OpOperand &use : ids.getUses()) {
    if (auto gather = dyn_cast<GatherOp>(use.getOwner())) {
      int64_t extent = gather.getTable().getType().getDimSize(0);
      if (gather.getIndices() == ids && !ShapedType::isDynamic(extent))
        meet(extent);
    } else if (auto call = dyn_cast<func::CallOp>(use.getOwner())) {
      auto callee = symbols.lookupNearestSymbolFrom<func::FuncOp>(
          call, call.getCalleeAttr());
      if (!callee || callee.isExternal() || !active.insert(callee).second)
        continue;
      meet(getIdsBelow(callee.getArgument(use.getOperandNumber()), symbols,
                       active));
      active.erase(callee);
    }
  }
  return below;
}

/// The view of a block argument that `value` is, if it is one.
static std::optional<ViewInterface> getView(Value value) {
  // Collect the ops from the result back to the argument.
  SmallVector<Operation *> chain;
  while (Operation *op = value.getDefiningOp()) {
    if (!isa<SliceOp, TransposeOp>(op))
      return std::nullopt;
    chain.push_back(op);
    value = op->getOperand(0);
  }
  auto argument = cast<BlockArgument>(value);
  auto type = cast<RankedTensorType>(value.getType());
  if (!type.hasStaticShape())
    return std::nullopt;

  ViewInterface view{argument.getArgNumber(), 0, {}};
  view.strides.assign(type.getRank(), 1);
  for (int64_t axis = type.getRank() - 2; axis >= 0; --axis)
    view.strides[axis] = view.strides[axis + 1] * type.getDimSize(axis + 1);
  for (Operation *op : llvm::reverse(chain)) {
    if (auto slice = dyn_cast<SliceOp>(op)) {
      if (!slice.getBounds().empty())
        return std::nullopt;
      view.offset += slice.getStaticBounds()[0] * view.strides[slice.getAxis()];
      continue;
    }
    std::vector<int64_t> strides;
    for (int64_t axis : cast<TransposeOp>(op).getPerm())
      strides.push_back(view.strides[axis]);
    view.strides = strides;
  }
  return view;
}

struct AnnotateInterface final
    : kina::impl::AnnotateInterfaceBase<AnnotateInterface> {
  void runOnOperation() override {
    Builder builder(&getContext());
    SymbolTableCollection symbols;
    for (auto func : getOperation().getOps<func::FuncOp>()) {
      if (func.isExternal())
        continue;
      for (BlockArgument argument : func.getArguments()) {
        SmallPtrSet<Operation *, 4> active = {func};
        if (auto below = getIdsBelow(argument, symbols, active))
          func.setArgAttr(argument.getArgNumber(), kIdsBelowAttr,
                          builder.getI64IntegerAttr(*below));
      }
      Operation *terminator = func.getBody().back().getTerminator();
      for (OpOperand &operand : terminator->getOpOperands()) {
        if (!isa<RankedTensorType>(operand.get().getType()))
          continue;
        std::optional<ViewInterface> view = getView(operand.get());
        if (!view)
          continue;
        func.setResultAttr(
            operand.getOperandNumber(), kViewAttr,
            builder.getDictionaryAttr({
                builder.getNamedAttr("argument",
                                     builder.getI64IntegerAttr(view->argument)),
                builder.getNamedAttr("offset",
                                     builder.getI64IntegerAttr(view->offset)),
                builder.getNamedAttr(
                    "strides", builder.getDenseI64ArrayAttr(view->strides)),
            }));
      }
    }
  }
};

} // namespace
