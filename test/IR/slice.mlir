// RUN: kina-opt %s --verify-roundtrip | FileCheck %s
// RUN: kina-opt %s --mlir-print-op-generic | kina-opt | FileCheck %s
// RUN: kina-opt %s --emit-bytecode | kina-opt | FileCheck %s

// CHECK-LABEL: @example
func.func @example(%a: tensor<2x4xf32>, %b: tensor<2x?xf32>, %s: index) -> (tensor<2x2xf32>, tensor<2x?xf32>) {
  // CHECK: kina.slice %arg0 axis = 1 [0 : 2] : tensor<2x4xf32> -> tensor<2x2xf32>
  %0 = kina.slice %a axis = 1 [0 : 2] : tensor<2x4xf32> -> tensor<2x2xf32>
  // CHECK: kina.slice %arg1 axis = 1 [0 : %arg2] : tensor<2x?xf32> -> tensor<2x?xf32>
  %1 = kina.slice %b axis = 1 [0 : %s] : tensor<2x?xf32> -> tensor<2x?xf32>
  return %0, %1 : tensor<2x2xf32>, tensor<2x?xf32>
}

// CHECK-LABEL: @dynamic_bounds
func.func @dynamic_bounds(%a: tensor<4xi32>, %s: index, %e: index) -> (tensor<?xi32>, tensor<1xi32>) {
  // CHECK: kina.slice %arg0 axis = 0 [%arg1 : %arg2] : tensor<4xi32> -> tensor<?xi32>
  %0 = kina.slice %a axis = 0 [%s : %e] : tensor<4xi32> -> tensor<?xi32>
  // The window may be known where its ends are not.
  // CHECK: kina.slice %arg0 axis = 0 [%arg1 : %arg2] : tensor<4xi32> -> tensor<1xi32>
  %1 = kina.slice %a axis = 0 [%s : %e] : tensor<4xi32> -> tensor<1xi32>
  return %0, %1 : tensor<?xi32>, tensor<1xi32>
}
