// RUN: kina-opt %s --canonicalize | FileCheck %s
// RUN: kina-opt %s --canonicalize -o %t
// RUN: kina-opt %t --canonicalize | diff %t -

// CHECK-LABEL: @one_operand
func.func @one_operand(%a: tensor<2x3xf32>, %b: tensor<?xf32>) -> (tensor<2x3xf32>, tensor<?xf32>) {
  // CHECK-NEXT: return %arg0, %arg1
  %0 = kina.concat %a axis = 1 : (tensor<2x3xf32>) -> tensor<2x3xf32>
  %1 = kina.concat %b axis = 0 : (tensor<?xf32>) -> tensor<?xf32>
  return %0, %1 : tensor<2x3xf32>, tensor<?xf32>
}

// CHECK-LABEL: @one_operand_of_another_type
func.func @one_operand_of_another_type(%a: tensor<?xf32>) -> tensor<3xf32> {
  // CHECK-NEXT: kina.concat
  %0 = kina.concat %a axis = 0 : (tensor<?xf32>) -> tensor<3xf32>
  return %0 : tensor<3xf32>
}

// CHECK-LABEL: @adjacent_slices
func.func @adjacent_slices(%a: tensor<2x6xf32>, %b: tensor<2x1xf32>) -> (tensor<2x6xf32>, tensor<2x5xf32>) {
  // CHECK-NEXT: %[[S:.*]] = kina.slice %arg0 axis = 1 [1 : 5] : tensor<2x6xf32> -> tensor<2x4xf32>
  // CHECK-NEXT: %[[C:.*]] = kina.concat %arg1, %[[S]] axis = 1
  // CHECK-NEXT: return %arg0, %[[C]]
  %0 = kina.slice %a axis = 1 [0 : 1] : tensor<2x6xf32> -> tensor<2x1xf32>
  %1 = kina.slice %a axis = 1 [1 : 3] : tensor<2x6xf32> -> tensor<2x2xf32>
  %2 = kina.slice %a axis = 1 [3 : 5] : tensor<2x6xf32> -> tensor<2x2xf32>
  %3 = kina.slice %a axis = 1 [5 : 6] : tensor<2x6xf32> -> tensor<2x1xf32>
  %4 = kina.concat %0, %1, %2, %3 axis = 1 : (tensor<2x1xf32>, tensor<2x2xf32>, tensor<2x2xf32>, tensor<2x1xf32>) -> tensor<2x6xf32>
  %5 = kina.concat %b, %1, %2 axis = 1 : (tensor<2x1xf32>, tensor<2x2xf32>, tensor<2x2xf32>) -> tensor<2x5xf32>
  return %4, %5 : tensor<2x6xf32>, tensor<2x5xf32>
}

// In another order, with a gap, of two values, on another axis.
// CHECK-LABEL: @slices_apart
func.func @slices_apart(%a: tensor<4x4xf32>, %b: tensor<4x4xf32>) -> (tensor<4x4xf32>, tensor<4x3xf32>, tensor<4x4xf32>, tensor<2x8xf32>) {
  // CHECK-COUNT-4: kina.concat
  %0 = kina.slice %a axis = 1 [0 : 2] : tensor<4x4xf32> -> tensor<4x2xf32>
  %1 = kina.slice %a axis = 1 [2 : 4] : tensor<4x4xf32> -> tensor<4x2xf32>
  %2 = kina.slice %a axis = 1 [3 : 4] : tensor<4x4xf32> -> tensor<4x1xf32>
  %3 = kina.slice %b axis = 1 [2 : 4] : tensor<4x4xf32> -> tensor<4x2xf32>
  %4 = kina.slice %a axis = 0 [0 : 2] : tensor<4x4xf32> -> tensor<2x4xf32>
  %5 = kina.slice %a axis = 0 [2 : 4] : tensor<4x4xf32> -> tensor<2x4xf32>
  %6 = kina.concat %1, %0 axis = 1 : (tensor<4x2xf32>, tensor<4x2xf32>) -> tensor<4x4xf32>
  %7 = kina.concat %0, %2 axis = 1 : (tensor<4x2xf32>, tensor<4x1xf32>) -> tensor<4x3xf32>
  %8 = kina.concat %0, %3 axis = 1 : (tensor<4x2xf32>, tensor<4x2xf32>) -> tensor<4x4xf32>
  %9 = kina.concat %4, %5 axis = 1 : (tensor<2x4xf32>, tensor<2x4xf32>) -> tensor<2x8xf32>
  return %6, %7, %8, %9 : tensor<4x4xf32>, tensor<4x3xf32>, tensor<4x4xf32>, tensor<2x8xf32>
}

