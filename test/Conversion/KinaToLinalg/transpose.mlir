// RUN: kina-opt %s --kina-to-linalg | mlir-opt | FileCheck %s --implicit-check-not=kina.

// CHECK-LABEL: @moves
func.func @moves(%a: tensor<2x?x4xf32>) -> tensor<?x4x2xf32> {
  // CHECK: %[[N:.*]] = tensor.dim %arg0, %c1
  // CHECK: tensor.empty(%[[N]]) : tensor<?x4x2xf32>
  // CHECK: linalg.transpose ins(%arg0 {{.*}} permutation = [1, 2, 0]
  %0 = kina.transpose %a perm = [1, 2, 0] : tensor<2x?x4xf32> -> tensor<?x4x2xf32>
  return %0 : tensor<?x4x2xf32>
}

// Where only axes of extent 1 move, nothing is copied.
// CHECK-LABEL: @ones
func.func @ones(%a: tensor<1x1x2x?xf32>) -> tensor<1x2x1x?xf32> {
  // CHECK: tensor.collapse_shape %arg0 {{\[}}[0, 1, 2], [3]] {{.*}} into tensor<2x?xf32>
  // CHECK: tensor.expand_shape {{.*}} {{\[}}[0, 1, 2], [3]]
  // CHECK-NOT: linalg.transpose
  %0 = kina.transpose %a perm = [0, 2, 1, 3] : tensor<1x1x2x?xf32> -> tensor<1x2x1x?xf32>
  return %0 : tensor<1x2x1x?xf32>
}

// CHECK-LABEL: @dynamic_is_not_one
func.func @dynamic_is_not_one(%a: tensor<?x2xf32>) -> tensor<2x?xf32> {
  // CHECK: linalg.transpose
  %0 = kina.transpose %a perm = [1, 0] : tensor<?x2xf32> -> tensor<2x?xf32>
  return %0 : tensor<2x?xf32>
}

// linalg.transpose takes no rank 0.
// CHECK-LABEL: @same
func.func @same(%a: tensor<2x3xf32>, %b: tensor<f32>) -> (tensor<2x3xf32>, tensor<f32>) {
  // CHECK-NEXT: return %arg0, %arg1
  %0 = kina.transpose %a perm = [0, 1] : tensor<2x3xf32> -> tensor<2x3xf32>
  %1 = kina.transpose %b perm = [] : tensor<f32> -> tensor<f32>
  return %0, %1 : tensor<2x3xf32>, tensor<f32>
}
