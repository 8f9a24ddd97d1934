// RUN: kina-opt %s --verify-roundtrip | FileCheck %s
// RUN: kina-opt %s --mlir-print-op-generic | kina-opt | FileCheck %s
// RUN: kina-opt %s --emit-bytecode | kina-opt | FileCheck %s

// CHECK-LABEL: @example
func.func @example(%a: tensor<1x2x4xf32>, %b: tensor<1x4x3xf32>) -> tensor<1x2x3xf32> {
  // CHECK: kina.matmul %arg0, %arg1 : (tensor<1x2x4xf32>, tensor<1x4x3xf32>) -> tensor<1x2x3xf32>
  %0 = kina.matmul %a, %b : (tensor<1x2x4xf32>, tensor<1x4x3xf32>) -> tensor<1x2x3xf32>
  return %0 : tensor<1x2x3xf32>
}

// CHECK-LABEL: @wider_result
func.func @wider_result(%a: tensor<2x4xf16>, %b: tensor<4x3xf16>, %c: tensor<2x4xbf16>,
                        %d: tensor<4x3xbf16>, %e: tensor<2x4xi8>, %f: tensor<4x3xi8>) {
  // CHECK: (tensor<2x4xf16>, tensor<4x3xf16>) -> tensor<2x3xf32>
  %0 = kina.matmul %a, %b : (tensor<2x4xf16>, tensor<4x3xf16>) -> tensor<2x3xf32>
  // CHECK: (tensor<2x4xbf16>, tensor<4x3xbf16>) -> tensor<2x3xf32>
  %1 = kina.matmul %c, %d : (tensor<2x4xbf16>, tensor<4x3xbf16>) -> tensor<2x3xf32>
  // CHECK: (tensor<2x4xi8>, tensor<4x3xi8>) -> tensor<2x3xi32>
  %2 = kina.matmul %e, %f : (tensor<2x4xi8>, tensor<4x3xi8>) -> tensor<2x3xi32>
  // CHECK: (tensor<2x4xi8>, tensor<4x3xi8>) -> tensor<2x3xi8>
  %3 = kina.matmul %e, %f : (tensor<2x4xi8>, tensor<4x3xi8>) -> tensor<2x3xi8>
  return
}

// CHECK-LABEL: @rank5
func.func @rank5(%a: tensor<1x2x3x?x4xf32>, %b: tensor<1x?x3x4x5xf32>) -> tensor<1x2x3x?x5xf32> {
  // CHECK: kina.matmul
  %0 = kina.matmul %a, %b : (tensor<1x2x3x?x4xf32>, tensor<1x?x3x4x5xf32>) -> tensor<1x2x3x?x5xf32>
  return %0 : tensor<1x2x3x?x5xf32>
}
