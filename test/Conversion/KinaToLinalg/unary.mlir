// RUN: kina-opt %s --kina-to-linalg | mlir-opt | FileCheck %s --implicit-check-not=kina.

// CHECK-LABEL: @named
func.func @named(%a: tensor<2x?xf64>) -> tensor<2x?xf64> {
  // CHECK: linalg.negf
  %0 = kina.neg %a : tensor<2x?xf64>
  // CHECK: linalg.abs
  %1 = kina.abs %0 : tensor<2x?xf64>
  // CHECK: linalg.exp
  %2 = kina.exp %1 : tensor<2x?xf64>
  // CHECK: linalg.log
  %3 = kina.log %2 : tensor<2x?xf64>
  // CHECK: linalg.sqrt
  %4 = kina.sqrt %3 : tensor<2x?xf64>
  // CHECK: linalg.tanh
  %5 = kina.tanh %4 : tensor<2x?xf64>
  // CHECK: linalg.erf
  %6 = kina.erf %5 : tensor<2x?xf64>
  // CHECK: linalg.floor
  %7 = kina.floor %6 : tensor<2x?xf64>
  return %7 : tensor<2x?xf64>
}

// No named op has these semantics.
// CHECK-LABEL: @unnamed
func.func @unnamed(%a: tensor<2xf32>) -> tensor<2xf32> {
  // CHECK: math.roundeven
  %0 = kina.round %a : tensor<2xf32>
  // CHECK: math.sqrt
  // CHECK: arith.divf
  // CHECK-NOT: rsqrt
  %1 = kina.rsqrt %0 : tensor<2xf32>
  // CHECK: arith.cmpf olt
  // CHECK: arith.negf
  // CHECK: math.exp
  // CHECK: arith.addf
  // CHECK: arith.divf
  // CHECK: arith.select
  %2 = kina.sigmoid %1 : tensor<2xf32>
  // CHECK: math.sin
  %3 = kina.sin %2 : tensor<2xf32>
  // CHECK: math.cos
  %4 = kina.cos %3 : tensor<2xf32>
  return %4 : tensor<2xf32>
}

// CHECK-LABEL: @half
func.func @half(%a: tensor<2xf16>) -> tensor<2xf16> {
  // CHECK: arith.extf {{.*}} : f16 to f32
  // CHECK: math.exp {{.*}} : f32
  // CHECK: arith.truncf {{.*}} : f32 to f16
  %0 = kina.exp %a : tensor<2xf16>
  return %0 : tensor<2xf16>
}

// CHECK-LABEL: @integers
func.func @integers(%a: tensor<2xi32>) -> tensor<2xi32> {
  // CHECK: arith.subi
  %0 = kina.neg %a : tensor<2xi32>
  // CHECK: math.absi
  %1 = kina.abs %0 : tensor<2xi32>
  return %1 : tensor<2xi32>
}
