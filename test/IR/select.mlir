// RUN: kina-opt %s --verify-roundtrip | FileCheck %s
// RUN: kina-opt %s --mlir-print-op-generic | kina-opt | FileCheck %s
// RUN: kina-opt %s --emit-bytecode | kina-opt | FileCheck %s

// CHECK-LABEL: @example
func.func @example(%c: tensor<2x3xi1>, %a: tensor<2x3xf32>, %b: tensor<2x3xf32>) -> tensor<2x3xf32> {
  // CHECK: kina.select %arg0, %arg1, %arg2 : tensor<2x3xf32>
  %0 = kina.select %c, %a, %b : tensor<2x3xf32>
  return %0 : tensor<2x3xf32>
}

// CHECK-LABEL: @booleans
func.func @booleans(%c: tensor<?xi1>) -> tensor<?xi1> {
  // CHECK: kina.select %arg0, %arg0, %arg0 : tensor<?xi1>
  %0 = kina.select %c, %c, %c : tensor<?xi1>
  return %0 : tensor<?xi1>
}
