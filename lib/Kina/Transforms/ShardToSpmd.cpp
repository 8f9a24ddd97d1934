//===- ShardToSpmd.cpp - One program for every device ---------------------===//
//
// Part of Kina, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Kina/Transforms/Passes.h"
#include "ShardResults.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/ImplicitLocOpBuilder.h"
#include "mlir/IR/PatternMatch.h"
#include "llvm/ADT/MapVector.h"

namespace kina {
#define GEN_PASS_DEF_SHARDTOSPMD
#include "Kina/Transforms/Passes.h.inc"
} // namespace kina

using namespace mlir;
using namespace kina;

namespace {

/// A split of a tensor over a grid axis, by which every device gets a window.
struct Split {
  Sharding sharding;
  int64_t axis;

  bool operator==(const Split &other) const {
    return sharding.gridAxis == other.sharding.gridAxis &&
           sharding.units == other.sharding.units && axis == other.axis;
  }
};

/// The axes of the grid in the order in which the module names them, with the
/// op that names each first.
class Grid {
public:
  LogicalResult add(Operation *op, const Sharding &sharding) {
    auto [it, inserted] =
        axes.insert({sharding.gridAxis, Axis{sharding.devices, op}});
    if (inserted || it->second.devices == sharding.devices)
      return success();
    InFlightDiagnostic diagnostic = op->emitOpError("grid axis '")
                                    << sharding.gridAxis << "' has "
                                    << sharding.devices << " devices here, but "
                                    << it->second.devices << " before";
    diagnostic.attachNote(it->second.first->getLoc()) << "it is named here";
    return diagnostic;
  }

  bool empty() const { return axes.empty(); }

  int64_t getPosition(StringRef gridAxis) const {
    return std::distance(axes.begin(), axes.find(gridAxis));
  }

  Attribute getAttribute(Builder &b) const {
    SmallVector<Attribute> entries;
    for (const auto &[name, axis] : axes)
      entries.push_back(b.getDictionaryAttr(
          {b.getNamedAttr("axis", b.getStringAttr(name)),
           b.getNamedAttr("devices", b.getI64IntegerAttr(axis.devices))}));
    return b.getArrayAttr(entries);
  }

private:
  struct Axis {
    int64_t devices;
    Operation *first;
  };
  llvm::MapVector<StringRef, Axis> axes;
};

/// What the pass finds out about a function before it changes anything.
struct Plan {
  /// For each argument that is only split, how.
  SmallVector<std::optional<Split>> splits;
  bool needsCommunicator = false;
  Value communicator;
  /// The uses of those arguments: what they read is the device's part already.
  SmallPtrSet<OpOperand *, 8> parts;
};

/// The rewriting of one module.
class SpmdRewriter {
public:
  explicit SpmdRewriter(ModuleOp module) : module(module) {}

  LogicalResult run() {
    WalkResult walked =
        module.walk<WalkOrder::PreOrder>([&](Operation *op) -> WalkResult {
          if (!isShardOp(op))
            return WalkResult::advance();
          return grid.add(
              op, shardings.try_emplace(op, getSharding(op)).first->second);
        });
    if (walked.wasInterrupted())
      return failure();
    if (grid.empty())
      return success();
    Builder builder(module.getContext());
    module->setAttr("kina.grid", grid.getAttribute(builder));
    for (auto func : module.getOps<func::FuncOp>())
      plan(func);
    for (auto &[op, plan] : plans)
      changeSignature(cast<func::FuncOp>(op), plan);
    for (auto &[op, plan] : plans)
      changeBody(cast<func::FuncOp>(op), plan);
    return success();
  }

private:
  //===--------------------------------------------------------------------===//
  // What has to change
  //===--------------------------------------------------------------------===//

  func::FuncOp getCallee(func::CallOp call) {
    return symbols.lookupNearestSymbolFrom<func::FuncOp>(call,
                                                         call.getCalleeAttr());
  }

  /// Callees first: a call splits what its callee splits.
  void plan(func::FuncOp func) {
    if (func.isExternal() || plans.contains(func))
      return;
    if (!planning.insert(func).second) {
      recursive.insert(func);
      return;
    }
    Plan result;
    func.walk([&](Operation *op) {
      if (auto call = dyn_cast<func::CallOp>(op)) {
        if (func::FuncOp callee = getCallee(call)) {
          plan(callee);
          auto it = plans.find(callee);
          result.needsCommunicator |=
              it != plans.end() && it->second.needsCommunicator;
        }
      } else {
        result.needsCommunicator |= isShardOp(op);
      }
    });
    for (BlockArgument argument : func.getArguments())
      result.splits.push_back(
          recursive.contains(func) ? std::nullopt : getOnlySplit(argument));
    plans.insert({func, result});
    planning.erase(func);
  }

