// RUN: kina-opt %s --verify-roundtrip | FileCheck %s
// RUN: kina-opt %s --mlir-print-op-generic | kina-opt | FileCheck %s
// RUN: kina-opt %s --emit-bytecode | kina-opt | FileCheck %s

// CHECK-LABEL: @example
func.func @example(%a: tensor<2x3xf32>) -> tensor<2x3xf32> {
  // CHECK: kina.softmax %arg0 axis = 1 : tensor<2x3xf32>
  %0 = kina.softmax %a axis = 1 : tensor<2x3xf32>
  return %0 : tensor<2x3xf32>
}

// CHECK-LABEL: @dynamic
func.func @dynamic(%a: tensor<?x3xbf16>) -> tensor<?x3xbf16> {
  // CHECK: kina.softmax %arg0 axis = 0 : tensor<?x3xbf16>
  %0 = kina.softmax %a axis = 0 : tensor<?x3xbf16>
  return %0 : tensor<?x3xbf16>
}
