//===- Sharding.cpp - Which device has which part -------------------------===//
//
// Part of Kina, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Kina/IR/Sharding.h"
#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace kina;

int64_t Sharding::getWindow() const {
  return llvm::divideCeilSigned(units, devices);
}

int64_t Sharding::getOffset(int64_t device) const {
  return device * (units / devices) + std::min(device, units % devices);
}

int64_t Sharding::getCount(int64_t device) const {
  return getOffset(device + 1) - getOffset(device);
}

int64_t Sharding::getStart(int64_t device) const {
  return std::min(getOffset(device), units - getWindow());
}

RankedTensorType Sharding::getLocal(RankedTensorType type, int64_t axis) const {
  if (axis < 0)
    return type;
  SmallVector<int64_t> extents(type.getShape());
  extents[axis] = extents[axis] / units * getWindow();
  return RankedTensorType::get(extents, type.getElementType());
}

bool kina::isShardOp(Operation *op) {
  return isa<ShardMapOp, ShardHeadsOp>(op);
}

Sharding kina::getSharding(Operation *op) {
  if (auto map = dyn_cast<ShardMapOp>(op))
    return {map.getGridAxis(), static_cast<int64_t>(map.getDevices()),
            static_cast<int64_t>(map.getDevices()),
            SmallVector<int64_t>(map.getInputAxes()),
            SmallVector<int64_t>(map.getOutputAxes())};
  return getSharding(cast<ShardHeadsOp>(op));
}
