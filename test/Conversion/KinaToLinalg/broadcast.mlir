// RUN: kina-opt %s --kina-to-linalg | mlir-opt | FileCheck %s --implicit-check-not=kina.

// CHECK-DAG: #[[ROW:.*]] = affine_map<(d0, d1, d2) -> (0, d2)>
// CHECK-DAG: #[[ID:.*]] = affine_map<(d0, d1, d2) -> (d0, d1, d2)>
// CHECK-DAG: #[[COLUMN:.*]] = affine_map<(d0, d1) -> (d0, 0)>
// CHECK-DAG: #[[ID2:.*]] = affine_map<(d0, d1) -> (d0, d1)>

// CHECK-LABEL: @repeats
func.func @repeats(%a: tensor<1x4xf32>) -> tensor<2x3x4xf32> {
  // CHECK: linalg.generic {indexing_maps = [#[[ROW]], #[[ID]]]
  %0 = kina.broadcast %a : tensor<1x4xf32> -> tensor<2x3x4xf32>
  return %0 : tensor<2x3x4xf32>
}

// CHECK-LABEL: @new_axes_only
func.func @new_axes_only(%a: tensor<?x4xf32>, %n: index) -> tensor<1x1x?x4xf32> {
  // CHECK: tensor.expand_shape %arg0 {{\[}}[0, 1, 2], [3]]
  // CHECK-NOT: linalg.generic
  %0 = kina.broadcast %a to [1, 1, %n, 4] : tensor<?x4xf32> -> tensor<1x1x?x4xf32>
  return %0 : tensor<1x1x?x4xf32>
}

// CHECK-LABEL: @same
func.func @same(%a: tensor<2x1xf32>) -> tensor<2x1xf32> {
  // CHECK-NEXT: return %arg0
  %0 = kina.broadcast %a : tensor<2x1xf32> -> tensor<2x1xf32>
  return %0 : tensor<2x1xf32>
}

// CHECK-LABEL: @constant
func.func @constant(%n: index) -> tensor<3x?xf32> {
  // CHECK: %[[ZERO:.*]] = arith.constant 2.500000e-01 : f32
  // CHECK: linalg.fill ins(%[[ZERO]]
  %0 = kina.constant dense<0.25> : tensor<1x1xf32>
  %1 = kina.broadcast %0 to [3, %n] : tensor<1x1xf32> -> tensor<3x?xf32>
  return %1 : tensor<3x?xf32>
}

// CHECK-LABEL: @one_element
func.func @one_element(%a: tensor<1xi8>) -> tensor<3x4xi8> {
  // CHECK: %[[ELEMENT:.*]] = tensor.extract %arg0
  // CHECK: linalg.fill ins(%[[ELEMENT]]
  %0 = kina.broadcast %a : tensor<1xi8> -> tensor<3x4xi8>
  return %0 : tensor<3x4xi8>
}

// An elementwise op reads through the broadcast.
// CHECK-LABEL: @elementwise
func.func @elementwise(%a: tensor<2x3xf32>, %b: tensor<2x1xf32>) -> tensor<2x3xf32> {
  // CHECK: linalg.generic {indexing_maps = [#[[ID2]], #[[COLUMN]], #[[ID2]]]
  // CHECK-SAME: ins(%arg0, %arg1 : tensor<2x3xf32>, tensor<2x1xf32>)
  // CHECK: arith.mulf
  // CHECK-NOT: linalg.generic
  // CHECK: return
  %0 = kina.broadcast %b : tensor<2x1xf32> -> tensor<2x3xf32>
  %1 = kina.mul %a, %0 : tensor<2x3xf32>
  return %1 : tensor<2x3xf32>
}

// Without reading its extents from it, which would keep it.
// CHECK-LABEL: @elementwise_extents
func.func @elementwise_extents(%a: tensor<1x3xf32>, %n: index) -> tensor<?x3xf32> {
  // CHECK-NEXT: tensor.empty(%arg1)
  // CHECK-NEXT: linalg.generic
  // CHECK: math.absf
  // CHECK-NOT: tensor.dim
  %0 = kina.broadcast %a to [%n, 3] : tensor<1x3xf32> -> tensor<?x3xf32>
  %1 = kina.abs %0 : tensor<?x3xf32>
  return %1 : tensor<?x3xf32>
}

// A second use needs it.
// CHECK-LABEL: @two_uses
func.func @two_uses(%a: tensor<1x3xf32>) -> (tensor<2x3xf32>, tensor<2x3xf32>) {
  // CHECK: %[[COPY:.*]] = linalg.generic
  // CHECK: %[[ABS:.*]] = linalg.generic
  // CHECK: return %[[COPY]], %[[ABS]]
  %0 = kina.broadcast %a : tensor<1x3xf32> -> tensor<2x3xf32>
  %1 = kina.abs %0 : tensor<2x3xf32>
  return %0, %1 : tensor<2x3xf32>, tensor<2x3xf32>
}
