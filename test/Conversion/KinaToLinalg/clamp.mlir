// RUN: kina-opt %s --kina-to-linalg | mlir-opt | FileCheck %s --implicit-check-not=kina.

// CHECK-LABEL: @floats
func.func @floats(%a: tensor<2x3xf32>, %low: tensor<2x3xf32>, %high: tensor<2x3xf32>) -> tensor<2x3xf32> {
  // CHECK: linalg.generic
  // CHECK: %[[RAISED:.*]] = arith.maximumf
  // CHECK: arith.minimumf %[[RAISED]]
  %0 = kina.clamp %a, %low, %high : tensor<2x3xf32>
  return %0 : tensor<2x3xf32>
}

// CHECK-LABEL: @integers
func.func @integers(%a: tensor<?xi8>, %low: tensor<?xi8>, %high: tensor<?xi8>) -> tensor<?xi8> {
  // CHECK: linalg.generic
  // CHECK: %[[RAISED:.*]] = arith.maxsi
  // CHECK: arith.minsi %[[RAISED]]
  %0 = kina.clamp %a, %low, %high : tensor<?xi8>
  return %0 : tensor<?xi8>
}

// CHECK-LABEL: @broadcast
func.func @broadcast(%a: tensor<2x3xbf16>, %low: tensor<3xbf16>, %high: tensor<2x3xbf16>) -> tensor<2x3xbf16> {
  // CHECK-NOT: linalg.broadcast
  // CHECK: linalg.generic
  // CHECK-SAME: ins(%arg0, %arg1, %arg2
  // CHECK: arith.extf
  // CHECK: arith.truncf
  %0 = kina.broadcast %low : tensor<3xbf16> -> tensor<2x3xbf16>
  %1 = kina.clamp %a, %0, %high : tensor<2x3xbf16>
  return %1 : tensor<2x3xbf16>
}
