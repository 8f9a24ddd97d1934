//===- Signature.h - What a function takes and gives ------------*- C++ -*-===//
//
// Part of Kina, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef KINA_PYTHON_NATIVE_SIGNATURE_H
#define KINA_PYTHON_NATIVE_SIGNATURE_H

#include "Extent.h"
#include "NumPy.h"
#include <algorithm>
#include <array>
#include <memory>

namespace kina::python {

/// A size: its name, an interned string, and its range.
struct Size {
  PyObject *name;
  int64_t min, max;
};

/// An argument or result: its name (an interned string, null for a result) and
/// NumPy's number of its element type.
struct Tensor {
  PyObject *name;
  int type;
  std::vector<Extent> shape;
  std::optional<Extent> idsBelow;
};

/// A size that follows from an axis of an input, once those of earlier rules
/// are known.
struct SizeRule {
  size_t size, input, axis;
};

struct Signature {
  std::vector<Size> sizes;
  std::vector<SizeRule> rules;
  std::vector<Tensor> inputs, results;
};

/// A zeroed array, on the stack where it is short.
template <typename T> class Scratch {
public:
  explicit Scratch(size_t size)
      : heap(size > inlined.size() ? new T[size]() : nullptr),
        start(heap ? heap.get() : inlined.data()), length(size) {}
  Scratch(const Scratch &) = delete;
  Scratch &operator=(const Scratch &) = delete;

  T &operator[](size_t i) { return start[i]; }
  T *begin() { return start; }
  T *end() { return start + length; }
  size_t size() const { return length; }

private:
  std::array<T, 32> inlined{};
  std::unique_ptr<T[]> heap;
  T *start;
  size_t length;
};

/// What a call passes: borrowed references, and values of the sizes.
struct Arguments {
  explicit Arguments(const Signature &signature)
      : sizes(signature.sizes.size()), inputs(signature.inputs.size()),
        outputs(signature.results.size()) {}

  Scratch<int64_t> sizes;
  Scratch<PyArrayObject *> inputs;
  Scratch<PyArrayObject *> outputs; ///< of `out=`; null without it
};

/// Fills `arguments` where all of a call is just as compiled code reads it, and
/// nothing of it is to be refused but perhaps an id. Never raises: whoever gets
/// false converts, or says what is wrong.
bool bind(const Signature &signature, PyObject *args, PyObject *kwargs,
          Arguments &arguments);

/// Whether two dense arrays share memory.
bool overlap(PyArrayObject *a, PyArrayObject *b);

} // namespace kina::python

#endif // KINA_PYTHON_NATIVE_SIGNATURE_H
