//===- Extent.h - Extents of arrays, as programs over sizes -----*- C++ -*-===//
//
// Part of Kina, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef KINA_PYTHON_NATIVE_EXTENT_H
#define KINA_PYTHON_NATIVE_EXTENT_H

#include <cstdint>
#include <optional>
#include <utility>
#include <vector>

namespace kina::python {

/// An extent that python/kina/extents.py has parsed: steps of a stack machine.
class Extent {
public:
  /// The numbers are those of `_STEPS` in extents.py.
  enum class Op : int64_t {
    Constant, ///< pushes its value
    Size,     ///< pushes the size of that number
    Add,
    Sub,
    Mul,
    Div,
    Mod,
    Neg,
    Min,
    Max
  };
  /// An `Op` and its value.
  using Step = std::pair<int64_t, int64_t>;

  /// Whether the steps leave exactly one number, and read only `numSizes`
  /// sizes.
  static bool isValid(const std::vector<Step> &steps, int64_t numSizes);

  explicit Extent(std::vector<Step> steps);

  /// The extent, or nothing where it does not fit 64 bits or a division is not
  /// exact. `sizes` holds a value for each size that the steps read.
  std::optional<int64_t> evaluate(const int64_t *sizes) const {
    return constant ? constant : run(sizes);
  }

  /// The value that size `number` needs for the extent to be `wanted`, given
  /// the others. The extent has to be a line in it.
  std::optional<int64_t> solve(int64_t number, int64_t wanted,
                               int64_t *sizes) const;

private:
  std::optional<int64_t> run(const int64_t *sizes) const;

  std::vector<Step> steps;
  std::optional<int64_t> constant;
};

} // namespace kina::python

#endif // KINA_PYTHON_NATIVE_EXTENT_H
