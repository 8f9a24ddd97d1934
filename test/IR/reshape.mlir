// RUN: kina-opt %s --verify-roundtrip | FileCheck %s
// RUN: kina-opt %s --mlir-print-op-generic | kina-opt | FileCheck %s
// RUN: kina-opt %s --emit-bytecode | kina-opt | FileCheck %s

// CHECK-LABEL: @example
func.func @example(%a: tensor<1x2x2xf32>, %b: tensor<1x?x1xf32>, %n: index) -> (tensor<1x4xf32>, tensor<1x?xf32>) {
  // CHECK: kina.reshape %arg0 : tensor<1x2x2xf32> -> tensor<1x4xf32>
  %0 = kina.reshape %a : tensor<1x2x2xf32> -> tensor<1x4xf32>
  // CHECK: kina.reshape %arg1 to [1, %arg2] : tensor<1x?x1xf32> -> tensor<1x?xf32>
  %1 = kina.reshape %b to [1, %n] : tensor<1x?x1xf32> -> tensor<1x?xf32>
  return %0, %1 : tensor<1x4xf32>, tensor<1x?xf32>
}

// CHECK-LABEL: @rank0
func.func @rank0(%a: tensor<f32>) -> tensor<f32> {
  // CHECK: kina.reshape %arg0 : tensor<f32> -> tensor<1x1xf32>
  %0 = kina.reshape %a : tensor<f32> -> tensor<1x1xf32>
  // CHECK: kina.reshape %{{.*}} : tensor<1x1xf32> -> tensor<f32>
  %1 = kina.reshape %0 : tensor<1x1xf32> -> tensor<f32>
  return %1 : tensor<f32>
}
