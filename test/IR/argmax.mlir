// RUN: kina-opt %s --verify-roundtrip | FileCheck %s
// RUN: kina-opt %s --mlir-print-op-generic | kina-opt | FileCheck %s
// RUN: kina-opt %s --emit-bytecode | kina-opt | FileCheck %s

// CHECK-LABEL: @example
func.func @example(%a: tensor<1x3x8xf32>) -> tensor<1x3xi64> {
  // CHECK: kina.argmax %arg0 axis = 2 : tensor<1x3x8xf32> -> tensor<1x3xi64>
  %0 = kina.argmax %a axis = 2 : tensor<1x3x8xf32> -> tensor<1x3xi64>
  return %0 : tensor<1x3xi64>
}

// CHECK-LABEL: @vector
func.func @vector(%a: tensor<?xi8>) -> tensor<i64> {
  // CHECK: kina.argmax %arg0 axis = 0 : tensor<?xi8> -> tensor<i64>
  %0 = kina.argmax %a axis = 0 : tensor<?xi8> -> tensor<i64>
  return %0 : tensor<i64>
}