  /// How the use splits its value, if it does.
  std::optional<Split> getSplit(OpOperand &use) {
    Operation *user = use.getOwner();
    if (isShardOp(user)) {
      const Sharding &sharding = shardings.at(user);
      int64_t axis = sharding.inputAxes[use.getOperandNumber()];
      if (axis == kReplicated)
        return std::nullopt;
      return Split{sharding, axis};
    }
    if (auto call = dyn_cast<func::CallOp>(user)) {
      auto it = plans.find(getCallee(call));
      if (it != plans.end())
        return it->second.splits[use.getOperandNumber()];
    }
    return std::nullopt;
  }

  std::optional<Split> getOnlySplit(BlockArgument argument) {
    std::optional<Split> only;
    for (OpOperand &use : argument.getUses()) {
      std::optional<Split> split = getSplit(use);
      if (!split || (only && !(*only == *split)))
        return std::nullopt;
      only = split;
    }
    return only;
  }

  //===--------------------------------------------------------------------===//
  // Signatures
  //===--------------------------------------------------------------------===//

  void changeSignature(func::FuncOp func, Plan &plan) {
    if (!plan.needsCommunicator)
      return;
    Builder b(func.getContext());
    for (auto [index, split] : llvm::enumerate(plan.splits)) {
      if (!split)
        continue;
      BlockArgument argument = func.getArgument(index);
      for (OpOperand &use : argument.getUses())
        plan.parts.insert(&use);
      auto whole = cast<RankedTensorType>(argument.getType());
      RankedTensorType local = split->sharding.getLocal(whole, split->axis);
      int64_t extent = whole.getDimSize(split->axis);
      argument.setType(local);
      func.setArgAttr(
          index, "kina.shard",
          b.getDictionaryAttr(
              {b.getNamedAttr("axis", b.getI64IntegerAttr(split->axis)),
               b.getNamedAttr("extent", b.getI64IntegerAttr(extent)),
               b.getNamedAttr("grid_axis",
                              b.getStringAttr(split->sharding.gridAxis)),
               b.getNamedAttr("units",
                              b.getI64IntegerAttr(split->sharding.units))}));
      if (auto extents =
              func.getArgAttrOfType<ArrayAttr>(index, "kina.extents")) {
        SmallVector<Attribute> named(extents.getValue());
        named[split->axis] =
            b.getStringAttr(Twine(local.getDimSize(split->axis)));
        func.setArgAttr(index, "kina.extents", b.getArrayAttr(named));
      }
    }
    Block &entry = func.getBody().front();
    plan.communicator = entry.addArgument(b.getI64Type(), func.getLoc());
    func.setFunctionType(
        b.getFunctionType(entry.getArgumentTypes(), func.getResultTypes()));
    SmallVector<DictionaryAttr> attributes;
    func.getAllArgAttrs(attributes);
    attributes.resize(entry.getNumArguments(), b.getDictionaryAttr({}));
    attributes.back() = b.getDictionaryAttr(
        b.getNamedAttr("kina.communicator", b.getUnitAttr()));
    func.setAllArgAttrs(attributes);
  }

  //===--------------------------------------------------------------------===//
  // Bodies
  //===--------------------------------------------------------------------===//

  void changeBody(func::FuncOp func, Plan &plan) {
    if (!plan.needsCommunicator)
      return;
    // Outer ones first, so that the communicator is in reach of inner ones.
    SmallVector<Operation *> ops;
    func.walk<WalkOrder::PreOrder>([&](Operation *op) {
      if (isShardOp(op) || isa<func::CallOp>(op))
        ops.push_back(op);
    });
    for (Operation *op : ops) {
      if (isShardOp(op))
        runOneDevice(op, plan);
      else
        changeCall(cast<func::CallOp>(op), plan);
    }
  }

  /// The device's window of a tensor.
  Value createWindow(ImplicitLocOpBuilder &b, OpOperand &use,
                     const Split &split, const Plan &plan) {
    Value input = use.get();
    if (plan.parts.contains(&use))
      return input;
    auto constant = [&](int64_t value) -> Value {
      return arith::ConstantIndexOp::create(b, value);
    };
    const Sharding &sharding = split.sharding;
    auto type = cast<RankedTensorType>(input.getType());
    RankedTensorType local = sharding.getLocal(type, split.axis);
    Value device = DeviceIndexOp::create(
        b, b.getIndexType(), plan.communicator,
        b.getI64IntegerAttr(grid.getPosition(sharding.gridAxis)));
    // The first unit of the window, as Sharding::getStart has it.
    Value start = arith::MulIOp::create(
        b, device, constant(sharding.units / sharding.devices));
    if (!sharding.isEven()) {
      Value more = arith::MinUIOp::create(
          b, device, constant(sharding.units % sharding.devices));
      start = arith::AddIOp::create(b, start, more);
      start = arith::MinUIOp::create(
          b, start, constant(sharding.units - sharding.getWindow()));
    }
    int64_t unit = type.getDimSize(split.axis) / sharding.units;
    start = arith::MulIOp::create(b, start, constant(unit));
    Value stop =
        arith::AddIOp::create(b, start, constant(local.getDimSize(split.axis)));
    return SliceOp::create(
        b, local, input, split.axis, ValueRange{start, stop},
        ArrayRef<int64_t>{ShapedType::kDynamic, ShapedType::kDynamic});
  }

