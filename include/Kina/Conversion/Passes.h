//===- Passes.h - From kina to other dialects -------------------*- C++ -*-===//
//
// Part of Kina, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef KINA_CONVERSION_PASSES_H
#define KINA_CONVERSION_PASSES_H

#include "mlir/Pass/Pass.h"

namespace kina {

#define GEN_PASS_DECL
#include "Kina/Conversion/Passes.h.inc"

#define GEN_PASS_REGISTRATION
#include "Kina/Conversion/Passes.h.inc"

} // namespace kina

#endif // KINA_CONVERSION_PASSES_H
