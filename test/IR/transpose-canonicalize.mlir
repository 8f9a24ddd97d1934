// RUN: kina-opt %s --canonicalize --allow-unregistered-dialect | FileCheck %s
// RUN: kina-opt %s --canonicalize --allow-unregistered-dialect -o %t
// RUN: kina-opt %t --canonicalize --allow-unregistered-dialect | diff %t -

// O-13: the order of the two matters, since neither is its own inverse when
// they are put together.
// CHECK-LABEL: @merge
func.func @merge(%a: tensor<2x2x2xf32>) -> tensor<2x2x2xf32> {
  // CHECK-NEXT: kina.transpose %arg0 perm = [1, 2, 0]
  // CHECK-NEXT: return
  %0 = kina.transpose %a perm = [1, 0, 2] : tensor<2x2x2xf32> -> tensor<2x2x2xf32>
  %1 = kina.transpose %0 perm = [0, 2, 1] : tensor<2x2x2xf32> -> tensor<2x2x2xf32>
  return %1 : tensor<2x2x2xf32>
}

// CHECK-LABEL: @merge_types
func.func @merge_types(%a: tensor<2x3x?xf32>) -> tensor<3x?x2xf32> {
  // CHECK-NEXT: kina.transpose %arg0 perm = [1, 2, 0] : tensor<2x3x?xf32> -> tensor<3x?x2xf32>
  %0 = kina.transpose %a perm = [1, 0, 2] : tensor<2x3x?xf32> -> tensor<3x2x?xf32>
  %1 = kina.transpose %0 perm = [0, 2, 1] : tensor<3x2x?xf32> -> tensor<3x?x2xf32>
  return %1 : tensor<3x?x2xf32>
}

// Both agree with the `?` between them, but not with each other.
// CHECK-LABEL: @merge_not_illegal
func.func @merge_not_illegal(%a: tensor<2x3xf32>) -> tensor<4x3xf32> {
  // CHECK-NEXT: kina.transpose
  // CHECK-NEXT: kina.transpose
  %0 = kina.transpose %a perm = [1, 0] : tensor<2x3xf32> -> tensor<3x?xf32>
  %1 = kina.transpose %0 perm = [1, 0] : tensor<3x?xf32> -> tensor<4x3xf32>
  return %1 : tensor<4x3xf32>
}

// CHECK-LABEL: @identity
func.func @identity(%a: tensor<2x3xf32>, %b: tensor<?x?x2xf32>, %c: tensor<f32>) -> (tensor<2x3xf32>, tensor<?x?x2xf32>, tensor<f32>) {
  // CHECK-NEXT: return %arg0, %arg1, %arg2
  %0 = kina.transpose %a perm = [1, 0] : tensor<2x3xf32> -> tensor<3x2xf32>
  %1 = kina.transpose %0 perm = [1, 0] : tensor<3x2xf32> -> tensor<2x3xf32>
  %2 = kina.transpose %b perm = [0, 1, 2] : tensor<?x?x2xf32> -> tensor<?x?x2xf32>
  %3 = kina.transpose %c perm = [] : tensor<f32> -> tensor<f32>
  return %1, %2, %3 : tensor<2x3xf32>, tensor<?x?x2xf32>, tensor<f32>
}

// Equal types are not enough, nor is the permutation alone.
// CHECK-LABEL: @not_identity
func.func @not_identity(%a: tensor<2x2xf32>, %b: tensor<2x?xf32>) -> (tensor<2x2xf32>, tensor<?x3xf32>) {
  // CHECK-NEXT: kina.transpose %arg0 perm = [1, 0]
  // CHECK-NEXT: kina.transpose %arg1 perm = [0, 1]
  %0 = kina.transpose %a perm = [1, 0] : tensor<2x2xf32> -> tensor<2x2xf32>
  %1 = kina.transpose %b perm = [0, 1] : tensor<2x?xf32> -> tensor<?x3xf32>
  return %0, %1 : tensor<2x2xf32>, tensor<?x3xf32>
}

// CHECK-LABEL: @constants
func.func @constants() -> (tensor<3x2xi32>, tensor<2x1x3xf16>, tensor<100000x10000xf32>) {
  // CHECK-DAG: kina.constant dense<{{\[}}[1, 4], [2, 5], [3, 6]]> : tensor<3x2xi32>
  // CHECK-DAG: kina.constant dense<{{\[\[}}[1.000000e+00, 3.000000e+00, 5.000000e+00]], {{\[}}[2.000000e+00, 0x7E01, -0.000000e+00]]]> : tensor<2x1x3xf16>
  // CHECK-DAG: kina.constant dense<1.000000e+00> : tensor<100000x10000xf32>
  // CHECK-NOT: kina.transpose
  %0 = kina.constant dense<[[1, 2, 3], [4, 5, 6]]> : tensor<2x3xi32>
  %1 = kina.transpose %0 perm = [1, 0] : tensor<2x3xi32> -> tensor<3x2xi32>
  %2 = kina.constant dense<[[[1.0, 2.0], [3.0, 0x7E01], [5.0, -0.0]]]> : tensor<1x3x2xf16>
  %3 = kina.transpose %2 perm = [2, 0, 1] : tensor<1x3x2xf16> -> tensor<2x1x3xf16>
  // O-14 d
  %4 = kina.constant dense<1.0> : tensor<10000x100000xf32>
  %5 = kina.transpose %4 perm = [1, 0] : tensor<10000x100000xf32> -> tensor<100000x10000xf32>
  return %1, %3, %5 : tensor<3x2xi32>, tensor<2x1x3xf16>, tensor<100000x10000xf32>
}

// CHECK-LABEL: @dynamic_constant
func.func @dynamic_constant() -> tensor<?x2xf32> {
  // CHECK: kina.transpose
  %0 = kina.constant dense<1.0> : tensor<2x2xf32>
  %1 = kina.transpose %0 perm = [1, 0] : tensor<2x2xf32> -> tensor<?x2xf32>
  return %1 : tensor<?x2xf32>
}

// CHECK-LABEL: module @graph
module @graph {
  // CHECK-COUNT-3: kina.transpose
  %0 = kina.transpose %0 perm = [1, 0] : tensor<2x2xf32> -> tensor<2x2xf32>
  %1 = kina.transpose %2 perm = [1, 0] : tensor<2x2xf32> -> tensor<2x2xf32>
  %2 = kina.transpose %1 perm = [1, 0] : tensor<2x2xf32> -> tensor<2x2xf32>
  "test.keep"(%0, %1) : (tensor<2x2xf32>, tensor<2x2xf32>) -> ()
}
