// O-18: A second Kina in one process: the first one serves for both.
// RUN: rm -rf %t && mkdir -p %t && cp %kina_lib/KinaPlugin.so %t/Copy.so
// RUN: kina-opt %s --load-dialect-plugin=%kina_lib/KinaPlugin.so --load-pass-plugin=%kina_lib/KinaPlugin.so \
// RUN:   --kina-to-linalg 2>&1 | FileCheck %s
// RUN: mlir-opt %s --load-dialect-plugin=%kina_lib/KinaPlugin.so --load-dialect-plugin=%t/Copy.so \
// RUN:   --load-pass-plugin=%kina_lib/KinaPlugin.so --load-pass-plugin=%t/Copy.so \
// RUN:   --pass-pipeline='builtin.module(kina-to-linalg)' 2>&1 | FileCheck %s
// The dialect from one and the passes from the other.
// RUN: mlir-opt %s --load-dialect-plugin=%kina_lib/KinaPlugin.so --load-pass-plugin=%t/Copy.so \
// RUN:   --pass-pipeline='builtin.module(kina-to-linalg)' 2>&1 | FileCheck %s
// RUN: mlir-opt %s --load-pass-plugin=%t/Copy.so --load-dialect-plugin=%kina_lib/KinaPlugin.so \
// RUN:   --pass-pipeline='builtin.module(kina-to-llvm{library=lib})' 2>&1 | FileCheck %s --check-prefix=LLVM
// The same file by two names of it, and twice by one.
// RUN: ln -s %kina_lib/KinaPlugin.so %t/Link.so
// RUN: mlir-opt %s --load-dialect-plugin=%kina_lib/KinaPlugin.so --load-dialect-plugin=%t/Link.so \
// RUN:   --load-dialect-plugin=%kina_lib/KinaPlugin.so --load-pass-plugin=%t/Link.so --load-pass-plugin=%t/Link.so \
// RUN:   --pass-pipeline='builtin.module(kina-to-linalg)' 2>&1 | FileCheck %s

// Another version is one line.
// RUN: %python %S/Inputs/other_version.py %kina_lib/KinaPlugin.so %t/Other.so
// RUN: not kina-opt %s --load-dialect-plugin=%t/Other.so 2>&1 | FileCheck %s --check-prefix=OTHER
// RUN: not kina-opt %s --load-pass-plugin=%t/Other.so 2>&1 | FileCheck %s --check-prefix=OTHER
// RUN: not mlir-opt %s --load-dialect-plugin=%kina_lib/KinaPlugin.so --load-dialect-plugin=%t/Other.so 2>&1 | FileCheck %s --check-prefix=OTHER
// RUN: not mlir-opt %s --load-dialect-plugin=%kina_lib/KinaPlugin.so --load-pass-plugin=%t/Other.so 2>&1 | FileCheck %s --check-prefix=OTHER
// Alone it is as good as any.
// RUN: mlir-opt %s --load-dialect-plugin=%t/Other.so --load-pass-plugin=%t/Other.so \
// RUN:   --pass-pipeline='builtin.module(kina-to-linalg)' 2>&1 | FileCheck %s

// CHECK-NOT: error
// CHECK: func.func @step
// CHECK: math.exp
// LLVM: llvm.func @lib_step(
// OTHER: {{^}}error: KinaPlugin is Kina {{9.+}}, but this tool has Kina {{[0-8].*}} already{{$}}
// OTHER-NOT: {{.}}

func.func @step(%a: tensor<2x3xf32>) -> tensor<2x3xf32> {
  %0 = kina.softmax %a axis = 1 : tensor<2x3xf32>
  return %0 : tensor<2x3xf32>
}
