// RUN: kina-opt %s --verify-roundtrip | FileCheck %s
// RUN: kina-opt %s --mlir-print-op-generic | kina-opt | FileCheck %s
// RUN: kina-opt %s --emit-bytecode | kina-opt | FileCheck %s

// CHECK-LABEL: @example
func.func @example(%a: tensor<1x4xf32>, %z: tensor<1x1xf32>, %n: index) -> (tensor<2x3x4xf32>, tensor<1x?xf32>) {
  // CHECK: kina.broadcast %arg0 : tensor<1x4xf32> -> tensor<2x3x4xf32>
  %0 = kina.broadcast %a : tensor<1x4xf32> -> tensor<2x3x4xf32>
  // CHECK: kina.broadcast %arg1 to [1, %arg2] : tensor<1x1xf32> -> tensor<1x?xf32>
  %1 = kina.broadcast %z to [1, %n] : tensor<1x1xf32> -> tensor<1x?xf32>
  return %0, %1 : tensor<2x3x4xf32>, tensor<1x?xf32>
}

// CHECK-LABEL: @rank0
func.func @rank0(%a: tensor<i64>) -> tensor<2x3xi64> {
  // CHECK: kina.broadcast %arg0 : tensor<i64> -> tensor<2x3xi64>
  %0 = kina.broadcast %a : tensor<i64> -> tensor<2x3xi64>
  return %0 : tensor<2x3xi64>
}

// CHECK-LABEL: @dynamic_input
func.func @dynamic_input(%a: tensor<?x1xf32>, %n: index) -> tensor<3x?x4xf32> {
  // CHECK: kina.broadcast %arg0 to [3, %arg1, 4] : tensor<?x1xf32> -> tensor<3x?x4xf32>
  %0 = kina.broadcast %a to [3, %n, 4] : tensor<?x1xf32> -> tensor<3x?x4xf32>
  return %0 : tensor<3x?x4xf32>
}
