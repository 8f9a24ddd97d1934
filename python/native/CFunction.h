//===- CFunction.h - C functions of any number of words ---------*- C++ -*-===//
//
// Part of Kina, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef KINA_PYTHON_NATIVE_CFUNCTION_H
#define KINA_PYTHON_NATIVE_CFUNCTION_H

#include <cstdint>
#include <ffi.h>
#include <vector>

namespace kina::python {

/// A C function whose arguments are int64_t or pointers. It returns int32_t or
/// int64_t.
class CFunction {
public:
  CFunction(uintptr_t address, size_t numWords, bool returnsInt64)
      : address(address), types(numWords, &ffi_type_sint64) {
    valid = ffi_prep_cif(&interface, FFI_DEFAULT_ABI,
                         static_cast<unsigned>(numWords),
                         returnsInt64 ? &ffi_type_sint64 : &ffi_type_sint32,
                         types.data()) == FFI_OK;
  }
  // The interface points into `types`.
  CFunction(const CFunction &) = delete;
  CFunction &operator=(const CFunction &) = delete;

  bool isValid() const { return valid; }
  size_t getNumWords() const { return types.size(); }

  /// Calls it. `pointers` holds the address of each word.
  int64_t operator()(void **pointers) {
    ffi_arg result = 0; // an int32_t is widened to it
    ffi_call(&interface, reinterpret_cast<void (*)()>(address), &result,
             pointers);
    return static_cast<int64_t>(result);
  }

private:
  uintptr_t address;
  std::vector<ffi_type *> types;
  ffi_cif interface;
  bool valid;
};

} // namespace kina::python

#endif // KINA_PYTHON_NATIVE_CFUNCTION_H
