// RUN: kina-opt %s --canonicalize --allow-unregistered-dialect | FileCheck %s
// RUN: kina-opt %s --canonicalize --allow-unregistered-dialect -o %t
// RUN: kina-opt %t --canonicalize --allow-unregistered-dialect | diff %t -

// CHECK-LABEL: @merge
func.func @merge(%a: tensor<2x3xf32>) -> tensor<3x2xf32> {
  // CHECK-NEXT: %[[R:.*]] = kina.reshape %arg0 : tensor<2x3xf32> -> tensor<3x2xf32>
  // CHECK-NEXT: return %[[R]]
  %0 = kina.reshape %a : tensor<2x3xf32> -> tensor<6xf32>
  %1 = kina.reshape %0 : tensor<6xf32> -> tensor<1x6xf32>
  %2 = kina.reshape %1 : tensor<1x6xf32> -> tensor<3x2xf32>
  return %2 : tensor<3x2xf32>
}

// CHECK-LABEL: @merge_not_through_transpose
func.func @merge_not_through_transpose(%a: tensor<2x2xf32>) -> tensor<4xf32> {
  // CHECK: kina.reshape
  // CHECK: kina.transpose
  // CHECK: kina.reshape
  %0 = kina.reshape %a : tensor<2x2xf32> -> tensor<2x2x1xf32>
  %1 = kina.transpose %0 perm = [1, 0, 2] : tensor<2x2x1xf32> -> tensor<2x2x1xf32>
  %2 = kina.reshape %1 : tensor<2x2x1xf32> -> tensor<4xf32>
  return %2 : tensor<4xf32>
}

// The extents of the last one count.
// CHECK-LABEL: @merge_dynamic
func.func @merge_dynamic(%a: tensor<?x2xf32>, %n: index, %m: index) -> tensor<2x?xf32> {
  // CHECK-NEXT: kina.reshape %arg0 to [2, %arg2] : tensor<?x2xf32> -> tensor<2x?xf32>
  %0 = kina.reshape %a to [%n] : tensor<?x2xf32> -> tensor<?xf32>
  %1 = kina.reshape %0 to [2, %m] : tensor<?xf32> -> tensor<2x?xf32>
  return %1 : tensor<2x?xf32>
}

// Both agree with the `?` between them, but not with each other.
// CHECK-LABEL: @merge_not_illegal
func.func @merge_not_illegal(%a: tensor<6xf32>, %n: index) -> tensor<7xf32> {
  // CHECK-NEXT: kina.reshape
  // CHECK-NEXT: kina.reshape
  %0 = kina.reshape %a to [%n] : tensor<6xf32> -> tensor<?xf32>
  %1 = kina.reshape %0 : tensor<?xf32> -> tensor<7xf32>
  return %1 : tensor<7xf32>
}

// CHECK-LABEL: @identity
func.func @identity(%a: tensor<2x3xf32>, %b: tensor<?x3xf32>, %n: index) -> (tensor<2x3xf32>, tensor<2x3xf32>, tensor<?x3xf32>) {
  // CHECK-NEXT: return %arg0, %arg0, %arg1
  %0 = kina.reshape %a : tensor<2x3xf32> -> tensor<2x3xf32>
  %1 = kina.reshape %a : tensor<2x3xf32> -> tensor<6xf32>
  %2 = kina.reshape %1 : tensor<6xf32> -> tensor<2x3xf32>
  %3 = kina.reshape %b to [%n, 3] : tensor<?x3xf32> -> tensor<?x3xf32>
  return %0, %2, %3 : tensor<2x3xf32>, tensor<2x3xf32>, tensor<?x3xf32>
}

// Two unknown extents may come in another order, and types are kept.
// CHECK-LABEL: @not_identity
func.func @not_identity(%a: tensor<?x?xf32>, %b: tensor<2x3xf32>, %n: index, %m: index) -> (tensor<?x?xf32>, tensor<?x3xf32>) {
  // CHECK-NEXT: kina.reshape %arg0
  // CHECK-NEXT: kina.reshape %arg1
  %0 = kina.reshape %a to [%n, %m] : tensor<?x?xf32> -> tensor<?x?xf32>
  %1 = kina.reshape %b to [%n, 3] : tensor<2x3xf32> -> tensor<?x3xf32>
  return %0, %1 : tensor<?x?xf32>, tensor<?x3xf32>
}

// CHECK-LABEL: @constants
func.func @constants() -> (tensor<2x2xf32>, tensor<1000000000xi64>, tensor<2xi1>) {
  // CHECK-DAG: kina.constant dense<{{\[}}[0x7FC00001, -0.000000e+00], [0xFF800000, 1.000000e+00]]> : tensor<2x2xf32>
  // CHECK-DAG: kina.constant dense<7> : tensor<1000000000xi64>
  // CHECK-DAG: kina.constant dense<[true, false]> : tensor<2xi1>
  // CHECK-NOT: kina.reshape
  %0 = kina.constant dense<[0x7FC00001, -0.0, 0xFF800000, 1.0]> : tensor<4xf32>
  %1 = kina.reshape %0 : tensor<4xf32> -> tensor<2x2xf32>
  %2 = kina.constant dense<7> : tensor<1000x1000000xi64>
  %3 = kina.reshape %2 : tensor<1000x1000000xi64> -> tensor<1000000000xi64>
  %4 = kina.constant dense<[[true, false]]> : tensor<1x2xi1>
  %5 = kina.reshape %4 : tensor<1x2xi1> -> tensor<2xi1>
  return %1, %3, %5 : tensor<2x2xf32>, tensor<1000000000xi64>, tensor<2xi1>
}

// A constant has no `?`.
// CHECK-LABEL: @dynamic_constant
func.func @dynamic_constant(%n: index) -> tensor<?xf32> {
  // CHECK: kina.reshape
  %0 = kina.constant dense<1.0> : tensor<2x2xf32>
  %1 = kina.reshape %0 to [%n] : tensor<2x2xf32> -> tensor<?xf32>
  return %1 : tensor<?xf32>
}

// CHECK-LABEL: @circle
func.func @circle(%a: tensor<2x2xf32>) -> tensor<2x2xf32> {
  return %a : tensor<2x2xf32>
^dead:
  %0 = kina.reshape %0 : tensor<2x2xf32> -> tensor<2x2xf32>
  %1 = kina.reshape %2 : tensor<4x1xf32> -> tensor<4xf32>
  %2 = kina.reshape %3 : tensor<1x4xf32> -> tensor<4x1xf32>
  %3 = kina.reshape %2 : tensor<4x1xf32> -> tensor<1x4xf32>
  cf.br ^dead
}

// CHECK-LABEL: module @graph
module @graph {
  // CHECK-COUNT-4: kina.reshape
  %0 = kina.reshape %0 : tensor<2x2xf32> -> tensor<2x2xf32>
  %1 = kina.reshape %2 : tensor<4x1xf32> -> tensor<4xf32>
  %2 = kina.reshape %3 : tensor<1x4xf32> -> tensor<4x1xf32>
  %3 = kina.reshape %2 : tensor<4x1xf32> -> tensor<1x4xf32>
  "test.keep"(%0, %1) : (tensor<2x2xf32>, tensor<4xf32>) -> ()
}
