//===- Function.cpp - A compiled function, called from Python -------------===//
//
// Part of Kina, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Function.h"
#include "Workspace.h"
#include <cstring>
#include <stdexcept>

using namespace kina::python;

// One of the statuses of docs/abi.md.
static constexpr int64_t sizeOutOfRange = 2;

Function::Function(uintptr_t address, uintptr_t measureAddress,
                   int64_t workspace, Signature given)
    : signature(std::move(given)),
      function(address,
               signature.sizes.size() + signature.inputs.size() +
                   signature.results.size() + 1,
               /*returnsInt64=*/false),
      workspace(workspace) {
  if (measureAddress)
    measure.emplace(measureAddress, signature.sizes.size(),
                    /*returnsInt64=*/true);
  if (!function.isValid() || (measure && !measure->isValid()))
    throw std::runtime_error(
        "libffi cannot call a function of this many words");
}

/// Calls a function on plain words.
static int64_t callWords(CFunction &function, const int64_t *words) {
  Scratch<void *> pointers(function.getNumWords());
  for (size_t i = 0; i < pointers.size(); ++i)
    pointers[i] = const_cast<int64_t *>(words + i);
  return function(pointers.begin());
}

int64_t Function::callRaw(const std::vector<int64_t> &words) {
  if (words.size() != function.getNumWords())
    throw std::invalid_argument("wrong number of words");
  return callWords(function, words.data());
}

int64_t Function::measureRaw(const std::vector<int64_t> &sizes) {
  if (!measure)
    return workspace;
  if (sizes.size() != measure->getNumWords())
    throw std::invalid_argument("wrong number of sizes");
  return callWords(*measure, sizes.data());
}

int64_t Function::getWorkspace(Arguments &arguments) {
  return measure ? callWords(*measure, arguments.sizes.begin()) : workspace;
}

namespace {
/// Owns a reference.
class Reference {
public:
  Reference() = default;
  explicit Reference(PyObject *object) : object(object) {}
  Reference(Reference &&other) noexcept : object(other.release()) {}
  Reference &operator=(Reference &&other) noexcept {
    std::swap(object, other.object);
    return *this;
  }
  ~Reference() { Py_XDECREF(object); }

  PyObject *get() const { return object; }
  PyArrayObject *array() const {
    return reinterpret_cast<PyArrayObject *>(object);
  }
  PyObject *release() { return std::exchange(object, nullptr); }
  explicit operator bool() const { return object != nullptr; }

private:
  PyObject *object = nullptr;
};
} // namespace

static Reference toTuple(Scratch<int64_t> &sizes) {
  Reference tuple(PyTuple_New(static_cast<Py_ssize_t>(sizes.size())));
  for (size_t i = 0; tuple && i < sizes.size(); ++i) {
    PyObject *value = PyLong_FromLongLong(sizes[i]);
    if (!value)
      return Reference();
    PyTuple_SET_ITEM(tuple.get(), i, value);
  }
  return tuple;
}

PyObject *Function::refuseStatus(PyObject *self, int64_t status,
                                 Arguments &arguments) {
  Reference sizes = toTuple(arguments.sizes);
  if (!sizes)
    return nullptr;
  return PyObject_CallMethod(self, "_refuse_status", "LO",
                             static_cast<long long>(status), sizes.get());
}

template <typename T>
static bool areIdsBelow(PyArrayObject *array, int64_t below) {
  const auto *ids = static_cast<const T *>(PyArray_DATA(array));
  npy_intp count = PyArray_SIZE(array);
  bool fine = true;
  for (npy_intp i = 0; i < count; ++i)
    fine &= ids[i] >= 0 && ids[i] < below;
  return fine;
}

/// Checks the ids that look into tables; an id outside of its own raises.
bool Function::checkIds(PyObject *self, Arguments &arguments) {
  for (size_t i = 0; i < signature.inputs.size(); ++i) {
    const Tensor &input = signature.inputs[i];
    if (!input.idsBelow)
      continue;
    PyArrayObject *array = arguments.inputs[i];
    int64_t below =
        input.idsBelow->evaluate(arguments.sizes.begin()).value_or(0);
    if (input.type == NPY_INT32 ? areIdsBelow<int32_t>(array, below)
                                : areIdsBelow<int64_t>(array, below))
      continue;
    Reference raised(PyObject_CallMethod(self, "_refuse_ids", "nOL", i, array,
                                         static_cast<long long>(below)));
    return false;
  }
  return true;
}

/// Makes an array for a result; null with an exception, or without one where
/// an extent is out of range.
static Reference makeResult(const Tensor &result, Arguments &arguments) {
  Scratch<npy_intp> shape(result.shape.size());
  for (size_t axis = 0; axis < shape.size(); ++axis) {
    auto extent = result.shape[axis].evaluate(arguments.sizes.begin());
    if (!extent || *extent < 1)
      return Reference();
    shape[axis] = *extent;
  }
  return Reference(PyArray_SimpleNew(static_cast<int>(shape.size()),
                                     shape.begin(), result.type));
}

