//===- CpuFeatures.h - CPU features that the runtime checks -----*- C++ -*-===//
//
// Part of Kina, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef KINA_CODEGEN_CPUFEATURES_H
#define KINA_CODEGEN_CPUFEATURES_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"
#include <string>

namespace kina {

/// The features that the runtime can check, as LLVM names them.
llvm::ArrayRef<llvm::StringRef> getKnownCpuFeatures();

/// The mask that `kina_runtime_supports_cpu` takes for these features; names
/// that it does not know are passed over.
uint64_t getCpuFeatureMask(llvm::ArrayRef<std::string> features);

/// The bytes of a vector register of a target with these features.
int64_t getVectorBytes(llvm::ArrayRef<std::string> features);

} // namespace kina

#endif // KINA_CODEGEN_CPUFEATURES_H
