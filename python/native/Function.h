//===- Function.h - A compiled function, called from Python -----*- C++ -*-===//
//
// Part of Kina, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef KINA_PYTHON_NATIVE_FUNCTION_H
#define KINA_PYTHON_NATIVE_FUNCTION_H

#include "CFunction.h"
#include "Signature.h"

namespace kina::python {

/// The base of `kina.library.Function`. A call whose arguments are as compiled
/// code reads them runs in here alone. For any other, `_prepare` of the
/// subclass converts the arguments or raises; it and `_refuse_ids` and
/// `_refuse_status` have all the messages.
class Function {
public:
  /// `measure` is the address of the function that gives the workspace's
  /// bytes, 0 where they are `workspace` always.
  Function(uintptr_t address, uintptr_t measure, int64_t workspace,
           Signature signature);

  /// What `self(*args, **kwargs)` does: a new reference, or null with an
  /// exception set.
  PyObject *call(PyObject *self, PyObject *args, PyObject *kwargs);

  /// The C functions as they are.
  int64_t callRaw(const std::vector<int64_t> &words);
  int64_t measureRaw(const std::vector<int64_t> &sizes);

private:
  PyObject *run(PyObject *self, Arguments &arguments);
  PyObject *refuseStatus(PyObject *self, int64_t status, Arguments &arguments);
  bool checkIds(PyObject *self, Arguments &arguments);
  int64_t getWorkspace(Arguments &arguments);

  Signature signature;
  CFunction function;
  std::optional<CFunction> measure;
  int64_t workspace;
};

} // namespace kina::python

#endif // KINA_PYTHON_NATIVE_FUNCTION_H
