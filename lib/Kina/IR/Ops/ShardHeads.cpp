//===- ShardHeads.cpp - kina.shard_heads ---------------------------------===//
//
// Part of Kina, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Shard.h"
#include "Verify.h"

using namespace mlir;
using namespace kina;

static constexpr int64_t kHeadAxis = 1;

static int64_t getHeads(Value value) {
  return cast<RankedTensorType>(value.getType()).getDimSize(kHeadAxis);
}

/// The key-value heads: the fewest heads of an operand that is split.
static int64_t getGroups(ShardHeadsOp op) {
  int64_t groups = 0;
  for (Value input : op.getInputs())
    if (int64_t heads = getHeads(input);
        heads != 1 && (groups == 0 || heads < groups))
      groups = heads;
  return std::max<int64_t>(groups, 1);
}

namespace kina {
Sharding getSharding(ShardHeadsOp op) {
  Sharding sharding{op.getGridAxis(),
                    static_cast<int64_t>(op.getDevices()),
                    getGroups(op),
                    {},
                    SmallVector<int64_t>(op.getNumResults(), kHeadAxis)};
  for (Value input : op.getInputs())
    sharding.inputAxes.push_back(
        getHeads(input) == 1 && sharding.units != 1 ? kReplicated : kHeadAxis);
  return sharding;
}
} // namespace kina

LogicalResult ShardHeadsOp::verifyRegions() {
  int64_t devices = getDevices();
  // shard_heads_c1
  if (failed(verifyDevices(*this, devices)))
    return failure();
  // shard_heads_c2
  auto verifyTypes = [&](ValueRange values, StringRef what) -> LogicalResult {
    for (auto [index, value] : llvm::enumerate(values)) {
      auto type = cast<RankedTensorType>(value.getType());
      if (type.getRank() != 4 || type.isDynamicDim(kHeadAxis))
        return emitOpError("expected ")
               << what << ' ' << index
               << " to have rank 4 and a static number of heads on axis 1, "
                  "but got "
               << value.getType();
    }
    return success();
  };
  if (failed(verifyTypes(getInputs(), "operand")) ||
      failed(verifyTypes(getOutputs(), "result")))
    return failure();
  int64_t groups = getGroups(*this);
  // shard_heads_c3
  auto verifyGroups = [&](ValueRange values, StringRef what) -> LogicalResult {
    for (auto [index, value] : llvm::enumerate(values))
      if (int64_t heads = getHeads(value); heads != 1 && heads % groups != 0)
        return emitOpError("expected whole groups of heads: the ")
               << heads << " heads of " << what << ' ' << index
               << " are no multiple of the " << groups << " key-value heads";
    return success();
  };
  if (failed(verifyGroups(getInputs(), "operand")))
    return failure();
  // shard_heads_c4
  if (getUneven() && devices > groups)
    return emitOpError("expected at most ")
           << groups << " devices, one for each key-value head, but got "
           << devices;
  if (!getUneven() && groups % devices != 0)
    return emitOpError("expected a number of devices that divides the ")
           << groups << " key-value heads: " << spellDivisors(groups)
           << ", but got " << devices;
  for (auto [index, value] : llvm::enumerate(getOutputs()))
    if (getHeads(value) % groups != 0)
      return emitOpError("expected a multiple of the ")
             << groups << " key-value heads on axis 1 of result " << index
             << ", but got " << value.getType();
  // shard_heads_c5 and c6
  return verifyBody(*this);
}

void ShardHeadsOp::getCanonicalizationPatterns(RewritePatternSet &patterns,
                                               MLIRContext *context) {
  patterns.add(inlineSingleDevice<ShardHeadsOp>);
}
