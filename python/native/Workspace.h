//===- Workspace.h - The workspace of a thread ------------------*- C++ -*-===//
//
// Part of Kina, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef KINA_PYTHON_NATIVE_WORKSPACE_H
#define KINA_PYTHON_NATIVE_WORKSPACE_H

#include <cstddef>
#include <cstdlib>

namespace kina::python {

/// Memory that the calls of one thread take turns in: as much as the largest
/// of them has needed.
class Workspace {
public:
  Workspace() = default;
  Workspace(const Workspace &) = delete;
  Workspace &operator=(const Workspace &) = delete;
  ~Workspace() { std::free(memory); }

  /// Returns at least `size` bytes, or null where there is no memory.
  void *reserve(size_t size) {
    if (size <= capacity)
      return memory;
    std::free(memory);
    capacity = (size + alignment - 1) / alignment * alignment;
    memory = std::aligned_alloc(alignment, capacity);
    if (!memory)
      capacity = 0;
    return memory;
  }

private:
  static constexpr size_t alignment = 64; // as docs/abi.md says

  void *memory = nullptr;
  size_t capacity = 0;
};

} // namespace kina::python

#endif // KINA_PYTHON_NATIVE_WORKSPACE_H
