//===- Sharding.h - Which device has which part -----------------*- C++ -*-===//
//
// Part of Kina, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// `kina.shard_map` and `kina.shard_heads` seen as one thing, for the verifiers
// and the passes that remove them.
//
//===----------------------------------------------------------------------===//

#ifndef KINA_IR_SHARDING_H
#define KINA_IR_SHARDING_H

#include "Kina/IR/KinaDialect.h"

namespace kina {

/// In the place of an axis.
inline constexpr int64_t kReplicated = -1;
inline constexpr int64_t kPartial = -2;

/// An axis that is split has `units` parts of equal extent, which are given to
/// the devices in order. Each device works on a window of as many units as the
/// first device owns; where `units` is no multiple of `devices`, the last
/// windows overlap, and a device owns only a part of its window.
struct Sharding {
  llvm::StringRef gridAxis;
  int64_t devices;
  int64_t units;
  llvm::SmallVector<int64_t> inputAxes;
  llvm::SmallVector<int64_t> outputAxes;

  bool isEven() const { return units % devices == 0; }
  /// The units of a window.
  int64_t getWindow() const;
  /// The first unit of a device's window.
  int64_t getStart(int64_t device) const;
  /// The first unit that a device owns, and how many there are.
  int64_t getOffset(int64_t device) const;
  int64_t getCount(int64_t device) const;

  /// The type of a device's window of a tensor; without an axis, of all of it.
  mlir::RankedTensorType getLocal(mlir::RankedTensorType type,
                                  int64_t axis) const;
};

/// Whether the op is `kina.shard_map` or `kina.shard_heads`.
bool isShardOp(mlir::Operation *op);

/// Of an op that has passed its verifier.
Sharding getSharding(mlir::Operation *op);
Sharding getSharding(ShardHeadsOp op);

} // namespace kina

#endif // KINA_IR_SHARDING_H
