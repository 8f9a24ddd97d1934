//===- ShardResults.cpp - One tensor out of those of the devices ----------===//
//
// Part of Kina, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ShardResults.h"

using namespace mlir;
using namespace kina;

Value kina::createPart(OpBuilder &builder, Location loc, Value input,
                       int64_t axis, int64_t units, int64_t start,
                       int64_t count) {
  if (count == units)
    return input;
  auto type = cast<RankedTensorType>(input.getType());
  SmallVector<int64_t> extents(type.getShape());
  int64_t unit = extents[axis] / units;
  extents[axis] = count * unit;
  return SliceOp::create(builder, loc, type.clone(extents), input, axis,
                         start * unit, (start + count) * unit);
}

Value kina::combineParts(OpBuilder &builder, Location loc,
                         const Sharding &sharding, int64_t axis,
                         ArrayRef<Value> parts, Type resultType) {
  if (axis == kReplicated || parts.size() == 1)
    return parts.front();
  if (axis == kPartial) {
    Value sum = parts.front();
    for (Value part : parts.drop_front())
      sum = AddOp::create(builder, loc, resultType, sum, part);
    return sum;
  }
  SmallVector<Value> owned;
  for (auto [device, part] : llvm::enumerate(parts))
    owned.push_back(
        createPart(builder, loc, part, axis, sharding.getWindow(),
                   sharding.getOffset(device) - sharding.getStart(device),
                   sharding.getCount(device)));
  return ConcatOp::create(builder, loc, resultType, owned, axis);
}
