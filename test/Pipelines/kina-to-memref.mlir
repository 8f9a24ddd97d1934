// RUN: kina-opt %s --kina-to-memref --split-input-file | FileCheck %s

// A call allocates nothing: what is not written to a result lives in the
// workspace. The result of a callee is written to the caller's own result.
// CHECK-NOT:   memref.alloc
// CHECK-LABEL: func.func private @callee
// CHECK-SAME:    kina.workspace_bytes = 64 : i64
// CHECK:         linalg.fill ins({{.*}}) outs(%{{.*}} : memref<2x2xf32>)
// CHECK-LABEL: func.func private @caller(
// CHECK-SAME:    %[[A:[^:]*]]: memref<2x2xf32>, %[[R:[^:]*]]: memref<2x2xf32> {kina.result}
// CHECK-NOT:     linalg.copy
// CHECK:         call @callee(%[[A]], %[[R]], %{{.*}})
// CHECK-NEXT:    return
func.func @callee(%a: tensor<2x2xf32>) -> tensor<2x2xf32> {
  %0 = kina.exp %a : tensor<2x2xf32>
  %1 = kina.matmul %0, %a : (tensor<2x2xf32>, tensor<2x2xf32>) -> tensor<2x2xf32>
  return %1 : tensor<2x2xf32>
}
func.func @caller(%a: tensor<2x2xf32>) -> tensor<2x2xf32> {
  %0 = call @callee(%a) : (tensor<2x2xf32>) -> tensor<2x2xf32>
  return %0 : tensor<2x2xf32>
}

// -----

// The appended cache is written once, to the result, and read from there.
// CHECK-LABEL: func.func private @append(
// CHECK-SAME:    %[[PAST:[^:]*]]: memref<1x3x2xf32>, %[[NEW:[^:]*]]: memref<1x1x2xf32>, %[[R:[^:]*]]: memref<1x4x2xf32>
// CHECK-SAME:    kina.workspace_bytes = 0 : i64
// CHECK:         %[[HEAD:.*]] = memref.subview %[[R]][0, 0, 0] [1, 3, 2]
// CHECK-NEXT:    linalg.copy ins(%[[PAST]] : {{.*}}) outs(%[[HEAD]]
// CHECK:         %[[TAIL:.*]] = memref.subview %[[R]][0, 3, 0] [1, 1, 2]
// CHECK-NEXT:    linalg.copy ins(%[[NEW]] : {{.*}}) outs(%[[TAIL]]
// CHECK-NOT:     linalg.copy
// CHECK:         return
func.func @append(%past: tensor<1x3x2xf32>, %new: tensor<1x1x2xf32>) -> (tensor<1x4x2xf32>, tensor<1x2xf32>) {
  %0 = kina.concat %past, %new axis = 1 : (tensor<1x3x2xf32>, tensor<1x1x2xf32>) -> tensor<1x4x2xf32>
  %1 = kina.reduce sum %0 axis = 1 : tensor<1x4x2xf32> -> tensor<1x2xf32>
  return %0, %1 : tensor<1x4x2xf32>, tensor<1x2xf32>
}

// -----

// The extents behind reshapes follow from the sizes, so that the workspace can
// be planned; the shape of a reshape to two `?` lies in it as well.
// CHECK:       func.func private @reshapes.workspace(%{{.*}}: index, %{{.*}}: index) -> index
// CHECK-LABEL: func.func private @reshapes(
// CHECK-NOT:     memref.alloc
// CHECK:         memref.view %{{.*}} to memref<3xindex>
// CHECK-NOT:     memref.alloc
// CHECK:         return
func.func @reshapes(%s: index {kina.size = "S"}, %t: index {kina.size = "T"},
                    %a: tensor<1x?x8xf32> {kina.extents = ["1", "S", "8"]},
                    %b: tensor<?x?xf32> {kina.extents = ["S", "T"]})
    -> (tensor<?x4xf32> {kina.extents = ["S", "4"]}, tensor<?x?x1xf32> {kina.extents = ["S", "T", "1"]}) {
  %0 = kina.exp %a : tensor<1x?x8xf32>
  %1 = kina.reshape %0 to [%s, 2, 4] : tensor<1x?x8xf32> -> tensor<?x2x4xf32>
  %2 = kina.reduce sum %1 axis = 1 : tensor<?x2x4xf32> -> tensor<?x4xf32>
  %3 = kina.softmax %2 axis = 1 : tensor<?x4xf32>
  %4 = kina.exp %b : tensor<?x?xf32>
  %5 = kina.reshape %4 to [%s, %t, 1] : tensor<?x?xf32> -> tensor<?x?x1xf32>
  %6 = kina.softmax %5 axis = 1 : tensor<?x?x1xf32>
  return %3, %6 : tensor<?x4xf32>, tensor<?x?x1xf32>
}
