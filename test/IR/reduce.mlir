// RUN: kina-opt %s --verify-roundtrip | FileCheck %s
// RUN: kina-opt %s --mlir-print-op-generic | kina-opt | FileCheck %s
// RUN: kina-opt %s --emit-bytecode | kina-opt | FileCheck %s

// CHECK-LABEL: @example
func.func @example(%a: tensor<2x3xf32>) -> (tensor<2xf32>, tensor<2x1xf32>) {
  // CHECK: kina.reduce sum %arg0 axis = 1 : tensor<2x3xf32> -> tensor<2xf32>
  %0 = kina.reduce sum %a axis = 1 : tensor<2x3xf32> -> tensor<2xf32>
  // CHECK: kina.reduce mean %arg0 axis = 1 keep : tensor<2x3xf32> -> tensor<2x1xf32>
  %1 = kina.reduce mean %a axis = 1 keep : tensor<2x3xf32> -> tensor<2x1xf32>
  return %0, %1 : tensor<2xf32>, tensor<2x1xf32>
}

// CHECK-LABEL: @integers
func.func @integers(%a: tensor<?xi8>) -> (tensor<i8>, tensor<1xi8>) {
  // CHECK: kina.reduce max %arg0 axis = 0 : tensor<?xi8> -> tensor<i8>
  %0 = kina.reduce max %a axis = 0 : tensor<?xi8> -> tensor<i8>
  // CHECK: kina.reduce min %arg0 axis = 0 keep : tensor<?xi8> -> tensor<1xi8>
  %1 = kina.reduce min %a axis = 0 keep : tensor<?xi8> -> tensor<1xi8>
  return %0, %1 : tensor<i8>, tensor<1xi8>
}
