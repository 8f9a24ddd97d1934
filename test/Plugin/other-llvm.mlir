// O-18: a host of another LLVM.
// REQUIRES: mlir-19
// RUN: not %mlir_opt_19 %s --load-dialect-plugin=%kina_lib/KinaPlugin.so 2>&1 | FileCheck %s
// RUN: not %mlir_opt_19 %s --load-pass-plugin=%kina_lib/KinaPlugin.so 2>&1 | FileCheck %s

// CHECK: error: KinaPlugin is built for LLVM 22.1.{{.*}}, but this tool is of LLVM 19.1.{{[0-9]+}}
// CHECK-NOT: Stack dump

func.func @step(%a: tensor<2x3xf32>) -> tensor<2x3xf32> {
  %0 = kina.softmax %a axis = 1 : tensor<2x3xf32>
  return %0 : tensor<2x3xf32>
}
