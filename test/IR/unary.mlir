// RUN: kina-opt %s --verify-roundtrip | FileCheck %s
// RUN: kina-opt %s --mlir-print-op-generic | kina-opt | FileCheck %s
// RUN: kina-opt %s --emit-bytecode | kina-opt | FileCheck %s

// CHECK-LABEL: @example
func.func @example(%a: tensor<2x3xf32>) {
  // CHECK: kina.neg %arg0 : tensor<2x3xf32>
  %0 = kina.neg %a : tensor<2x3xf32>
  // CHECK: kina.abs %arg0 : tensor<2x3xf32>
  %1 = kina.abs %a : tensor<2x3xf32>
  // CHECK: kina.exp %arg0 : tensor<2x3xf32>
  %2 = kina.exp %a : tensor<2x3xf32>
  // CHECK: kina.log %arg0 : tensor<2x3xf32>
  %3 = kina.log %a : tensor<2x3xf32>
  // CHECK: kina.sqrt %arg0 : tensor<2x3xf32>
  %4 = kina.sqrt %a : tensor<2x3xf32>
  // CHECK: kina.rsqrt %arg0 : tensor<2x3xf32>
  %5 = kina.rsqrt %a : tensor<2x3xf32>
  // CHECK: kina.tanh %arg0 : tensor<2x3xf32>
  %6 = kina.tanh %a : tensor<2x3xf32>
  // CHECK: kina.sigmoid %arg0 : tensor<2x3xf32>
  %7 = kina.sigmoid %a : tensor<2x3xf32>
  // CHECK: kina.erf %arg0 : tensor<2x3xf32>
  %8 = kina.erf %a : tensor<2x3xf32>
  // CHECK: kina.sin %arg0 : tensor<2x3xf32>
  %9 = kina.sin %a : tensor<2x3xf32>
  // CHECK: kina.cos %arg0 : tensor<2x3xf32>
  %10 = kina.cos %a : tensor<2x3xf32>
  // CHECK: kina.floor %arg0 : tensor<2x3xf32>
  %11 = kina.floor %a : tensor<2x3xf32>
  // CHECK: kina.round %arg0 : tensor<2x3xf32>
  %12 = kina.round %a : tensor<2x3xf32>
  return
}

// CHECK-LABEL: @integers
func.func @integers(%a: tensor<?xi8>) -> tensor<?xi8> {
  // CHECK: kina.neg %arg0 : tensor<?xi8>
  %0 = kina.neg %a : tensor<?xi8>
  // CHECK: kina.abs %{{.*}} : tensor<?xi8>
  %1 = kina.abs %0 : tensor<?xi8>
  return %1 : tensor<?xi8>
}
