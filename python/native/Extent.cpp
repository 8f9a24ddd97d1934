//===- Extent.cpp - Extents of arrays, as programs over sizes -------------===//
//
// Part of Kina, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Extent.h"
#include <algorithm>
#include <array>

using namespace kina::python;

// An extent's text has at most 300 characters, so its stack stays below this.
static constexpr int64_t maxDepth = 320;

/// How many numbers a step takes from the stack; it always leaves one.
static int64_t getNumOperands(Extent::Op op) {
  switch (op) {
  case Extent::Op::Constant:
  case Extent::Op::Size:
    return 0;
  case Extent::Op::Neg:
    return 1;
  default:
    return 2;
  }
}

bool Extent::isValid(const std::vector<Step> &steps, int64_t numSizes) {
  int64_t depth = 0;
  for (auto [op, value] : steps) {
    if (op < 0 || op > static_cast<int64_t>(Op::Max))
      return false;
    if (op == static_cast<int64_t>(Op::Size) &&
        (value < 0 || value >= numSizes))
      return false;
    int64_t taken = getNumOperands(static_cast<Op>(op));
    if (depth < taken)
      return false;
    depth += 1 - taken;
    if (depth > maxDepth)
      return false;
  }
  return depth == 1;
}

Extent::Extent(std::vector<Step> steps) : steps(std::move(steps)) {
  if (this->steps.size() == 1 &&
      this->steps.front().first == static_cast<int64_t>(Op::Constant))
    constant = this->steps.front().second;
}

/// Applies a step of two operands.
static bool apply(Extent::Op op, int64_t a, int64_t b, int64_t &result) {
  switch (op) {
  case Extent::Op::Add:
    return !__builtin_add_overflow(a, b, &result);
  case Extent::Op::Sub:
    return !__builtin_sub_overflow(a, b, &result);
  case Extent::Op::Mul:
    return !__builtin_mul_overflow(a, b, &result);
  case Extent::Op::Min:
    result = std::min(a, b);
    return true;
  case Extent::Op::Max:
    result = std::max(a, b);
    return true;
  default:
    break;
  }
  if (b == 0 || (a == INT64_MIN && b == -1))
    return false;
  int64_t rest = a % b;
  if (op == Extent::Op::Div) {
    result = a / b;
    return rest == 0;
  }
  // The remainder has the sign of the divisor, as in Python.
  result = rest != 0 && (rest < 0) != (b < 0) ? rest + b : rest;
  return true;
}

std::optional<int64_t> Extent::run(const int64_t *sizes) const {
  std::array<int64_t, maxDepth + 1> stack;
  size_t depth = 0;
  for (auto [code, value] : steps) {
    auto op = static_cast<Op>(code);
    if (op == Op::Constant) {
      stack[depth++] = value;
    } else if (op == Op::Size) {
      stack[depth++] = sizes[value];
    } else if (op == Op::Neg) {
      if (__builtin_sub_overflow(int64_t(0), stack[depth - 1],
                                 &stack[depth - 1]))
        return std::nullopt;
    } else {
      --depth;
      if (!apply(op, stack[depth - 1], stack[depth], stack[depth - 1]))
        return std::nullopt;
    }
  }
  return stack[0];
}

std::optional<int64_t> Extent::solve(int64_t number, int64_t wanted,
                                     int64_t *sizes) const {
  sizes[number] = 0;
  std::optional<int64_t> offset = evaluate(sizes);
  sizes[number] = 1;
  std::optional<int64_t> next = evaluate(sizes);
  int64_t factor = 0, distance = 0;
  if (!offset || !next || __builtin_sub_overflow(*next, *offset, &factor) ||
      __builtin_sub_overflow(wanted, *offset, &distance) || factor == 0 ||
      (distance == INT64_MIN && factor == -1) || distance % factor != 0)
    return std::nullopt;
  return distance / factor;
}
