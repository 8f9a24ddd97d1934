//===- ShardResults.h - One tensor out of those of the devices --*- C++ -*-===//
//
// Part of Kina, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LIB_KINA_TRANSFORMS_SHARDRESULTS_H
#define LIB_KINA_TRANSFORMS_SHARDRESULTS_H

#include "Kina/IR/Sharding.h"

namespace kina {

/// The part of `input` from unit `start` up to `start + count` on an axis
/// of which `units` are in `input`.
mlir::Value createPart(mlir::OpBuilder &builder, mlir::Location loc,
                       mlir::Value input, int64_t axis, int64_t units,
                       int64_t start, int64_t count);

/// A result of a shard op out of what the devices yield for it, in their
/// order: joined along `axis`, or added where that is `kPartial`. Both
/// lowerings call this, and so agree in every bit.
mlir::Value combineParts(mlir::OpBuilder &builder, mlir::Location loc,
                         const Sharding &sharding, int64_t axis,
                         llvm::ArrayRef<mlir::Value> parts,
                         mlir::Type resultType);

} // namespace kina

#endif // LIB_KINA_TRANSFORMS_SHARDRESULTS_H
