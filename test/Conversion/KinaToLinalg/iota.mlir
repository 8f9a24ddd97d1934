// RUN: kina-opt %s --kina-to-linalg | mlir-opt | FileCheck %s --implicit-check-not=kina.

// CHECK-LABEL: @dynamic
func.func @dynamic(%n: index) -> tensor<4x?xi32> {
  // CHECK: tensor.empty(%arg0) : tensor<4x?xi32>
  // CHECK: %[[I:.*]] = linalg.index 1
  // CHECK: arith.index_cast %[[I]] : index to i32
  %0 = kina.iota to [4, %n] axis = 1 : tensor<4x?xi32>
  return %0 : tensor<4x?xi32>
}
