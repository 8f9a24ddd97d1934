// RUN: kina-opt %s --canonicalize | FileCheck %s
// RUN: kina-opt %s --canonicalize -o %t
// RUN: kina-opt %t --canonicalize | diff %t -

// CHECK-LABEL: @never
func.func @never() -> tensor<2x2xf32> {
  // CHECK: kina.matmul
  %0 = kina.constant dense<1.0> : tensor<2x2xf32>
  %1 = kina.matmul %0, %0 : (tensor<2x2xf32>, tensor<2x2xf32>) -> tensor<2x2xf32>
  return %1 : tensor<2x2xf32>
}
