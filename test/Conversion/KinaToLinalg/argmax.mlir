// RUN: kina-opt %s --kina-to-linalg | mlir-opt | FileCheck %s --implicit-check-not=kina.

// CHECK-LABEL: @floats
func.func @floats(%a: tensor<2x?x3xf32>) -> tensor<2x3xi64> {
  // CHECK: arith.constant 0xFF800000 : f32
  // CHECK: linalg.generic {{.*}} iterator_types = ["parallel", "reduction", "parallel"]
  // CHECK: linalg.index 1
  // CHECK: arith.cmpf ugt
  // CHECK: arith.cmpf ord
  %0 = kina.argmax %a axis = 1 : tensor<2x?x3xf32> -> tensor<2x3xi64>
  return %0 : tensor<2x3xi64>
}

// CHECK-LABEL: @integers
func.func @integers(%a: tensor<7xi8>) -> tensor<i64> {
  // CHECK: arith.constant -128 : i8
  // CHECK: arith.cmpi sgt
  %0 = kina.argmax %a axis = 0 : tensor<7xi8> -> tensor<i64>
  return %0 : tensor<i64>
}
