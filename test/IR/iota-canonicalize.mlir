// RUN: kina-opt %s --canonicalize | FileCheck %s
// RUN: kina-opt %s --canonicalize -o %t
// RUN: kina-opt %t --canonicalize | diff %t -

// CHECK-LABEL: @constants
func.func @constants() -> (tensor<2x3xi64>, tensor<2x3xi32>) {
  // CHECK-DAG: kina.constant dense<{{\[}}[0, 1, 2], [0, 1, 2]]> : tensor<2x3xi64>
  // CHECK-DAG: kina.constant dense<{{\[}}[0, 0, 0], [1, 1, 1]]> : tensor<2x3xi32>
  %0 = kina.iota axis = 1 : tensor<2x3xi64>
  %1 = kina.iota axis = 0 : tensor<2x3xi32>
  return %0, %1 : tensor<2x3xi64>, tensor<2x3xi32>
}

// CHECK-LABEL: @bound
func.func @bound(%n: index) -> (tensor<16385xi64>, tensor<?xi64>) {
  // CHECK-NEXT: kina.iota
  // CHECK-NEXT: kina.iota
  %0 = kina.iota axis = 0 : tensor<16385xi64>
  %1 = kina.iota to [%n] axis = 0 : tensor<?xi64>
  return %0, %1 : tensor<16385xi64>, tensor<?xi64>
}
