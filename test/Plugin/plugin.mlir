// O-18: in a fresh process of the stock tool.
// Every run holds a kina op: for a file without one mlir-opt would go on
// without the plugin.
// RUN: mlir-opt %s --load-dialect-plugin=%kina_lib/KinaPlugin.so | FileCheck %s --check-prefix=DIALECT
// RUN: mlir-opt %s --load-dialect-plugin=%kina_lib/KinaPlugin.so --load-pass-plugin=%kina_lib/KinaPlugin.so \
// RUN:   --pass-pipeline='builtin.module(kina-to-linalg)' | FileCheck %s --check-prefix=LINALG
// RUN: mlir-opt %s --load-dialect-plugin=%kina_lib/KinaPlugin.so --load-pass-plugin=%kina_lib/KinaPlugin.so \
// RUN:   --pass-pipeline='builtin.module(kina-to-llvm{library=lib})' | FileCheck %s --check-prefix=LLVM
// RUN: not mlir-opt %s --load-dialect-plugin=%kina_lib/missing.so 2>&1 | FileCheck %s --check-prefix=MISSING
// RUN: not mlir-opt %s --load-dialect-plugin=%s 2>&1 | FileCheck %s --check-prefix=MISSING
// RUN: not mlir-opt %s --load-dialect-plugin=%kina_lib/libKinaC.so 2>&1 | FileCheck %s --check-prefix=FOREIGN

// DIALECT: kina.softmax
// LINALG-NOT: kina.
// LINALG: math.exp
// LLVM: llvm.func @lib_step(
// MISSING: Failed to load dialect plugin from
// FOREIGN: Failed to load dialect plugin from

func.func @step(%a: tensor<2x3xf32>) -> tensor<2x3xf32> {
  %0 = kina.softmax %a axis = 1 : tensor<2x3xf32>
  return %0 : tensor<2x3xf32>
}
