// RUN: kina-opt %s --verify-roundtrip | FileCheck %s
// RUN: kina-opt %s --mlir-print-op-generic | kina-opt | FileCheck %s
// RUN: kina-opt %s --emit-bytecode | kina-opt | FileCheck %s

// CHECK-LABEL: @example
func.func @example(%a: tensor<2x3xf32>, %low: tensor<2x3xf32>, %high: tensor<2x3xf32>) -> tensor<2x3xf32> {
  // CHECK: kina.clamp %arg0, %arg1, %arg2 : tensor<2x3xf32>
  %0 = kina.clamp %a, %low, %high : tensor<2x3xf32>
  return %0 : tensor<2x3xf32>
}

// CHECK-LABEL: @integers
func.func @integers(%a: tensor<?xi8>) -> tensor<?xi8> {
  // CHECK: kina.clamp %arg0, %arg0, %arg0 : tensor<?xi8>
  %0 = kina.clamp %a, %a, %a : tensor<?xi8>
  return %0 : tensor<?xi8>
}
