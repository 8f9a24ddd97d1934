// RUN: kina-opt %s --kina-to-linalg | mlir-opt | FileCheck %s --implicit-check-not=kina.

// CHECK: #[[ROW:.*]] = affine_map<(d0, d1) -> (0, d1)>

// CHECK-LABEL: @named
func.func @named(%c: tensor<?xi1>, %a: tensor<?xbf16>, %b: tensor<?xbf16>) -> tensor<?xbf16> {
  // CHECK: linalg.select
  %0 = kina.select %c, %a, %b : tensor<?xbf16>
  return %0 : tensor<?xbf16>
}

// CHECK-LABEL: @broadcast
func.func @broadcast(%c: tensor<1x3xi1>, %a: tensor<2x3xf32>, %b: tensor<2x3xf32>) -> tensor<2x3xf32> {
  // CHECK: linalg.generic {indexing_maps = [#[[ROW]],
  // CHECK-SAME: ins(%arg0, %arg1, %arg2
  // CHECK: arith.select
  %0 = kina.broadcast %c : tensor<1x3xi1> -> tensor<2x3xi1>
  %1 = kina.select %0, %a, %b : tensor<2x3xf32>
  return %1 : tensor<2x3xf32>
}
