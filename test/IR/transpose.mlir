// RUN: kina-opt %s --verify-roundtrip | FileCheck %s
// RUN: kina-opt %s --mlir-print-op-generic | kina-opt | FileCheck %s
// RUN: kina-opt %s --emit-bytecode | kina-opt | FileCheck %s

// CHECK-LABEL: @example
func.func @example(%a: tensor<1x2x3xf32>) -> tensor<1x3x2xf32> {
  // CHECK: kina.transpose %arg0 perm = [0, 2, 1] : tensor<1x2x3xf32> -> tensor<1x3x2xf32>
  %0 = kina.transpose %a perm = [0, 2, 1] : tensor<1x2x3xf32> -> tensor<1x3x2xf32>
  return %0 : tensor<1x3x2xf32>
}

// CHECK-LABEL: @rank0
func.func @rank0(%a: tensor<i1>) -> tensor<i1> {
  // CHECK: kina.transpose %arg0 perm = [] : tensor<i1> -> tensor<i1>
  %0 = kina.transpose %a perm = [] : tensor<i1> -> tensor<i1>
  return %0 : tensor<i1>
}

// CHECK-LABEL: @dynamic
func.func @dynamic(%a: tensor<?x2xi8>) -> tensor<2x?xi8> {
  // CHECK: kina.transpose %arg0 perm = [1, 0] : tensor<?x2xi8> -> tensor<2x?xi8>
  %0 = kina.transpose %a perm = [1, 0] : tensor<?x2xi8> -> tensor<2x?xi8>
  return %0 : tensor<2x?xi8>
}
