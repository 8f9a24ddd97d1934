//===- RuntimeObject.cpp - The runtime as bytes inside the compiler -------===//
//
// Part of Kina, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Kina/ExecutionEngine/Linker.h"

__asm__(".section .rodata.kina_runtime,\"a\",@progbits\n"
        ".balign 16\n"
        ".hidden kina_runtime_object_begin\n"
        ".hidden kina_runtime_object_end\n"
        ".globl kina_runtime_object_begin\n"
        ".globl kina_runtime_object_end\n"
        "kina_runtime_object_begin:\n"
        ".incbin \"" KINA_RUNTIME_OBJECT "\"\n"
        "kina_runtime_object_end:\n"
        ".previous\n");

extern "C" const char kina_runtime_object_begin[];
extern "C" const char kina_runtime_object_end[];

llvm::StringRef kina::getRuntimeObject() {
  return {kina_runtime_object_begin,
          size_t(kina_runtime_object_end - kina_runtime_object_begin)};
}
