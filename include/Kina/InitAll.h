//===- InitAll.h - Register everything that Kina has ------------*- C++ -*-===//
//
// Part of Kina, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef KINA_INITALL_H
#define KINA_INITALL_H

#include "Kina/Codegen/Passes.h"
#include "Kina/Conversion/Passes.h"
#include "Kina/IR/KinaDialect.h"
#include "Kina/Pipelines/Pipelines.h"
#include "Kina/Transforms/Passes.h"

namespace kina {

inline void registerAllDialects(mlir::DialectRegistry &registry) {
  registry.insert<KinaDialect>();
}

inline void registerAllPasses() {
  registerKinaTransformsPasses();
  registerKinaConversionPasses();
  registerKinaCodegenPasses();
  registerAllPipelines();
}

} // namespace kina

#endif // KINA_INITALL_H
