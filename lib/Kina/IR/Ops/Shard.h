//===- Shard.h - What the ops with a body for each device share -*- C++ -*-===//
//
// Part of Kina, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LIB_KINA_IR_OPS_SHARD_H
#define LIB_KINA_IR_OPS_SHARD_H

#include "Kina/IR/Sharding.h"
#include "mlir/IR/PatternMatch.h"

namespace kina {

/// "one of 1, 2, 4"; of many divisors the smallest.
std::string spellDivisors(int64_t number);

/// At least one device.
mlir::LogicalResult verifyDevices(mlir::Operation *op, int64_t devices);

/// The arguments of the body and the operands of `kina.yield`, of an op whose
/// sharding is right.
mlir::LogicalResult verifyBody(mlir::Operation *op);

/// On one device the body runs on the operands themselves.
template <typename OpTy>
mlir::LogicalResult inlineSingleDevice(OpTy op,
                                       mlir::PatternRewriter &rewriter) {
  if (op.getDevices() != 1)
    return rewriter.notifyMatchFailure(op, "more than one device");
  mlir::Block *body = &op.getBody().front();
  mlir::Operation *yield = body->getTerminator();
  if (yield->getOperandTypes() != op->getResultTypes())
    return rewriter.notifyMatchFailure(op, "a result changes its type");
  rewriter.inlineBlockBefore(body, op, op.getInputs());
  rewriter.replaceOp(op, yield->getOperands());
  rewriter.eraseOp(yield);
  return mlir::success();
}

} // namespace kina

#endif // LIB_KINA_IR_OPS_SHARD_H