/// Packs results as a call returns them. Takes the references.
static PyObject *pack(Scratch<Reference> &results) {
  if (results.size() == 1)
    return results[0].release();
  PyObject *tuple = PyTuple_New(static_cast<Py_ssize_t>(results.size()));
  for (size_t i = 0; tuple && i < results.size(); ++i)
    PyTuple_SET_ITEM(tuple, i, results[i].release());
  return tuple;
}

PyObject *Function::run(PyObject *self, Arguments &arguments) {
  if (!checkIds(self, arguments))
    return nullptr;
  int64_t bytes = getWorkspace(arguments);
  if (bytes < 0)
    return refuseStatus(self, sizeOutOfRange, arguments);

  // A result that lies over an input is written aside and copied.
  Scratch<Reference> results(signature.results.size());
  for (size_t i = 0; i < results.size(); ++i) {
    PyArrayObject *given = arguments.outputs[i];
    auto isOver = [&](PyArrayObject *input) { return overlap(given, input); };
    if (given && std::none_of(arguments.inputs.begin(), arguments.inputs.end(),
                              isOver)) {
      results[i] = Reference(Py_NewRef(reinterpret_cast<PyObject *>(given)));
      continue;
    }
    results[i] = makeResult(signature.results[i], arguments);
    if (!results[i])
      return PyErr_Occurred() ? nullptr
                              : refuseStatus(self, sizeOutOfRange, arguments);
  }

  thread_local Workspace threadWorkspace;
  void *scratch = threadWorkspace.reserve(static_cast<size_t>(bytes));
  if (bytes > 0 && !scratch)
    return PyErr_NoMemory();

  Scratch<void *> data(arguments.inputs.size() + results.size() + 1);
  size_t count = 0;
  for (PyArrayObject *input : arguments.inputs)
    data[count++] = PyArray_DATA(input);
  for (Reference &result : results)
    data[count++] = PyArray_DATA(result.array());
  data[count] = scratch;
  Scratch<void *> words(function.getNumWords());
  void **next = words.begin();
  for (int64_t &size : arguments.sizes)
    *next++ = &size;
  for (void *&pointer : data)
    *next++ = static_cast<void *>(&pointer);

  int64_t status = 0;
  Py_BEGIN_ALLOW_THREADS;
  status = function(words.begin());
  Py_END_ALLOW_THREADS;
  if (status != 0)
    return refuseStatus(self, status, arguments);

  for (size_t i = 0; i < results.size(); ++i) {
    PyArrayObject *given = arguments.outputs[i];
    if (!given || given == results[i].array())
      continue;
    std::memcpy(PyArray_DATA(given), PyArray_DATA(results[i].array()),
                PyArray_NBYTES(given));
    results[i] = Reference(Py_NewRef(reinterpret_cast<PyObject *>(given)));
  }
  return pack(results);
}

/// Reads the arrays of a list that `_prepare` has made.
static bool readArrays(PyObject *list, Scratch<PyArrayObject *> &arrays) {
  if (!PyList_Check(list) ||
      PyList_GET_SIZE(list) != static_cast<Py_ssize_t>(arrays.size()))
    return false;
  for (size_t i = 0; i < arrays.size(); ++i) {
    PyObject *item = PyList_GET_ITEM(list, i);
    if (!PyArray_Check(item))
      return false;
    arrays[i] = reinterpret_cast<PyArrayObject *>(item);
  }
  return true;
}

/// Reads (sizes, inputs, outputs or None, finish), what `_prepare` returns.
static bool readPrepared(PyObject *prepared, Arguments &arguments,
                         PyObject *&finish) {
  PyObject *sizes = nullptr, *inputs = nullptr, *outputs = nullptr;
  if (!PyArg_ParseTuple(prepared, "O!OOO", &PyTuple_Type, &sizes, &inputs,
                        &outputs, &finish))
    return false;
  std::fill(arguments.outputs.begin(), arguments.outputs.end(), nullptr);
  if (PyTuple_GET_SIZE(sizes) !=
          static_cast<Py_ssize_t>(arguments.sizes.size()) ||
      !readArrays(inputs, arguments.inputs) ||
      (outputs != Py_None && !readArrays(outputs, arguments.outputs))) {
    PyErr_SetString(PyExc_SystemError, "_prepare returned what it must not");
    return false;
  }
  for (size_t i = 0; i < arguments.sizes.size(); ++i)
    arguments.sizes[i] = PyLong_AsLongLong(PyTuple_GET_ITEM(sizes, i));
  return !PyErr_Occurred();
}

PyObject *Function::call(PyObject *self, PyObject *args, PyObject *kwargs) {
  Arguments arguments(signature);
  if (bind(signature, args, kwargs, arguments))
    return run(self, arguments);

  Reference named(kwargs ? Py_NewRef(kwargs) : PyDict_New());
  if (!named)
    return nullptr;
  Reference prepared(
      PyObject_CallMethod(self, "_prepare", "OO", args, named.get()));
  PyObject *finish = nullptr;
  if (!prepared || !readPrepared(prepared.get(), arguments, finish))
    return nullptr;
  Reference results(run(self, arguments));
  if (!results || finish == Py_None)
    return results.release();
  return PyObject_CallOneArg(finish, results.get());
}
