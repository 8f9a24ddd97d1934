// RUN: kina-opt %s --kina-to-linalg | mlir-opt | FileCheck %s --implicit-check-not=kina.

// CHECK-LABEL: @floats
func.func @floats(%a: tensor<2xf16>) -> tensor<2xbf16> {
  // CHECK: arith.extf {{.*}} : f16 to f64
  %0 = kina.cast %a : tensor<2xf16> -> tensor<2xf64>
  // CHECK: arith.truncf {{.*}} : f64 to f32
  // CHECK-NOT: arith.bitcast
  %1 = kina.cast %0 : tensor<2xf64> -> tensor<2xf32>
  // CHECK: arith.truncf {{.*}} : f32 to f16
  %2 = kina.cast %1 : tensor<2xf32> -> tensor<2xf16>
  // Neither holds the other's values.
  // CHECK: arith.extf {{.*}} : f16 to f32
  // CHECK: arith.truncf {{.*}} : f32 to bf16
  %3 = kina.cast %2 : tensor<2xf16> -> tensor<2xbf16>
  return %3 : tensor<2xbf16>
}

// Two steps that round but once.
// CHECK-LABEL: @double_to_half
func.func @double_to_half(%a: tensor<2xf64>) -> tensor<2xbf16> {
  // CHECK: arith.truncf {{.*}} : f64 to f32
  // CHECK: arith.bitcast {{.*}} : f32 to i32
  // CHECK: arith.bitcast {{.*}} : i32 to f32
  // CHECK: arith.truncf {{.*}} : f32 to bf16
  // CHECK-NOT: f64 to bf16
  %0 = kina.cast %a : tensor<2xf64> -> tensor<2xbf16>
  return %0 : tensor<2xbf16>
}

// CHECK-LABEL: @integers
func.func @integers(%a: tensor<?xi1>) -> tensor<?xi1> {
  // CHECK: arith.extui {{.*}} : i1 to i8
  %0 = kina.cast %a : tensor<?xi1> -> tensor<?xi8>
  // CHECK: arith.extsi {{.*}} : i8 to i64
  %1 = kina.cast %0 : tensor<?xi8> -> tensor<?xi64>
  // CHECK: arith.trunci {{.*}} : i64 to i32
  %2 = kina.cast %1 : tensor<?xi64> -> tensor<?xi32>
  // CHECK: arith.cmpi ne, {{.*}} : i32
  %3 = kina.cast %2 : tensor<?xi32> -> tensor<?xi1>
  return %3 : tensor<?xi1>
}

// CHECK-LABEL: @same
func.func @same(%a: tensor<2xf32>) -> tensor<2xf32> {
  // CHECK-NEXT: return %arg0
  %0 = kina.cast %a : tensor<2xf32> -> tensor<2xf32>
  return %0 : tensor<2xf32>
}

// CHECK-LABEL: @more_and_less_static
func.func @more_and_less_static(%a: tensor<?x3xf32>) -> tensor<2x?xi32> {
  // CHECK: linalg.generic
  // CHECK: tensor.cast {{.*}} : tensor<?x3xi32> to tensor<2x?xi32>
  %0 = kina.cast %a : tensor<?x3xf32> -> tensor<2x?xi32>
  return %0 : tensor<2x?xi32>
}