  /// What each device has, in their order.
  SmallVector<Value> createGathered(ImplicitLocOpBuilder &b, Value local,
                                    const Sharding &sharding,
                                    const Plan &plan) {
    auto type = cast<RankedTensorType>(local.getType());
    SmallVector<int64_t> extents(type.getShape());
    bool isScalar = extents.empty();
    if (isScalar)
      extents.push_back(1);
    int64_t rows = extents[0];
    bool isDynamic = ShapedType::isDynamic(rows);
    SmallVector<int64_t> all = extents;
    if (!isDynamic)
      all[0] *= sharding.devices;
    Value gathered = AllGatherOp::create(
        b, type.clone(all), local, plan.communicator,
        b.getI64IntegerAttr(grid.getPosition(sharding.gridAxis)),
        b.getI64IntegerAttr(sharding.devices));
    Value extent = isDynamic ? tensor::DimOp::create(b, local, 0) : Value();
    SmallVector<Value> parts;
    for (int64_t device = 0; device < sharding.devices; ++device) {
      Value part;
      if (isDynamic) {
        auto times = [&](int64_t factor) -> Value {
          return arith::MulIOp::create(
              b, extent, arith::ConstantIndexOp::create(b, factor));
        };
        part = SliceOp::create(
            b, type.clone(extents), gathered, 0,
            ValueRange{times(device), times(device + 1)},
            ArrayRef<int64_t>{ShapedType::kDynamic, ShapedType::kDynamic});
      } else {
        part =
            createPart(b, b.getLoc(), gathered, 0, sharding.devices, device, 1);
      }
      if (isScalar)
        part = ReshapeOp::create(b, type, part, ValueRange());
      parts.push_back(part);
    }
    return parts;
  }

  void runOneDevice(Operation *op, const Plan &plan) {
    ImplicitLocOpBuilder b(op->getLoc(), op);
    const Sharding &sharding = shardings.at(op);
    SmallVector<Value> operands;
    for (auto [use, axis] : llvm::zip(op->getOpOperands(), sharding.inputAxes))
      operands.push_back(axis == kReplicated
                             ? use.get()
                             : createWindow(b, use, {sharding, axis}, plan));
    Block &body = op->getRegion(0).front();
    Operation *yield = body.getTerminator();
    IRRewriter rewriter(b);
    rewriter.inlineBlockBefore(&body, op, operands);
    b.setInsertionPoint(op);
    for (auto [result, axis, local] :
         llvm::zip(op->getResults(), sharding.outputAxes, yield->getOperands()))
      result.replaceAllUsesWith(
          axis == kReplicated || sharding.devices == 1
              ? local
              : combineParts(b, b.getLoc(), sharding, axis,
                             createGathered(b, local, sharding, plan),
                             result.getType()));
    yield->erase();
    op->erase();
  }

  void changeCall(func::CallOp call, const Plan &plan) {
    auto it = plans.find(getCallee(call));
    if (it == plans.end() || !it->second.needsCommunicator)
      return;
    ImplicitLocOpBuilder b(call.getLoc(), call);
    for (auto [index, split] : llvm::enumerate(it->second.splits))
      if (split)
        call.setOperand(
            index, createWindow(b, call->getOpOperand(index), *split, plan));
    call.getOperandsMutable().append(plan.communicator);
  }

  ModuleOp module;
  Grid grid;
  /// As the ops were before arguments became parts.
  DenseMap<Operation *, Sharding> shardings;
  SymbolTableCollection symbols;
  llvm::MapVector<Operation *, Plan> plans;
  DenseSet<Operation *> planning;
  /// Functions that are called in a circle: another pass refuses them.
  DenseSet<Operation *> recursive;
};

struct ShardToSpmd final : kina::impl::ShardToSpmdBase<ShardToSpmd> {
  void runOnOperation() override {
    if (failed(SpmdRewriter(getOperation()).run()))
      signalPassFailure();
  }
};

} // namespace
