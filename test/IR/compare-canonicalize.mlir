// RUN: kina-opt %s --canonicalize | FileCheck %s
// RUN: kina-opt %s --canonicalize -o %t
// RUN: kina-opt %t --canonicalize | diff %t -

// CHECK-LABEL: @same_integers
func.func @same_integers(%a: tensor<2xi32>) -> (tensor<2xi1>, tensor<2xi1>) {
  // CHECK-DAG: %[[T:.*]] = kina.constant dense<true>
  // CHECK-DAG: %[[F:.*]] = kina.constant dense<false>
  // CHECK: return %[[T]], %[[F]]
  %0 = kina.compare le %a, %a : tensor<2xi32> -> tensor<2xi1>
  %1 = kina.compare ne %a, %a : tensor<2xi32> -> tensor<2xi1>
  return %0, %1 : tensor<2xi1>, tensor<2xi1>
}

// CHECK-LABEL: @same_floats
func.func @same_floats(%a: tensor<2xf32>, %b: tensor<?xi32>) -> (tensor<2xi1>, tensor<?xi1>) {
  // CHECK-NEXT: kina.compare
  // CHECK-NEXT: kina.compare
  %0 = kina.compare eq %a, %a : tensor<2xf32> -> tensor<2xi1>
  %1 = kina.compare eq %b, %b : tensor<?xi32> -> tensor<?xi1>
  return %0, %1 : tensor<2xi1>, tensor<?xi1>
}

// CHECK-LABEL: @constants
func.func @constants() -> (tensor<4xi1>, tensor<4xi1>, tensor<4xi1>, tensor<2xi1>, tensor<2xi1>) {
  // CHECK-DAG: %[[EQ:.*]] = kina.constant dense<[false, true, false, false]> : tensor<4xi1>
  // CHECK-DAG: %[[NE:.*]] = kina.constant dense<[true, false, true, true]> : tensor<4xi1>
  // CHECK-DAG: %[[LT:.*]] = kina.constant dense<[false, false, true, false]> : tensor<4xi1>
  // i8 is signed; i1 orders 0 before 1.
  // CHECK-DAG: %[[I8:.*]] = kina.constant dense<[true, false]> : tensor<2xi1>
  // CHECK-DAG: %[[I1:.*]] = kina.constant dense<[false, true]> : tensor<2xi1>
  // CHECK: return %[[EQ]], %[[NE]], %[[LT]], %[[I8]], %[[I1]]
  %0 = kina.constant dense<[0x7FC00000, -0.0, 1.0, 2.0]> : tensor<4xf32>
  %1 = kina.constant dense<[0x7FC00000, 0.0, 0x7F800000, 1.0]> : tensor<4xf32>
  %2 = kina.compare eq %0, %1 : tensor<4xf32> -> tensor<4xi1>
  %3 = kina.compare ne %0, %1 : tensor<4xf32> -> tensor<4xi1>
  %4 = kina.compare lt %0, %1 : tensor<4xf32> -> tensor<4xi1>
  %5 = kina.constant dense<[-128, 127]> : tensor<2xi8>
  %6 = kina.constant dense<[0, 127]> : tensor<2xi8>
  %7 = kina.compare lt %5, %6 : tensor<2xi8> -> tensor<2xi1>
  %8 = kina.constant dense<[true, false]> : tensor<2xi1>
  %9 = kina.constant dense<[false, true]> : tensor<2xi1>
  %10 = kina.compare lt %8, %9 : tensor<2xi1> -> tensor<2xi1>
  return %2, %3, %4, %7, %10 : tensor<4xi1>, tensor<4xi1>, tensor<4xi1>, tensor<2xi1>, tensor<2xi1>
}
