//===- Module.cpp - The extension module kina._native ---------------------===//
//
// Part of Kina, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#define KINA_IMPORTS_NUMPY
#include "Function.h"
#include <nanobind/nanobind.h>
#include <nanobind/ndarray.h>
#include <nanobind/stl/optional.h>
#include <nanobind/stl/pair.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/tuple.h>
#include <nanobind/stl/vector.h>
#include <stdexcept>

namespace nb = nanobind;
using namespace kina::python;

namespace {
using Steps = std::vector<Extent::Step>;
using SizeEntry = std::tuple<std::string, int64_t, int64_t>;
using RuleEntry = std::tuple<size_t, size_t, size_t>;
using TensorEntry =
    std::tuple<std::string, int, std::vector<Steps>, std::optional<Steps>>;
} // namespace

static PyObject *intern(const std::string &name) {
  PyObject *interned = PyUnicode_InternFromString(name.c_str());
  if (!interned)
    throw nb::python_error();
  return interned; // kept as long as the process lives, as its string is
}

static Extent makeExtent(const Steps &steps, size_t numSizes) {
  if (!Extent::isValid(steps, static_cast<int64_t>(numSizes)))
    throw std::invalid_argument("an extent is no program over the sizes");
  return Extent(steps);
}

static std::vector<Tensor> makeTensors(const std::vector<TensorEntry> &entries,
                                       size_t numSizes) {
  std::vector<Tensor> tensors;
  for (const auto &[name, type, shape, idsBelow] : entries) {
    Tensor &tensor = tensors.emplace_back();
    tensor.name = intern(name);
    tensor.type = type;
    for (const Steps &steps : shape)
      tensor.shape.push_back(makeExtent(steps, numSizes));
    if (idsBelow)
      tensor.idsBelow = makeExtent(*idsBelow, numSizes);
  }
  return tensors;
}

static Signature makeSignature(const std::vector<SizeEntry> &sizes,
                               const std::vector<RuleEntry> &rules,
                               const std::vector<TensorEntry> &inputs,
                               const std::vector<TensorEntry> &results) {
  Signature signature;
  for (const auto &[name, min, max] : sizes)
    signature.sizes.push_back({intern(name), min, max});
  signature.inputs = makeTensors(inputs, sizes.size());
  signature.results = makeTensors(results, sizes.size());
  for (auto [size, input, axis] : rules) {
    if (size >= sizes.size() || input >= signature.inputs.size() ||
        axis >= signature.inputs[input].shape.size())
      throw std::invalid_argument("a rule names what is not there");
    signature.rules.push_back({size, input, axis});
  }
  return signature;
}

static PyObject *callFunction(PyObject *self, PyObject *args,
                              PyObject *kwargs) {
  if (!nb::inst_ready(self)) {
    PyErr_SetString(PyExc_TypeError, "the function was never initialized");
    return nullptr;
  }
  try {
    return nb::inst_ptr<Function>(self)->call(self, args, kwargs);
  } catch (const std::bad_alloc &) {
    return PyErr_NoMemory();
  }
}

static PyType_Slot functionSlots[] = {
    {Py_tp_call, reinterpret_cast<void *>(callFunction)}, {0, nullptr}};

static void *importNumPy() {
  import_array1(nullptr);
  return functionSlots;
}

// NOLINTNEXTLINE(performance-unnecessary-value-param): nanobind's signature
NB_MODULE(_native, module) {
  if (!importNumPy())
    throw nb::python_error();
  module.doc() = "Calls of compiled functions without a way through Python.";
  nb::class_<Function>(module, "Function", nb::type_slots(functionSlots),
                       "The base of kina.Function.")
      .def(
          "__init__",
          [](Function *self, uintptr_t address, uintptr_t measure,
             int64_t workspace, const std::vector<SizeEntry> &sizes,
             const std::vector<RuleEntry> &rules,
             const std::vector<TensorEntry> &inputs,
             const std::vector<TensorEntry> &results) {
            new (self) Function(address, measure, workspace,
                                makeSignature(sizes, rules, inputs, results));
          },
          nb::arg("address"), nb::arg("measure"), nb::arg("workspace"),
          nb::arg("sizes"), nb::arg("rules"), nb::arg("inputs"),
          nb::arg("results"))
      .def(
          "_call",
          [](Function &self, const nb::args &words) {
            return self.callRaw(nb::cast<std::vector<int64_t>>(words));
          },
          "Calls the C function on integers, and returns its status.")
      .def(
          "_measure",
          [](Function &self, const nb::args &sizes) {
            return self.measureRaw(nb::cast<std::vector<int64_t>>(sizes));
          },
          "Returns the bytes of workspace for these sizes, or -1.");
  // NumPy's from_dlpack takes all memory for read-only.
  module.def(
      "writable",
      [](const nb::object &object) {
        auto array = nb::cast<nb::ndarray<nb::device::cpu>>(object);
        std::vector<size_t> shape;
        shape.reserve(array.ndim());
        for (size_t axis = 0; axis < array.ndim(); ++axis)
          shape.push_back(array.shape(axis));
        // Of its own, as a cast of `array` would give `object` back.
        return nb::ndarray<nb::numpy>(array.data(), array.ndim(), shape.data(),
                                      object, array.stride_ptr(),
                                      array.dtype());
      },
      nb::arg("array"), nb::rv_policy::reference,
      "Returns an array over the writable memory of what has DLPack.");
}
