// RUN: kina-opt %s --canonicalize | FileCheck %s
// RUN: kina-opt %s --canonicalize -o %t
// RUN: kina-opt %t --canonicalize | diff %t -

// CHECK-LABEL: @merge
func.func @merge(%a: tensor<8x3xf32>) -> tensor<2x3xf32> {
  // CHECK-NEXT: kina.slice %arg0 axis = 0 [3 : 5] : tensor<8x3xf32> -> tensor<2x3xf32>
  // CHECK-NEXT: return
  %0 = kina.slice %a axis = 0 [2 : 6] : tensor<8x3xf32> -> tensor<4x3xf32>
  %1 = kina.slice %0 axis = 0 [1 : 3] : tensor<4x3xf32> -> tensor<2x3xf32>
  return %1 : tensor<2x3xf32>
}

// CHECK-LABEL: @merge_not_other_axis
func.func @merge_not_other_axis(%a: tensor<8x3xf32>) -> tensor<4x2xf32> {
  // CHECK-NEXT: kina.slice
  // CHECK-NEXT: kina.slice
  %0 = kina.slice %a axis = 0 [2 : 6] : tensor<8x3xf32> -> tensor<4x3xf32>
  %1 = kina.slice %0 axis = 1 [1 : 3] : tensor<4x3xf32> -> tensor<4x2xf32>
  return %1 : tensor<4x2xf32>
}

// Where the inner one stops does not matter, where it starts does.
// CHECK-LABEL: @merge_dynamic
func.func @merge_dynamic(%a: tensor<?xf32>, %s: index) -> (tensor<2xf32>, tensor<1xf32>, tensor<?xf32>) {
  // CHECK-DAG: kina.slice %arg0 axis = 0 [3 : 5] : tensor<?xf32> -> tensor<2xf32>
  // CHECK-DAG: %[[T:.*]] = kina.slice %arg0 axis = 0 [%arg1 : 9]
  // CHECK-DAG: kina.slice %[[T]] axis = 0 [0 : 1]
  // CHECK-DAG: %[[S:.*]] = kina.slice %arg0 axis = 0 [2 : %arg1]
  // CHECK-DAG: kina.slice %[[S]] axis = 0 [0 : %arg1]
  %0 = kina.slice %a axis = 0 [2 : %s] : tensor<?xf32> -> tensor<?xf32>
  %1 = kina.slice %0 axis = 0 [1 : 3] : tensor<?xf32> -> tensor<2xf32>
  %2 = kina.slice %a axis = 0 [%s : 9] : tensor<?xf32> -> tensor<?xf32>
  %3 = kina.slice %2 axis = 0 [0 : 1] : tensor<?xf32> -> tensor<1xf32>
  %4 = kina.slice %0 axis = 0 [0 : %s] : tensor<?xf32> -> tensor<?xf32>
  return %1, %3, %4 : tensor<2xf32>, tensor<1xf32>, tensor<?xf32>
}

// CHECK-LABEL: @merge_not_illegal
func.func @merge_not_illegal(%a: tensor<4xf32>, %s: index) -> (tensor<1xf32>, tensor<1xf32>) {
  // CHECK-COUNT-4: kina.slice
  %0 = kina.slice %a axis = 0 [2 : %s] : tensor<4xf32> -> tensor<?xf32>
  %1 = kina.slice %0 axis = 0 [4 : 5] : tensor<?xf32> -> tensor<1xf32>
  %2 = kina.slice %a axis = 0 [3 : %s] : tensor<4xf32> -> tensor<?xf32>
  %3 = kina.slice %2 axis = 0 [9223372036854775806 : 9223372036854775807] : tensor<?xf32> -> tensor<1xf32>
  return %1, %3 : tensor<1xf32>, tensor<1xf32>
}

// CHECK-LABEL: @identity
func.func @identity(%a: tensor<4x?xf32>, %s: index) -> (tensor<4x?xf32>, tensor<4x?xf32>) {
  // CHECK-NEXT: return %arg0, %arg0
  %0 = kina.slice %a axis = 0 [0 : 4] : tensor<4x?xf32> -> tensor<4x?xf32>
  %1 = kina.slice %a axis = 0 [0 : %s] : tensor<4x?xf32> -> tensor<4x?xf32>
  return %0, %1 : tensor<4x?xf32>, tensor<4x?xf32>
}

// CHECK-LABEL: @not_identity
func.func @not_identity(%a: tensor<?xf32>, %b: tensor<4xf32>, %s: index) -> (tensor<?xf32>, tensor<?xf32>) {
  // CHECK-NEXT: kina.slice %arg0
  // CHECK-NEXT: kina.slice %arg1
  %0 = kina.slice %a axis = 0 [0 : %s] : tensor<?xf32> -> tensor<?xf32>
  %1 = kina.slice %b axis = 0 [0 : 4] : tensor<4xf32> -> tensor<?xf32>
  return %0, %1 : tensor<?xf32>, tensor<?xf32>
}

