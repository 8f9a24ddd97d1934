// RUN: kina-opt %s --kina-to-linalg | mlir-opt | FileCheck %s --implicit-check-not=kina.

// CHECK-LABEL: @constant
func.func @constant() -> (tensor<2xf32>, tensor<1000000000xi8>, tensor<i1>) {
  // CHECK-DAG: arith.constant dense<[-0.000000e+00, 0x7FC00000]> : tensor<2xf32>
  %0 = kina.constant dense<[-0.0, 0x7FC00000]> : tensor<2xf32>
  // CHECK-DAG: arith.constant dense<1> : tensor<1000000000xi8>
  %1 = kina.constant dense<1> : tensor<1000000000xi8>
  // CHECK-DAG: arith.constant dense<true> : tensor<i1>
  %2 = kina.constant dense<true> : tensor<i1>
  return %0, %1, %2 : tensor<2xf32>, tensor<1000000000xi8>, tensor<i1>
}
