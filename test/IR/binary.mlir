// RUN: kina-opt %s --verify-roundtrip | FileCheck %s
// RUN: kina-opt %s --mlir-print-op-generic | kina-opt | FileCheck %s
// RUN: kina-opt %s --emit-bytecode | kina-opt | FileCheck %s

// CHECK-LABEL: @example
func.func @example(%a: tensor<2x3xf32>, %b: tensor<2x3xf32>) {
  // CHECK: kina.add %arg0, %arg1 : tensor<2x3xf32>
  %0 = kina.add %a, %b : tensor<2x3xf32>
  // CHECK: kina.sub %arg0, %arg1 : tensor<2x3xf32>
  %1 = kina.sub %a, %b : tensor<2x3xf32>
  // CHECK: kina.mul %arg0, %arg1 : tensor<2x3xf32>
  %2 = kina.mul %a, %b : tensor<2x3xf32>
  // CHECK: kina.div %arg0, %arg1 : tensor<2x3xf32>
  %3 = kina.div %a, %b : tensor<2x3xf32>
  // CHECK: kina.max %arg0, %arg1 : tensor<2x3xf32>
  %4 = kina.max %a, %b : tensor<2x3xf32>
  // CHECK: kina.min %arg0, %arg1 : tensor<2x3xf32>
  %5 = kina.min %a, %b : tensor<2x3xf32>
  // CHECK: kina.pow %arg0, %arg1 : tensor<2x3xf32>
  %6 = kina.pow %a, %b : tensor<2x3xf32>
  return
}

// CHECK-LABEL: @integers
func.func @integers(%a: tensor<?xi8>, %b: tensor<?xi8>) -> tensor<?xi8> {
  // CHECK: kina.div %arg0, %arg1 : tensor<?xi8>
  %0 = kina.div %a, %b : tensor<?xi8>
  return %0 : tensor<?xi8>
}
