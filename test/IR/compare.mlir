// RUN: kina-opt %s --verify-roundtrip | FileCheck %s
// RUN: kina-opt %s --mlir-print-op-generic | kina-opt | FileCheck %s
// RUN: kina-opt %s --emit-bytecode | kina-opt | FileCheck %s

// CHECK-LABEL: @example
func.func @example(%a: tensor<2x3xf32>, %b: tensor<2x3xf32>) {
  // CHECK: kina.compare eq %arg0, %arg1 : tensor<2x3xf32> -> tensor<2x3xi1>
  %0 = kina.compare eq %a, %b : tensor<2x3xf32> -> tensor<2x3xi1>
  // CHECK: kina.compare ne %arg0, %arg1 : tensor<2x3xf32> -> tensor<2x3xi1>
  %1 = kina.compare ne %a, %b : tensor<2x3xf32> -> tensor<2x3xi1>
  // CHECK: kina.compare lt %arg0, %arg1 : tensor<2x3xf32> -> tensor<2x3xi1>
  %2 = kina.compare lt %a, %b : tensor<2x3xf32> -> tensor<2x3xi1>
  // CHECK: kina.compare le %arg0, %arg1 : tensor<2x3xf32> -> tensor<2x3xi1>
  %3 = kina.compare le %a, %b : tensor<2x3xf32> -> tensor<2x3xi1>
  // CHECK: kina.compare gt %arg0, %arg1 : tensor<2x3xf32> -> tensor<2x3xi1>
  %4 = kina.compare gt %a, %b : tensor<2x3xf32> -> tensor<2x3xi1>
  // CHECK: kina.compare ge %arg0, %arg1 : tensor<2x3xf32> -> tensor<2x3xi1>
  %5 = kina.compare ge %a, %b : tensor<2x3xf32> -> tensor<2x3xi1>
  return
}

// CHECK-LABEL: @booleans
func.func @booleans(%a: tensor<?xi1>, %b: tensor<?xi1>) -> tensor<?xi1> {
  // CHECK: kina.compare lt %arg0, %arg1 : tensor<?xi1> -> tensor<?xi1>
  %0 = kina.compare lt %a, %b : tensor<?xi1> -> tensor<?xi1>
  return %0 : tensor<?xi1>
}
