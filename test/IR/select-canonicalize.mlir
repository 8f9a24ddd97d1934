// RUN: kina-opt %s --canonicalize | FileCheck %s
// RUN: kina-opt %s --canonicalize -o %t
// RUN: kina-opt %t --canonicalize | diff %t -

// CHECK-LABEL: @known_condition
func.func @known_condition(%a: tensor<2xf32>, %b: tensor<2xf32>) -> (tensor<2xf32>, tensor<2xf32>) {
  // CHECK-NEXT: return %arg0, %arg1
  %0 = kina.constant dense<true> : tensor<2xi1>
  %1 = kina.constant dense<false> : tensor<2xi1>
  %2 = kina.select %0, %a, %b : tensor<2xf32>
  %3 = kina.select %1, %a, %b : tensor<2xf32>
  return %2, %3 : tensor<2xf32>, tensor<2xf32>
}

// CHECK-LABEL: @mixed_condition
func.func @mixed_condition(%a: tensor<2xf32>, %b: tensor<2xf32>) -> tensor<2xf32> {
  // CHECK: kina.select
  %0 = kina.constant dense<[true, false]> : tensor<2xi1>
  %1 = kina.select %0, %a, %b : tensor<2xf32>
  return %1 : tensor<2xf32>
}

// CHECK-LABEL: @equal_branches
func.func @equal_branches(%c: tensor<?xi1>, %a: tensor<?xf32>) -> tensor<?xf32> {
  // CHECK-NEXT: return %arg1
  %0 = kina.select %c, %a, %a : tensor<?xf32>
  return %0 : tensor<?xf32>
}

// CHECK-LABEL: @constants
func.func @constants() -> tensor<3xf32> {
  // CHECK-NEXT: kina.constant dense<[0x7FC00001, 3.000000e+00, -0.000000e+00]> : tensor<3xf32>
  %0 = kina.constant dense<[true, false, true]> : tensor<3xi1>
  %1 = kina.constant dense<[0x7FC00001, 2.0, -0.0]> : tensor<3xf32>
  %2 = kina.constant dense<3.0> : tensor<3xf32>
  %3 = kina.select %0, %1, %2 : tensor<3xf32>
  return %3 : tensor<3xf32>
}