// CHECK-LABEL: @dynamic_slices
func.func @dynamic_slices(%a: tensor<?xf32>, %s: index) -> (tensor<?xf32>, tensor<3xf32>) {
  // CHECK: kina.slice %arg0 axis = 0 [0 : %arg1]
  // CHECK: kina.concat
  // CHECK: kina.slice %arg0 axis = 0 [1 : 4] : tensor<?xf32> -> tensor<3xf32>
  %0 = kina.slice %a axis = 0 [0 : %s] : tensor<?xf32> -> tensor<?xf32>
  %1 = kina.slice %a axis = 0 [%s : 4] : tensor<?xf32> -> tensor<?xf32>
  %2 = kina.concat %0, %1 axis = 0 : (tensor<?xf32>, tensor<?xf32>) -> tensor<?xf32>
  %3 = kina.slice %a axis = 0 [1 : 2] : tensor<?xf32> -> tensor<1xf32>
  %4 = kina.slice %a axis = 0 [2 : 4] : tensor<?xf32> -> tensor<2xf32>
  %5 = kina.concat %3, %4 axis = 0 : (tensor<1xf32>, tensor<2xf32>) -> tensor<3xf32>
  return %2, %5 : tensor<?xf32>, tensor<3xf32>
}

// CHECK-LABEL: @constants
func.func @constants() -> (tensor<2x3xf32>, tensor<1000000000xi32>, tensor<2xf32>) {
  // CHECK-DAG: kina.constant dense<{{\[}}[1.000000e+00, 3.000000e+00, 3.000000e+00], [2.000000e+00, 3.000000e+00, 3.000000e+00]]> : tensor<2x3xf32>
  // CHECK-DAG: kina.constant dense<5> : tensor<1000000000xi32>
  // CHECK-DAG: kina.constant dense<[0.000000e+00, -0.000000e+00]> : tensor<2xf32>
  // CHECK-NOT: kina.concat
  %0 = kina.constant dense<[[1.0], [2.0]]> : tensor<2x1xf32>
  %1 = kina.constant dense<3.0> : tensor<2x2xf32>
  %2 = kina.concat %0, %1 axis = 1 : (tensor<2x1xf32>, tensor<2x2xf32>) -> tensor<2x3xf32>
  // O-14 d
  %3 = kina.constant dense<5> : tensor<999999999xi32>
  %4 = kina.constant dense<5> : tensor<1xi32>
  %5 = kina.concat %3, %4 axis = 0 : (tensor<999999999xi32>, tensor<1xi32>) -> tensor<1000000000xi32>
  // Zeros of different sign are no splat.
  %6 = kina.constant dense<0.0> : tensor<1xf32>
  %7 = kina.constant dense<-0.0> : tensor<1xf32>
  %8 = kina.concat %6, %7 axis = 0 : (tensor<1xf32>, tensor<1xf32>) -> tensor<2xf32>
  return %2, %5, %8 : tensor<2x3xf32>, tensor<1000000000xi32>, tensor<2xf32>
}

// CHECK-LABEL: @bound
func.func @bound(%a: tensor<1xi32>) -> (tensor<16385xi32>, tensor<2xi32>) {
  // CHECK: kina.concat
  // CHECK: kina.concat
  %0 = kina.constant dense<1> : tensor<16384xi32>
  %1 = kina.constant dense<2> : tensor<1xi32>
  %2 = kina.concat %0, %1 axis = 0 : (tensor<16384xi32>, tensor<1xi32>) -> tensor<16385xi32>
  %3 = kina.concat %1, %a axis = 0 : (tensor<1xi32>, tensor<1xi32>) -> tensor<2xi32>
  return %2, %3 : tensor<16385xi32>, tensor<2xi32>
}
