// RUN: kina-opt %s --kina-annotate-interface | FileCheck %s

// The smallest table counts, in the function and in its callees.
// CHECK-LABEL: func.func @ids(
// CHECK-SAME:    %{{.*}}: tensor<1xi64> {kina.ids_below = 5 : i64}
func.func @ids(%ids: tensor<1xi64>, %a: tensor<8x4xf32>, %b: tensor<5x4xf32>) -> (tensor<1x4xf32>, tensor<1x4xf32>) {
  %0 = kina.gather %a, %ids : (tensor<8x4xf32>, tensor<1xi64>) -> tensor<1x4xf32>
  %1 = call @callee(%b, %ids) : (tensor<5x4xf32>, tensor<1xi64>) -> tensor<1x4xf32>
  return %0, %1 : tensor<1x4xf32>, tensor<1x4xf32>
}

// CHECK-LABEL: func.func private @callee(
// CHECK-SAME:    %{{.*}}: tensor<5x4xf32>, %{{.*}}: tensor<1xi64> {kina.ids_below = 5 : i64}
func.func private @callee(%t: tensor<5x4xf32>, %ids: tensor<1xi64>) -> tensor<1x4xf32> {
  %0 = kina.gather %t, %ids : (tensor<5x4xf32>, tensor<1xi64>) -> tensor<1x4xf32>
  return %0 : tensor<1x4xf32>
}

// Ids that were computed are not the caller's to check.
// CHECK-LABEL: func.func @computed_ids
// CHECK-NOT:     kina.ids_below
// CHECK:         return
func.func @computed_ids(%ids: tensor<1xi64>, %a: tensor<8x4xf32>) -> tensor<1x4xf32> {
  %0 = kina.add %ids, %ids : tensor<1xi64>
  %1 = kina.gather %a, %0 : (tensor<8x4xf32>, tensor<1xi64>) -> tensor<1x4xf32>
  return %1 : tensor<1x4xf32>
}

// Offset 1 * 4 + 2 of rows of 4 elements; then the axes change places.
// CHECK-LABEL: func.func @view
// CHECK-SAME:    -> (tensor<3x2xf32> {kina.view = {argument = 0 : i64, offset = 6 : i64, strides = array<i64: 4, 1>}},
// CHECK-SAME:        tensor<2x3xf32> {kina.view = {argument = 0 : i64, offset = 6 : i64, strides = array<i64: 1, 4>}},
// CHECK-SAME:        tensor<5x4xf32> {kina.view = {argument = 0 : i64, offset = 0 : i64, strides = array<i64: 4, 1>}})
func.func @view(%a: tensor<5x4xf32>) -> (tensor<3x2xf32>, tensor<2x3xf32>, tensor<5x4xf32>) {
  %0 = kina.slice %a axis = 0 [1 : 4] : tensor<5x4xf32> -> tensor<3x4xf32>
  %1 = kina.slice %0 axis = 1 [2 : 4] : tensor<3x4xf32> -> tensor<3x2xf32>
  %2 = kina.transpose %1 perm = [1, 0] : tensor<3x2xf32> -> tensor<2x3xf32>
  return %1, %2, %a : tensor<3x2xf32>, tensor<2x3xf32>, tensor<5x4xf32>
}

// CHECK-LABEL: func.func @no_view
// CHECK-NOT:     kina.view
func.func @no_view(%a: tensor<5x4xf32>, %b: tensor<?x4xf32>) -> (tensor<5x4xf32>, tensor<3x4xf32>) {
  %0 = kina.exp %a : tensor<5x4xf32>
  %1 = kina.slice %b axis = 0 [0 : 3] : tensor<?x4xf32> -> tensor<3x4xf32>
  return %0, %1 : tensor<5x4xf32>, tensor<3x4xf32>
}
