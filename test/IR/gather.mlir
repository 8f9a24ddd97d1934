// RUN: kina-opt %s --verify-roundtrip | FileCheck %s
// RUN: kina-opt %s --mlir-print-op-generic | kina-opt | FileCheck %s
// RUN: kina-opt %s --emit-bytecode | kina-opt | FileCheck %s

// CHECK-LABEL: @example
func.func @example(%table: tensor<8x4xf32>, %ids: tensor<1x3xi64>) -> tensor<1x3x4xf32> {
  // CHECK: kina.gather %arg0, %arg1 : (tensor<8x4xf32>, tensor<1x3xi64>) -> tensor<1x3x4xf32>
  %0 = kina.gather %table, %ids : (tensor<8x4xf32>, tensor<1x3xi64>) -> tensor<1x3x4xf32>
  return %0 : tensor<1x3x4xf32>
}

// CHECK-LABEL: @scalar_id
func.func @scalar_id(%table: tensor<8xi1>, %ids: tensor<i32>) -> tensor<i1> {
  // CHECK: kina.gather %arg0, %arg1 : (tensor<8xi1>, tensor<i32>) -> tensor<i1>
  %0 = kina.gather %table, %ids : (tensor<8xi1>, tensor<i32>) -> tensor<i1>
  return %0 : tensor<i1>
}

// CHECK-LABEL: @dynamic
func.func @dynamic(%table: tensor<?x4xbf16>, %ids: tensor<?xi64>) -> tensor<?x4xbf16> {
  // CHECK: kina.gather %arg0, %arg1 : (tensor<?x4xbf16>, tensor<?xi64>) -> tensor<?x4xbf16>
  %0 = kina.gather %table, %ids : (tensor<?x4xbf16>, tensor<?xi64>) -> tensor<?x4xbf16>
  return %0 : tensor<?x4xbf16>
}
