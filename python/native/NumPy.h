//===- NumPy.h - NumPy's C interface, for several files ---------*- C++ -*-===//
//
// Part of Kina, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef KINA_PYTHON_NATIVE_NUMPY_H
#define KINA_PYTHON_NATIVE_NUMPY_H

#include <Python.h>

// Module.cpp imports the table of functions, the other files share it.
#define PY_ARRAY_UNIQUE_SYMBOL kinaNumPyTable
#define NPY_NO_DEPRECATED_API NPY_1_7_API_VERSION
#ifndef KINA_IMPORTS_NUMPY
#define NO_IMPORT_ARRAY
#endif
#include <numpy/arrayobject.h>

#endif // KINA_PYTHON_NATIVE_NUMPY_H
