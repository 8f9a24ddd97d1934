// RUN: kina-opt %s --canonicalize | FileCheck %s
// RUN: kina-opt %s --canonicalize -o %t
// RUN: kina-opt %t --canonicalize | diff %t -

// CHECK-LABEL: @integer_constants
func.func @integer_constants() -> tensor<4xi8> {
  // CHECK-NEXT: kina.constant dense<[-3, 5, 2, -128]> : tensor<4xi8>
  %0 = kina.constant dense<[-100, 100, 2, 7]> : tensor<4xi8>
  %1 = kina.constant dense<[-3, -3, -3, 127]> : tensor<4xi8>
  %2 = kina.constant dense<[5, 5, 5, -128]> : tensor<4xi8>
  %3 = kina.clamp %0, %1, %2 : tensor<4xi8>
  return %3 : tensor<4xi8>
}

// max wins where min is above it; -0 is below +0.
// CHECK-LABEL: @float_constants
func.func @float_constants() -> tensor<4xf32> {
  // CHECK-NEXT: kina.constant dense<[6.000000e+00, 1.000000e+00, 0.000000e+00, -0.000000e+00]> : tensor<4xf32>
  %0 = kina.constant dense<[0x7F800000, 3.0, -0.0, 0.0]> : tensor<4xf32>
  %1 = kina.constant dense<[0.0, 2.0, 0.0, -1.0]> : tensor<4xf32>
  %2 = kina.constant dense<[6.0, 1.0, 6.0, -0.0]> : tensor<4xf32>
  %3 = kina.clamp %0, %1, %2 : tensor<4xf32>
  return %3 : tensor<4xf32>
}

// CHECK-LABEL: @splats
func.func @splats() -> tensor<1000000000xbf16> {
  // CHECK-NEXT: kina.constant dense<6.000000e+00> : tensor<1000000000xbf16>
  %0 = kina.constant dense<8.0> : tensor<1000000000xbf16>
  %1 = kina.constant dense<0.0> : tensor<1000000000xbf16>
  %2 = kina.constant dense<6.0> : tensor<1000000000xbf16>
  %3 = kina.clamp %0, %1, %2 : tensor<1000000000xbf16>
  return %3 : tensor<1000000000xbf16>
}

// CHECK-LABEL: @equal_integer_bounds
func.func @equal_integer_bounds(%a: tensor<?xi32>, %b: tensor<?xi32>) -> tensor<?xi32> {
  // CHECK-NEXT: return %arg1
  %0 = kina.clamp %a, %b, %b : tensor<?xi32>
  return %0 : tensor<?xi32>
}

// A NaN of the input is the result; one that is known is left to the compiled code.
// CHECK-LABEL: @must_not_fire
func.func @must_not_fire(%a: tensor<2xf32>, %b: tensor<2xf32>) -> (tensor<2xf32>, tensor<2xf32>) {
  // CHECK: kina.clamp %arg0, %arg1, %arg1
  %0 = kina.clamp %a, %b, %b : tensor<2xf32>
  // CHECK: kina.clamp
  %1 = kina.constant dense<[0x7FC00000, 1.0]> : tensor<2xf32>
  %2 = kina.constant dense<0.0> : tensor<2xf32>
  %3 = kina.clamp %1, %2, %2 : tensor<2xf32>
  return %0, %3 : tensor<2xf32>, tensor<2xf32>
}
