// RUN: kina-opt %s --kina-to-linalg | mlir-opt | FileCheck %s --implicit-check-not=kina.

// CHECK-LABEL: @static
func.func @static(%a: tensor<2x?x4xf32>) -> tensor<2x?x2xf32> {
  // CHECK: %[[N:.*]] = tensor.dim %arg0, %c1
  // CHECK: tensor.extract_slice %arg0[0, 0, 1] [2, %[[N]], 2] [1, 1, 1]
  %0 = kina.slice %a axis = 2 [1 : 3] : tensor<2x?x4xf32> -> tensor<2x?x2xf32>
  return %0 : tensor<2x?x2xf32>
}

// CHECK-LABEL: @dynamic_bounds
func.func @dynamic_bounds(%a: tensor<9xf32>, %s: index, %e: index) -> tensor<?xf32> {
  // CHECK: %[[WINDOW:.*]] = arith.subi %arg2, %arg1
  // CHECK: tensor.extract_slice %arg0[%arg1] [%[[WINDOW]]] [1]
  %0 = kina.slice %a axis = 0 [%s : %e] : tensor<9xf32> -> tensor<?xf32>
  return %0 : tensor<?xf32>
}

// CHECK-LABEL: @from_zero
func.func @from_zero(%a: tensor<9xf32>, %e: index) -> tensor<?xf32> {
  // CHECK-NEXT: tensor.extract_slice %arg0[0] [%arg1] [1]
  %0 = kina.slice %a axis = 0 [0 : %e] : tensor<9xf32> -> tensor<?xf32>
  return %0 : tensor<?xf32>
}

// CHECK-LABEL: @known_window
func.func @known_window(%a: tensor<9xf32>, %s: index, %e: index) -> tensor<2xf32> {
  // CHECK-NEXT: tensor.extract_slice %arg0[%arg1] [2] [1]
  %0 = kina.slice %a axis = 0 [%s : %e] : tensor<9xf32> -> tensor<2xf32>
  return %0 : tensor<2xf32>
}
