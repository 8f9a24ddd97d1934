//===- ShardToSlices.cpp - All devices in one process ---------------------===//
//
// Part of Kina, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Kina/Transforms/Passes.h"
#include "ShardResults.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/IR/IRMapping.h"

namespace kina {
#define GEN_PASS_DEF_SHARDTOSLICES
#include "Kina/Transforms/Passes.h.inc"
} // namespace kina

using namespace mlir;
using namespace kina;

/// A copy of the body on the parts of one device. Returns what it yields.
static SmallVector<Value> cloneBody(OpBuilder &builder, Operation *op,
                                    const Sharding &sharding, int64_t device) {
  Block &body = op->getRegion(0).front();
  IRMapping mapping;
  for (auto [argument, operand, axis] :
       llvm::zip(body.getArguments(), op->getOperands(), sharding.inputAxes))
    mapping.map(argument,
                axis == kReplicated
                    ? operand
                    : createPart(builder, op->getLoc(), operand, axis,
                                 sharding.units, sharding.getStart(device),
                                 sharding.getWindow()));
  for (Operation &inner : body.without_terminator())
    builder.clone(inner, mapping);
  return llvm::map_to_vector(
      body.getTerminator()->getOperands(),
      [&](Value value) { return mapping.lookup(value); });
}

static void runAllDevices(Operation *op) {
  OpBuilder builder(op);
  Sharding sharding = getSharding(op);
  SmallVector<SmallVector<Value>> parts(op->getNumResults());
  for (int64_t device = 0; device < sharding.devices; ++device)
    for (auto [list, part] :
         llvm::zip(parts, cloneBody(builder, op, sharding, device)))
      list.push_back(part);
  for (auto [result, axis, list] :
       llvm::zip(op->getResults(), sharding.outputAxes, parts))
    result.replaceAllUsesWith(combineParts(builder, op->getLoc(), sharding,
                                           axis, list, result.getType()));
  op->erase();
}

namespace {
struct ShardToSlices final : kina::impl::ShardToSlicesBase<ShardToSlices> {
  void runOnOperation() override {
    // Inner ones first, so that what is cloned holds none.
    SmallVector<Operation *> shards;
    getOperation().walk([&](Operation *op) {
      if (isShardOp(op))
        shards.push_back(op);
    });
    for (Operation *op : shards)
      runAllDevices(op);
  }
};
} // namespace
