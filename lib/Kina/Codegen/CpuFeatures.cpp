//===- CpuFeatures.cpp - CPU features that the runtime checks
//----------------===//
//
// Part of Kina, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Kina/Codegen/CpuFeatures.h"
#include "llvm/ADT/STLExtras.h"

using namespace llvm;

ArrayRef<StringRef> kina::getKnownCpuFeatures() {
  static constexpr StringRef names[] = {
#define KINA_CPU_FEATURE(MASK, NAME, LEAF, SUBLEAF, REGISTER, BIT, STATE) NAME,
#include "runtime/KinaCpuFeatures.def"
  };
  return names;
}

uint64_t kina::getCpuFeatureMask(ArrayRef<std::string> features) {
  uint64_t mask = 0;
  for (const std::string &feature : features) {
#define KINA_CPU_FEATURE(MASK, NAME, LEAF, SUBLEAF, REGISTER, BIT, STATE)      \
  if (feature == (NAME))                                                       \
    mask |= UINT64_C(1) << (MASK);
#include "runtime/KinaCpuFeatures.def"
  }
  return mask;
}

int64_t kina::getVectorBytes(ArrayRef<std::string> features) {
  if (is_contained(features, "avx512f"))
    return 64;
  return is_contained(features, "avx2") ? 32 : 16;
}