// O-08: within one operand, never across the seam.
// CHECK-LABEL: @concat_o08
func.func @concat_o08(%a: tensor<4xf32>, %b: tensor<4xf32>) -> (tensor<3xf32>, tensor<4xf32>, tensor<4xf32>, tensor<1xf32>, tensor<1xf32>) {
  // CHECK-NEXT: %[[C:.*]] = kina.concat %arg0, %arg1
  // CHECK-NEXT: %[[S:.*]] = kina.slice %[[C]] axis = 0 [3 : 6]
  // CHECK-NEXT: %[[A:.*]] = kina.slice %arg0 axis = 0 [3 : 4]
  // CHECK-NEXT: %[[B:.*]] = kina.slice %arg1 axis = 0 [0 : 1]
  // CHECK-NEXT: return %[[S]], %arg1, %arg0, %[[A]], %[[B]]
  %c = kina.concat %a, %b axis = 0 : (tensor<4xf32>, tensor<4xf32>) -> tensor<8xf32>
  %0 = kina.slice %c axis = 0 [3 : 6] : tensor<8xf32> -> tensor<3xf32>
  %1 = kina.slice %c axis = 0 [4 : 8] : tensor<8xf32> -> tensor<4xf32>
  %2 = kina.slice %c axis = 0 [0 : 4] : tensor<8xf32> -> tensor<4xf32>
  %3 = kina.slice %c axis = 0 [3 : 4] : tensor<8xf32> -> tensor<1xf32>
  %4 = kina.slice %c axis = 0 [4 : 5] : tensor<8xf32> -> tensor<1xf32>
  return %0, %1, %2, %3, %4 : tensor<3xf32>, tensor<4xf32>, tensor<4xf32>, tensor<1xf32>, tensor<1xf32>
}

// CHECK-LABEL: @concat_off_axis
func.func @concat_off_axis(%a: tensor<4x2xf32>, %b: tensor<4x2xf32>) -> tensor<1x4xf32> {
  // CHECK-NEXT: kina.concat
  // CHECK-NEXT: kina.slice
  %c = kina.concat %a, %b axis = 1 : (tensor<4x2xf32>, tensor<4x2xf32>) -> tensor<4x4xf32>
  %0 = kina.slice %c axis = 0 [0 : 1] : tensor<4x4xf32> -> tensor<1x4xf32>
  return %0 : tensor<1x4xf32>
}

// What stands before a `?` is known, what stands behind it is not.
// CHECK-LABEL: @concat_dynamic
func.func @concat_dynamic(%a: tensor<2xf32>, %b: tensor<?xf32>) -> (tensor<1xf32>, tensor<1xf32>) {
  // CHECK-DAG: %[[C:.*]] = kina.concat
  // CHECK-DAG: kina.slice %arg0 axis = 0 [1 : 2]
  // CHECK-DAG: kina.slice %[[C]] axis = 0 [2 : 3]
  %c = kina.concat %a, %b axis = 0 : (tensor<2xf32>, tensor<?xf32>) -> tensor<?xf32>
  %0 = kina.slice %c axis = 0 [1 : 2] : tensor<?xf32> -> tensor<1xf32>
  %1 = kina.slice %c axis = 0 [2 : 3] : tensor<?xf32> -> tensor<1xf32>
  return %0, %1 : tensor<1xf32>, tensor<1xf32>
}

// CHECK-LABEL: @constant_bounds
func.func @constant_bounds(%a: tensor<4xf32>) -> (tensor<?xf32>, tensor<?xf32>) {
  // CHECK-DAG: kina.slice %arg0 axis = 0 [1 : 3] : tensor<4xf32> -> tensor<?xf32>
  // A window that can't be stays: it may never run.
  // CHECK-DAG: kina.slice %arg0 axis = 0 [%{{.*}} : %{{.*}}] : tensor<4xf32> -> tensor<?xf32>
  %c1 = arith.constant 1 : index
  %c3 = arith.constant 3 : index
  %0 = kina.slice %a axis = 0 [%c1 : %c3] : tensor<4xf32> -> tensor<?xf32>
  %1 = kina.slice %a axis = 0 [%c3 : %c1] : tensor<4xf32> -> tensor<?xf32>
  return %0, %1 : tensor<?xf32>, tensor<?xf32>
}

// CHECK-LABEL: @constants
func.func @constants() -> (tensor<2x1xi64>, tensor<7xf32>, tensor<1x2xbf16>) {
  // CHECK-DAG: kina.constant dense<{{\[}}[2], [5]]> : tensor<2x1xi64>
  // CHECK-DAG: kina.constant dense<1.000000e+00> : tensor<7xf32>
  // CHECK-DAG: kina.constant dense<{{\[}}[-0.000000e+00, 0x7FC1]]> : tensor<1x2xbf16>
  // CHECK-NOT: kina.slice
  %0 = kina.constant dense<[[1, 2, 3], [4, 5, 6]]> : tensor<2x3xi64>
  %1 = kina.slice %0 axis = 1 [1 : 2] : tensor<2x3xi64> -> tensor<2x1xi64>
  %2 = kina.constant dense<1.0> : tensor<1000000000xf32>
  %3 = kina.slice %2 axis = 0 [999999993 : 1000000000] : tensor<1000000000xf32> -> tensor<7xf32>
  %4 = kina.constant dense<[[1.0, 2.0], [-0.0, 0x7FC1]]> : tensor<2x2xbf16>
  %5 = kina.slice %4 axis = 0 [1 : 2] : tensor<2x2xbf16> -> tensor<1x2xbf16>
  return %1, %3, %5 : tensor<2x1xi64>, tensor<7xf32>, tensor<1x2xbf16>
}
