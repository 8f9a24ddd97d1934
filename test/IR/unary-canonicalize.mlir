// RUN: kina-opt %s --canonicalize | FileCheck %s
// RUN: kina-opt %s --canonicalize -o %t
// RUN: kina-opt %t --canonicalize | diff %t -

// CHECK-LABEL: @double_neg
func.func @double_neg(%a: tensor<2xf32>, %b: tensor<?xi8>) -> (tensor<2xf32>, tensor<?xi8>) {
  // CHECK-NEXT: return %arg0, %arg1
  %0 = kina.neg %a : tensor<2xf32>
  %1 = kina.neg %0 : tensor<2xf32>
  %2 = kina.neg %b : tensor<?xi8>
  %3 = kina.neg %2 : tensor<?xi8>
  return %1, %3 : tensor<2xf32>, tensor<?xi8>
}

// CHECK-LABEL: @neg_of_another
func.func @neg_of_another(%a: tensor<2xf32>) -> tensor<2xf32> {
  // CHECK-NEXT: kina.neg
  // CHECK-NEXT: kina.abs
  // CHECK-NEXT: kina.neg
  %0 = kina.neg %a : tensor<2xf32>
  %1 = kina.abs %0 : tensor<2xf32>
  %2 = kina.neg %1 : tensor<2xf32>
  return %2 : tensor<2xf32>
}

// CHECK-LABEL: @constants
func.func @constants() -> (tensor<3xi8>, tensor<3xi8>, tensor<3xf32>, tensor<3xf32>, tensor<4xf16>, tensor<4xf16>) {
  // CHECK-DAG: %[[NEGI:.*]] = kina.constant dense<[-128, -1, 0]> : tensor<3xi8>
  // CHECK-DAG: %[[ABSI:.*]] = kina.constant dense<[-128, 1, 0]> : tensor<3xi8>
  // CHECK-DAG: %[[NEG:.*]] = kina.constant dense<[0.000000e+00, 0x7F800000, -1.500000e+00]> : tensor<3xf32>
  // CHECK-DAG: %[[ABS:.*]] = kina.constant dense<[0.000000e+00, 0x7F800000, 1.500000e+00]> : tensor<3xf32>
  // CHECK-DAG: %[[FLOOR:.*]] = kina.constant dense<[-1.000000e+00, 0.000000e+00, 2.000000e+00, -0.000000e+00]> : tensor<4xf16>
  // CHECK-DAG: %[[ROUND:.*]] = kina.constant dense<[-0.000000e+00, 0.000000e+00, 2.000000e+00, -0.000000e+00]> : tensor<4xf16>
  // CHECK: return %[[NEGI]], %[[ABSI]], %[[NEG]], %[[ABS]], %[[FLOOR]], %[[ROUND]]
  %0 = kina.constant dense<[-128, 1, 0]> : tensor<3xi8>
  %1 = kina.neg %0 : tensor<3xi8>
  %2 = kina.abs %0 : tensor<3xi8>
  %3 = kina.constant dense<[-0.0, 0xFF800000, 1.5]> : tensor<3xf32>
  %4 = kina.neg %3 : tensor<3xf32>
  %5 = kina.abs %3 : tensor<3xf32>
  %6 = kina.constant dense<[-0.5, 0.5, 2.5, -0.0]> : tensor<4xf16>
  %7 = kina.floor %6 : tensor<4xf16>
  %8 = kina.round %6 : tensor<4xf16>
  return %1, %2, %4, %5, %7, %8 : tensor<3xi8>, tensor<3xi8>, tensor<3xf32>, tensor<3xf32>, tensor<4xf16>, tensor<4xf16>
}

// CHECK-LABEL: @nan_constants
func.func @nan_constants() -> (tensor<f32>, tensor<f32>, tensor<f32>) {
  // CHECK-DAG: kina.neg
  // CHECK-DAG: kina.abs
  // CHECK-DAG: kina.floor
  %0 = kina.constant dense<0x7FC00000> : tensor<f32>
  %1 = kina.neg %0 : tensor<f32>
  %2 = kina.abs %0 : tensor<f32>
  %3 = kina.floor %0 : tensor<f32>
  return %1, %2, %3 : tensor<f32>, tensor<f32>, tensor<f32>
}

// The bits of these come from the compiled code alone.
// CHECK-LABEL: @never
func.func @never() -> (tensor<f64>, tensor<f64>, tensor<f64>, tensor<f64>, tensor<f64>, tensor<f64>, tensor<f64>, tensor<f64>, tensor<f64>) {
  %0 = kina.constant dense<1.0> : tensor<f64>
  // CHECK: kina.exp
  %1 = kina.exp %0 : tensor<f64>
  // CHECK: kina.log
  %2 = kina.log %0 : tensor<f64>
  // CHECK: kina.sqrt
  %3 = kina.sqrt %0 : tensor<f64>
  // CHECK: kina.rsqrt
  %4 = kina.rsqrt %0 : tensor<f64>
  // CHECK: kina.tanh
  %5 = kina.tanh %0 : tensor<f64>
  // CHECK: kina.sigmoid
  %6 = kina.sigmoid %0 : tensor<f64>
  // CHECK: kina.erf
  %7 = kina.erf %0 : tensor<f64>
  // CHECK: kina.sin
  %8 = kina.sin %0 : tensor<f64>
  // CHECK: kina.cos
  %9 = kina.cos %0 : tensor<f64>
  return %1, %2, %3, %4, %5, %6, %7, %8, %9 : tensor<f64>, tensor<f64>, tensor<f64>, tensor<f64>, tensor<f64>, tensor<f64>, tensor<f64>, tensor<f64>, tensor<f64>
}
