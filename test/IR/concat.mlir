// RUN: kina-opt %s --verify-roundtrip | FileCheck %s
// RUN: kina-opt %s --mlir-print-op-generic | kina-opt | FileCheck %s
// RUN: kina-opt %s --emit-bytecode | kina-opt | FileCheck %s

// CHECK-LABEL: @example
func.func @example(%a: tensor<2x3xf32>, %b: tensor<2x1xf32>) -> tensor<2x4xf32> {
  // CHECK: kina.concat %arg0, %arg1 axis = 1 : (tensor<2x3xf32>, tensor<2x1xf32>) -> tensor<2x4xf32>
  %0 = kina.concat %a, %b axis = 1 : (tensor<2x3xf32>, tensor<2x1xf32>) -> tensor<2x4xf32>
  return %0 : tensor<2x4xf32>
}

// CHECK-LABEL: @one_operand
func.func @one_operand(%a: tensor<2x3xi1>) -> tensor<2x3xi1> {
  // CHECK: kina.concat %arg0 axis = 0 : (tensor<2x3xi1>) -> tensor<2x3xi1>
  %0 = kina.concat %a axis = 0 : (tensor<2x3xi1>) -> tensor<2x3xi1>
  return %0 : tensor<2x3xi1>
}

// CHECK-LABEL: @dynamic
func.func @dynamic(%a: tensor<2x?xf32>, %b: tensor<?x1xf32>) -> tensor<2x?xf32> {
  // CHECK: kina.concat %arg0, %arg1 axis = 1 : (tensor<2x?xf32>, tensor<?x1xf32>) -> tensor<2x?xf32>
  %0 = kina.concat %a, %b axis = 1 : (tensor<2x?xf32>, tensor<?x1xf32>) -> tensor<2x?xf32>
  return %0 : tensor<2x?xf32>
}
