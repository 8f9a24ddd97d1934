// RUN: kina-opt %s --kina-to-linalg | mlir-opt | FileCheck %s --implicit-check-not=kina.

// CHECK-LABEL: @named
func.func @named(%a: tensor<2x3xf32>, %b: tensor<2x3xf32>) -> tensor<2x3xf32> {
  // CHECK: linalg.add
  %0 = kina.add %a, %b : tensor<2x3xf32>
  // CHECK: linalg.sub
  %1 = kina.sub %0, %b : tensor<2x3xf32>
  // CHECK: linalg.mul
  %2 = kina.mul %1, %b : tensor<2x3xf32>
  // CHECK: linalg.div
  %3 = kina.div %2, %b : tensor<2x3xf32>
  // CHECK: linalg.max
  %4 = kina.max %3, %b : tensor<2x3xf32>
  // CHECK: linalg.min
  %5 = kina.min %4, %b : tensor<2x3xf32>
  // CHECK: linalg.powf
  %6 = kina.pow %5, %b : tensor<2x3xf32>
  return %6 : tensor<2x3xf32>
}

// Integer division is total, so that linalg.div does not do.
// CHECK-LABEL: @integers
func.func @integers(%a: tensor<?xi8>, %b: tensor<?xi8>) -> tensor<?xi8> {
  // CHECK: linalg.add
  %0 = kina.add %a, %b : tensor<?xi8>
  // CHECK: linalg.generic
  // CHECK: arith.divsi
  // CHECK-NOT: linalg.div
  %1 = kina.div %0, %b : tensor<?xi8>
  return %1 : tensor<?xi8>
}

// CHECK-LABEL: @half
func.func @half(%a: tensor<2xbf16>, %b: tensor<2xbf16>) -> tensor<2xbf16> {
  // CHECK: linalg.generic
  // CHECK: arith.extf {{.*}} : bf16 to f32
  // CHECK: arith.extf {{.*}} : bf16 to f32
  // CHECK: arith.addf {{.*}} : f32
  // CHECK: arith.truncf {{.*}} : f32 to bf16
  %0 = kina.add %a, %b : tensor<2xbf16>
  return %0 : tensor<2xbf16>
}
