//===- Shard.cpp - What the ops with a body for each device share ---------===//
//
// Part of Kina, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Shard.h"
#include "Verify.h"

using namespace mlir;
using namespace kina;

std::string kina::spellDivisors(int64_t number) {
  constexpr size_t kMost = 16;
  SmallVector<int64_t> divisors;
  for (int64_t i = 1; i <= number / i; ++i)
    if (number % i == 0) {
      divisors.push_back(i);
      if (i != number / i)
        divisors.push_back(number / i);
    }
  llvm::sort(divisors);
  std::string text = "one of ";
  llvm::raw_string_ostream os(text);
  llvm::interleaveComma(ArrayRef(divisors).take_front(kMost), os);
  if (divisors.size() > kMost)
    os << ", ..";
  return text;
}

LogicalResult kina::verifyDevices(Operation *op, int64_t devices) {
  if (devices < 1)
    return op->emitOpError("expected at least 1 device, but got ") << devices;
  return success();
}

LogicalResult kina::verifyBody(Operation *op) {
  Sharding sharding = getSharding(op);
  Block &body = op->getRegion(0).front();
  if (body.getNumArguments() != op->getNumOperands())
    return op->emitOpError("expected a body of ")
           << op->getNumOperands()
           << " arguments, one for each operand, but got "
           << body.getNumArguments();
  for (auto [index, argument, operand, axis] : llvm::enumerate(
           body.getArguments(), op->getOperands(), sharding.inputAxes)) {
    RankedTensorType local =
        sharding.getLocal(cast<RankedTensorType>(operand.getType()), axis);
    if (argument.getType() != local)
      return op->emitOpError("expected argument ")
             << index << " of the body to be " << static_cast<Type>(local)
             << ", but got " << argument.getType();
  }
  auto yield = dyn_cast<YieldOp>(body.back());
  if (!yield)
    return op->emitOpError("expected a body that ends in kina.yield");
  if (yield.getNumOperands() != op->getNumResults())
    return yield.emitOpError("expected ")
           << op->getNumResults() << " operands, one for each result, but got "
           << yield.getNumOperands();
  for (auto [index, value, result, axis] : llvm::enumerate(
           yield.getOperands(), op->getResults(), sharding.outputAxes)) {
    RankedTensorType local =
        sharding.getLocal(cast<RankedTensorType>(result.getType()), axis);
    if (!agrees(local, cast<RankedTensorType>(value.getType())))
      return yield.emitOpError("expected operand ")
             << index << " to be " << static_cast<Type>(local) << ", but got "
             << value.getType();
  }
  return success();
}
