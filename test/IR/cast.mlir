// RUN: kina-opt %s --verify-roundtrip | FileCheck %s
// RUN: kina-opt %s --mlir-print-op-generic | kina-opt | FileCheck %s
// RUN: kina-opt %s --emit-bytecode | kina-opt | FileCheck %s

// CHECK-LABEL: @example
func.func @example(%a: tensor<2x3xf32>) -> tensor<2x3xi64> {
  // CHECK: kina.cast %arg0 : tensor<2x3xf32> -> tensor<2x3xi64>
  %0 = kina.cast %a : tensor<2x3xf32> -> tensor<2x3xi64>
  return %0 : tensor<2x3xi64>
}

// CHECK-LABEL: @chain
func.func @chain(%a: tensor<?xi1>) -> tensor<?xi1> {
  // CHECK: tensor<?xi1> -> tensor<?xbf16>
  %0 = kina.cast %a : tensor<?xi1> -> tensor<?xbf16>
  // CHECK: tensor<?xbf16> -> tensor<?xf16>
  %1 = kina.cast %0 : tensor<?xbf16> -> tensor<?xf16>
  // CHECK: tensor<?xf16> -> tensor<?xi8>
  %2 = kina.cast %1 : tensor<?xf16> -> tensor<?xi8>
  // CHECK: tensor<?xi8> -> tensor<?xi1>
  %3 = kina.cast %2 : tensor<?xi8> -> tensor<?xi1>
  return %3 : tensor<?xi1>
}
