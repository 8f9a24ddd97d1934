/*===- KinaCpu.c - Does this machine have the features of the code?
--------===*\
|*                                                                            *|
|* Part of Kina, under the Apache License v2.0 with LLVM Exceptions.          *|
|* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception                    *|
|*                                                                            *|
|* Linked into every compiled library, hidden. Intel SDM volume 1, chapter    *|
|* 14.3 and 15.2: the system has to save the registers of AVX and AVX-512,    *|
|* which XGETBV tells.                                                        *|
|*                                                                            *|
\*===----------------------------------------------------------------------===*/

#include <stdint.h>

int32_t kina_runtime_supports_cpu(uint64_t mask);

#if defined(__x86_64__)
#include <cpuid.h>

static uint64_t findFeatures(void) {
  uint32_t state = 0, high;
  unsigned registers[4];
  int saved = 0;
  if (__get_cpuid(1, &registers[0], &registers[1], &registers[2],
                  &registers[3]) &&
      (registers[2] & (1u << 27))) {
    __asm__("xgetbv" : "=a"(state), "=d"(high) : "c"(0));
    if ((state & 0x06) == 0x06)
      saved = (state & 0xe0) == 0xe0 ? 2 : 1;
  }
  uint64_t found = 0;
#define KINA_CPU_FEATURE(MASK, NAME, LEAF, SUBLEAF, REGISTER, BIT, STATE)      \
  if (saved >= STATE &&                                                        \
      __get_cpuid_count(LEAF, SUBLEAF, &registers[0], &registers[1],           \
                        &registers[2], &registers[3]) &&                       \
      (registers[REGISTER] & (1u << BIT)))                                     \
    found |= UINT64_C(1) << MASK;
#include "KinaCpuFeatures.def"
  return found;
}
#else
static uint64_t findFeatures(void) { return 0; }
#endif

/* 1 if this machine has every feature of the mask, else 0. CPUID is slow
 * under a hypervisor, so that it is asked once; two threads that ask at the
 * same time write the same word. */
int32_t kina_runtime_supports_cpu(uint64_t mask) {
  static const uint64_t known = UINT64_C(1) << 63;
  static _Atomic uint64_t features;
  uint64_t found = __atomic_load_n((uint64_t *)&features, __ATOMIC_RELAXED);
  if (!found) {
    found = findFeatures() | known;
    __atomic_store_n((uint64_t *)&features, found, __ATOMIC_RELAXED);
  }
  return (found & mask) == mask;
}
