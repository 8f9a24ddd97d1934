// RUN: kina-opt %s --canonicalize | FileCheck %s
// RUN: kina-opt %s --canonicalize -o %t
// RUN: kina-opt %t --canonicalize | diff %t -

// CHECK-LABEL: @identity
func.func @identity(%a: tensor<?xf32>) -> tensor<?xf32> {
  // CHECK-NEXT: return %arg0
  %0 = kina.cast %a : tensor<?xf32> -> tensor<?xf32>
  return %0 : tensor<?xf32>
}

// CHECK-LABEL: @not_identity
func.func @not_identity(%a: tensor<?xf32>, %b: tensor<2xf32>) -> (tensor<2xf32>, tensor<2xf32>) {
  // CHECK-NEXT: kina.cast
  // CHECK-NEXT: kina.cast
  // CHECK-NEXT: kina.cast
  %0 = kina.cast %a : tensor<?xf32> -> tensor<2xf32>
  %1 = kina.cast %b : tensor<2xf32> -> tensor<2xf16>
  %2 = kina.cast %1 : tensor<2xf16> -> tensor<2xf32>
  return %0, %2 : tensor<2xf32>, tensor<2xf32>
}

// CHECK-LABEL: @float_to_integer
func.func @float_to_integer() -> (tensor<6xi8>, tensor<6xi1>) {
  // CHECK-DAG: %[[I8:.*]] = kina.constant dense<[127, -128, 0, -1, 0, 127]> : tensor<6xi8>
  // CHECK-DAG: %[[I1:.*]] = kina.constant dense<[true, true, false, true, false, true]> : tensor<6xi1>
  // CHECK: return %[[I8]], %[[I1]]
  %0 = kina.constant dense<[0x7F800000, -1000.0, 0x7FC00000, -1.75, -0.0, 127.5]> : tensor<6xf32>
  %1 = kina.cast %0 : tensor<6xf32> -> tensor<6xi8>
  %2 = kina.cast %0 : tensor<6xf32> -> tensor<6xi1>
  return %1, %2 : tensor<6xi8>, tensor<6xi1>
}

// CHECK-LABEL: @integer_to_float
func.func @integer_to_float() -> (tensor<2xf32>, tensor<2xf32>) {
  // CHECK-DAG: %[[F32:.*]] = kina.constant dense<[0x4B800000, -1.000000e+00]> : tensor<2xf32>
  // CHECK-DAG: %[[I1:.*]] = kina.constant dense<[1.000000e+00, 0.000000e+00]> : tensor<2xf32>
  // CHECK: return %[[F32]], %[[I1]]
  %0 = kina.constant dense<[16777217, -1]> : tensor<2xi64>
  %1 = kina.cast %0 : tensor<2xi64> -> tensor<2xf32>
  %2 = kina.constant dense<[true, false]> : tensor<2xi1>
  %3 = kina.cast %2 : tensor<2xi1> -> tensor<2xf32>
  return %1, %3 : tensor<2xf32>, tensor<2xf32>
}

// CHECK-LABEL: @integer_to_integer
func.func @integer_to_integer() -> (tensor<2xi8>, tensor<2xi64>, tensor<2xi1>) {
  // CHECK-DAG: %[[I8:.*]] = kina.constant dense<[44, -2]> : tensor<2xi8>
  // CHECK-DAG: %[[I64:.*]] = kina.constant dense<[300, -2]> : tensor<2xi64>
  // CHECK-DAG: %[[I1:.*]] = kina.constant dense<true> : tensor<2xi1>
  // CHECK: return %[[I8]], %[[I64]], %[[I1]]
  %0 = kina.constant dense<[300, -2]> : tensor<2xi32>
  %1 = kina.cast %0 : tensor<2xi32> -> tensor<2xi8>
  %2 = kina.cast %0 : tensor<2xi32> -> tensor<2xi64>
  %3 = kina.cast %0 : tensor<2xi32> -> tensor<2xi1>
  return %1, %2, %3 : tensor<2xi8>, tensor<2xi64>, tensor<2xi1>
}

// Once, to the nearest, ties to even: by way of f32 it would be 1.
// CHECK-LABEL: @float_to_float
func.func @float_to_float() -> (tensor<1xbf16>, tensor<1xf32>) {
  // CHECK-DAG: kina.constant dense<1.007810e+00> : tensor<1xbf16>
  // CHECK-DAG: kina.constant dense<0x7F800000> : tensor<1xf32>
  %0 = kina.constant dense<1.00390625000001> : tensor<1xf64>
  %1 = kina.cast %0 : tensor<1xf64> -> tensor<1xbf16>
  %2 = kina.constant dense<1.0e300> : tensor<1xf64>
  %3 = kina.cast %2 : tensor<1xf64> -> tensor<1xf32>
  return %1, %3 : tensor<1xbf16>, tensor<1xf32>
}

// CHECK-LABEL: @nan_stays
func.func @nan_stays() -> tensor<1xf32> {
  // CHECK: kina.cast
  %0 = kina.constant dense<0x7FF8000000000000> : tensor<1xf64>
  %1 = kina.cast %0 : tensor<1xf64> -> tensor<1xf32>
  return %1 : tensor<1xf32>
}
