//===- Bind.cpp - Arguments that need no conversion -----------------------===//
//
// Part of Kina, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Signature.h"

using namespace kina::python;

bool kina::python::overlap(PyArrayObject *a, PyArrayObject *b) {
  const char *aStart = PyArray_BYTES(a), *bStart = PyArray_BYTES(b);
  return aStart < bStart + PyArray_NBYTES(b) &&
         bStart < aStart + PyArray_NBYTES(a);
}

/// Names at a call are interned nearly always, so that they are compared as
/// pointers first.
static bool isName(PyObject *key, PyObject *name) {
  return key == name || PyUnicode_Compare(key, name) == 0;
}

/// Finds a name. `hint` is where it is looked for first: callers tend to
/// follow the order of the signature.
template <typename T>
static std::optional<size_t> find(const std::vector<T> &named, PyObject *key,
                                  size_t hint = 0) {
  if (hint < named.size() && key == named[hint].name)
    return hint;
  for (size_t i = 0; i < named.size(); ++i)
    if (key == named[i].name)
      return i;
  for (size_t i = 0; i < named.size(); ++i)
    if (isName(key, named[i].name))
      return i;
  return std::nullopt;
}

/// Whether `object` is a dense native array of the type, no subclass of one.
static bool isDense(PyObject *object, int type, size_t rank) {
  if (!PyArray_CheckExact(object))
    return false;
  auto *array = reinterpret_cast<PyArrayObject *>(object);
  int got = PyArray_TYPE(array);
  // On this machine both are the same 64 bits.
  bool same = got == type || (type == NPY_INT64 && got == NPY_LONGLONG);
  return same && PyArray_NDIM(array) == static_cast<int>(rank) &&
         PyArray_ISNOTSWAPPED(array) && PyArray_ISCARRAY_RO(array);
}

static bool hasShape(PyArrayObject *array, const std::vector<Extent> &shape,
                     const int64_t *sizes) {
  for (size_t axis = 0; axis < shape.size(); ++axis)
    if (shape[axis].evaluate(sizes) != PyArray_DIM(array, axis))
      return false;
  return true;
}

namespace {
/// The parts of a call, before any of them is looked at.
struct Call {
  explicit Call(const Signature &signature)
      : values(signature.inputs.size()), stated(signature.sizes.size()) {}

  Scratch<PyObject *> values;
  Scratch<bool> stated;
  PyObject *out = nullptr;
};
} // namespace

/// Takes the keyword arguments apart: results, inputs and sizes by name.
static bool readKeywords(const Signature &signature, PyObject *kwargs,
                         PyObject *outName, Call &call, int64_t *sizes) {
  PyObject *key = nullptr, *value = nullptr;
  Py_ssize_t position = 0;
  size_t next = 0;
  while (PyDict_Next(kwargs, &position, &key, &value)) {
    if (isName(key, outName)) {
      call.out = value;
    } else if (auto input = find(signature.inputs, key, next)) {
      if (call.values[*input])
        return false;
      call.values[*input] = value;
      next = *input + 1;
    } else if (auto size = find(signature.sizes, key)) {
      if (!PyLong_CheckExact(value))
        return false;
      int overflow = 0;
      sizes[*size] = PyLong_AsLongLongAndOverflow(value, &overflow);
      if (overflow)
        return false;
      call.stated[*size] = true;
    } else {
      return false;
    }
  }
  return true;
}

/// Finds the sizes from the shapes, and checks their ranges.
static bool inferSizes(const Signature &signature, Call &call,
                       Arguments &arguments) {
  for (const SizeRule &rule : signature.rules) {
    if (call.stated[rule.size])
      continue;
    const Extent &extent = signature.inputs[rule.input].shape[rule.axis];
    auto value = extent.solve(
        rule.size, PyArray_DIM(arguments.inputs[rule.input], rule.axis),
        arguments.sizes.begin());
    if (!value)
      return false;
    arguments.sizes[rule.size] = *value;
    call.stated[rule.size] = true;
  }
  for (size_t i = 0; i < signature.sizes.size(); ++i) {
    int64_t value = arguments.sizes[i];
    if (!call.stated[i] || value < signature.sizes[i].min ||
        value > signature.sizes[i].max)
      return false;
  }
  return true;
}

/// Checks the arrays of `out=`.
static bool bindOutputs(const Signature &signature, PyObject *out,
                        Arguments &arguments) {
  size_t count = signature.results.size();
  PyObject **given = &out;
  if (PyTuple_Check(out) || PyList_Check(out)) {
    if (PySequence_Fast_GET_SIZE(out) != static_cast<Py_ssize_t>(count))
      return false;
    given = PySequence_Fast_ITEMS(out);
  } else if (count != 1) {
    return false;
  }
  for (size_t i = 0; i < count; ++i) {
    const Tensor &result = signature.results[i];
    if (!isDense(given[i], result.type, result.shape.size()))
      return false;
    auto *array = reinterpret_cast<PyArrayObject *>(given[i]);
    if (!PyArray_ISWRITEABLE(array) ||
        !hasShape(array, result.shape, arguments.sizes.begin()))
      return false;
    for (size_t other = 0; other < i; ++other)
      if (overlap(array, arguments.outputs[other]))
        return false;
    arguments.outputs[i] = array;
  }
  return true;
}

bool kina::python::bind(const Signature &signature, PyObject *args,
                        PyObject *kwargs, Arguments &arguments) {
  static PyObject *const outName = PyUnicode_InternFromString("out");
  const std::vector<Tensor> &inputs = signature.inputs;
  Call call(signature);
  auto numPositional = static_cast<size_t>(PyTuple_GET_SIZE(args));
  if (numPositional > inputs.size())
    return false;
  for (size_t i = 0; i < numPositional; ++i)
    call.values[i] = PyTuple_GET_ITEM(args, i);
  if (kwargs &&
      !readKeywords(signature, kwargs, outName, call, arguments.sizes.begin()))
    return false;

  for (size_t i = 0; i < inputs.size(); ++i) {
    if (!call.values[i] ||
        !isDense(call.values[i], inputs[i].type, inputs[i].shape.size()))
      return false;
    arguments.inputs[i] = reinterpret_cast<PyArrayObject *>(call.values[i]);
  }
  if (!inferSizes(signature, call, arguments))
    return false;
  for (size_t i = 0; i < inputs.size(); ++i)
    if (!hasShape(arguments.inputs[i], inputs[i].shape,
                  arguments.sizes.begin()))
      return false;
  return !call.out || call.out == Py_None ||
         bindOutputs(signature, call.out, arguments);
}
