// RUN: kina-opt %s --canonicalize | FileCheck %s
// RUN: kina-opt %s --canonicalize -o %t
// RUN: kina-opt %t --canonicalize | diff %t -

// CHECK-LABEL: @constants
func.func @constants() -> (tensor<1x3x2xf32>, tensor<f32>, tensor<1000000000xi8>) {
  // CHECK-DAG: kina.constant dense<{{\[\[}}[3.000000e+00, -0.000000e+00], [0x7FC00001, 2.000000e+00], [3.000000e+00, -0.000000e+00]]]> : tensor<1x3x2xf32>
  // CHECK-DAG: kina.constant dense<2.000000e+00> : tensor<f32>
  // CHECK-DAG: kina.constant dense<7> : tensor<1000000000xi8>
  // CHECK-NOT: kina.gather
  %0 = kina.constant dense<[[0x7FC00001, 2.0], [3.0, -0.0]]> : tensor<2x2xf32>
  %1 = kina.constant dense<[[1, 0, 1]]> : tensor<1x3xi64>
  %2 = kina.gather %0, %1 : (tensor<2x2xf32>, tensor<1x3xi64>) -> tensor<1x3x2xf32>
  %3 = kina.constant dense<[1.0, 2.0]> : tensor<2xf32>
  %4 = kina.constant dense<1> : tensor<i32>
  %5 = kina.gather %3, %4 : (tensor<2xf32>, tensor<i32>) -> tensor<f32>
  %6 = kina.constant dense<7> : tensor<2xi8>
  %7 = kina.constant dense<1> : tensor<1000000000xi64>
  %8 = kina.gather %6, %7 : (tensor<2xi8>, tensor<1000000000xi64>) -> tensor<1000000000xi8>
  return %2, %5, %8 : tensor<1x3x2xf32>, tensor<f32>, tensor<1000000000xi8>
}

// O-06: kina-to-linalg complains about these.
// CHECK-LABEL: @outside
func.func @outside() -> (tensor<2xf32>, tensor<f32>, tensor<f32>) {
  // CHECK-COUNT-3: kina.gather
  %0 = kina.constant dense<[1.0, 2.0]> : tensor<2xf32>
  %1 = kina.constant dense<[0, 2]> : tensor<2xi64>
  %2 = kina.gather %0, %1 : (tensor<2xf32>, tensor<2xi64>) -> tensor<2xf32>
  %3 = kina.constant dense<-1> : tensor<i32>
  %4 = kina.gather %0, %3 : (tensor<2xf32>, tensor<i32>) -> tensor<f32>
  %5 = kina.constant dense<1.0> : tensor<2xf32>
  %6 = kina.constant dense<-9223372036854775808> : tensor<i64>
  %7 = kina.gather %5, %6 : (tensor<2xf32>, tensor<i64>) -> tensor<f32>
  return %2, %4, %7 : tensor<2xf32>, tensor<f32>, tensor<f32>
}

// An id from outside is checked by the caller, whatever the table holds.
// CHECK-LABEL: @unknown
func.func @unknown(%i: tensor<2xi64>, %t: tensor<2xf32>) -> (tensor<2xf32>, tensor<2xf32>) {
  // CHECK-COUNT-2: kina.gather
  %0 = kina.constant dense<1.0> : tensor<2xf32>
  %1 = kina.gather %0, %i : (tensor<2xf32>, tensor<2xi64>) -> tensor<2xf32>
  %2 = kina.constant dense<1> : tensor<2xi64>
  %3 = kina.gather %t, %2 : (tensor<2xf32>, tensor<2xi64>) -> tensor<2xf32>
  return %1, %3 : tensor<2xf32>, tensor<2xf32>
}
