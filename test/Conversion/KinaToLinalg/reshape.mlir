// RUN: kina-opt %s --kina-to-linalg | mlir-opt | FileCheck %s --implicit-check-not=kina.

// CHECK-LABEL: @collapses
func.func @collapses(%a: tensor<2x3x4xf32>) -> tensor<6x4xf32> {
  // CHECK: tensor.collapse_shape %arg0 {{\[}}[0, 1], [2]]
  %0 = kina.reshape %a : tensor<2x3x4xf32> -> tensor<6x4xf32>
  return %0 : tensor<6x4xf32>
}

// CHECK-LABEL: @expands
func.func @expands(%a: tensor<6x4xf32>) -> tensor<2x3x4x1xf32> {
  // CHECK: tensor.expand_shape %arg0 {{\[}}[0, 1], [2, 3]]
  %0 = kina.reshape %a : tensor<6x4xf32> -> tensor<2x3x4x1xf32>
  return %0 : tensor<2x3x4x1xf32>
}

// Each group of axes by itself.
// CHECK-LABEL: @both
func.func @both(%a: tensor<5x2x3x8xf32>) -> tensor<5x3x2x2x4xf32> {
  // CHECK: tensor.collapse_shape %arg0 {{\[}}[0], [1, 2], [3]] {{.*}} into tensor<5x6x8xf32>
  // CHECK: tensor.expand_shape {{.*}} {{\[}}[0], [1, 2], [3, 4]]
  %0 = kina.reshape %a : tensor<5x2x3x8xf32> -> tensor<5x3x2x2x4xf32>
  return %0 : tensor<5x3x2x2x4xf32>
}

// CHECK-LABEL: @through_rank1
func.func @through_rank1(%a: tensor<2x3xf32>) -> tensor<3x2xf32> {
  // CHECK: tensor.collapse_shape %arg0 {{\[}}[0, 1]]
  // CHECK: tensor.expand_shape {{.*}} {{\[}}[0, 1]]
  %0 = kina.reshape %a : tensor<2x3xf32> -> tensor<3x2xf32>
  return %0 : tensor<3x2xf32>
}

// CHECK-LABEL: @ones
func.func @ones(%a: tensor<1x4x1xf32>) -> tensor<4x1x1x1xf32> {
  // CHECK-NOT: linalg
  // CHECK: return
  %0 = kina.reshape %a : tensor<1x4x1xf32> -> tensor<4x1x1x1xf32>
  return %0 : tensor<4x1x1x1xf32>
}

// CHECK-LABEL: @same
func.func @same(%a: tensor<2x3xf32>) -> tensor<2x3xf32> {
  // CHECK-NEXT: return %arg0
  %0 = kina.reshape %a : tensor<2x3xf32> -> tensor<2x3xf32>
  return %0 : tensor<2x3xf32>
}

// CHECK-LABEL: @from_rank0
func.func @from_rank0(%a: tensor<f32>, %n: index) -> tensor<1x?xf32> {
  // CHECK: tensor.expand_shape %arg0 [] {{.*}} into tensor<1x1xf32>
  // CHECK: tensor.cast
  %0 = kina.reshape %a to [1, %n] : tensor<f32> -> tensor<1x?xf32>
  return %0 : tensor<1x?xf32>
}

// CHECK-LABEL: @to_rank0
func.func @to_rank0(%a: tensor<?x1xf32>) -> tensor<f32> {
  // CHECK: tensor.cast %arg0
  // CHECK: tensor.collapse_shape {{.*}} [] : tensor<1x1xf32> into tensor<f32>
  %0 = kina.reshape %a : tensor<?x1xf32> -> tensor<f32>
  return %0 : tensor<f32>
}

// One `?` on both sides, and all else equal: it is the same extent.
// CHECK-LABEL: @dynamic
func.func @dynamic(%a: tensor<1x?x4xf32>, %n: index) -> tensor<?x2x2xf32> {
  // CHECK: tensor.collapse_shape %arg0 {{\[}}[0, 1], [2]]
  // CHECK: tensor.expand_shape {{.*}} {{\[}}[0], [1, 2]] output_shape [%arg1, 2, 2]
  %0 = kina.reshape %a to [%n, 2, 2] : tensor<1x?x4xf32> -> tensor<?x2x2xf32>
  return %0 : tensor<?x2x2xf32>
}

// CHECK-LABEL: @dynamic_moves
func.func @dynamic_moves(%a: tensor<?x4xf32>, %n: index) -> tensor<4x?xf32> {
  // CHECK: tensor.collapse_shape %arg0 {{\[}}[0, 1]]
  // CHECK: tensor.expand_shape {{.*}} {{\[}}[0, 1]] output_shape [4, %arg1]
  %0 = kina.reshape %a to [4, %n] : tensor<?x4xf32> -> tensor<4x?xf32>
  return %0 : tensor<4x?xf32>
}

// CHECK-LABEL: @dynamic_differs
func.func @dynamic_differs(%a: tensor<?x4xf32>, %n: index) -> tensor<?x8xf32> {
  // CHECK: tensor.collapse_shape %arg0 {{\[}}[0, 1]]
  // CHECK: tensor.expand_shape {{.*}} {{\[}}[0, 1]] output_shape [%arg1, 8]
  %0 = kina.reshape %a to [%n, 8] : tensor<?x4xf32> -> tensor<?x8xf32>
  return %0 : tensor<?x8xf32>
}

// CHECK-LABEL: @to_static
func.func @to_static(%a: tensor<?x?xf32>) -> tensor<2x3xf32> {
  // CHECK: tensor.collapse_shape %arg0 {{\[}}[0, 1]]
  // CHECK: tensor.cast {{.*}} : tensor<?xf32> to tensor<6xf32>
  // CHECK: tensor.expand_shape {{.*}} {{\[}}[0, 1]]
  %0 = kina.reshape %a : tensor<?x?xf32> -> tensor<2x3xf32>
  return %0 : tensor<2x3xf32>
}

// CHECK-LABEL: @two_dynamic
func.func @two_dynamic(%a: tensor<?x?xf32>, %n: index, %m: index) -> tensor<?x2x?xf32> {
  // CHECK: %[[SHAPE:.*]] = tensor.from_elements %arg1, %{{.*}}, %arg2
  // CHECK: tensor.reshape %arg0(%[[SHAPE]])
  %0 = kina.reshape %a to [%n, 2, %m] : tensor<?x?xf32> -> tensor<?x2x?xf32>
  return %0 : tensor<?x2x?xf32>
}
