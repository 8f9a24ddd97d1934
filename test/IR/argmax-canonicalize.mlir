// RUN: kina-opt %s --canonicalize | FileCheck %s
// RUN: kina-opt %s --canonicalize -o %t
// RUN: kina-opt %t --canonicalize | diff %t -

// CHECK-LABEL: @constants
func.func @constants() -> (tensor<5xi64>, tensor<2xi64>, tensor<1xi64>) {
  // CHECK-DAG: kina.constant dense<[1, 1, 0, 0, 0]> : tensor<5xi64>
  // CHECK-DAG: kina.constant dense<[1, 0]> : tensor<2xi64>
  // CHECK-DAG: kina.constant dense<0> : tensor<1xi64>
  // CHECK-NOT: kina.argmax
  %0 = kina.constant dense<[[1.0, 0x7FC00000, 2.0], [1.0, 0x7FC00000, 0x7FC00000], [0x7FC00000, 1.0, 2.0], [0xFF800000, 0xFF800000, 0xFF800000], [-0.0, 0.0, -0.0]]> : tensor<5x3xf32>
  %1 = kina.argmax %0 axis = 1 : tensor<5x3xf32> -> tensor<5xi64>
  %2 = kina.constant dense<[[-128, 3], [-1, 3]]> : tensor<2x2xi8>
  %3 = kina.argmax %2 axis = 0 : tensor<2x2xi8> -> tensor<2xi64>
  %4 = kina.constant dense<0x7FC00000> : tensor<1x1000000000xf32>
  %5 = kina.argmax %4 axis = 1 : tensor<1x1000000000xf32> -> tensor<1xi64>
  return %1, %3, %5 : tensor<5xi64>, tensor<2xi64>, tensor<1xi64>
}

// CHECK-LABEL: @not_constant
func.func @not_constant(%a: tensor<1x2xf32>) -> tensor<1xi64> {
  // CHECK-NEXT: kina.argmax
  %0 = kina.argmax %a axis = 1 : tensor<1x2xf32> -> tensor<1xi64>
  return %0 : tensor<1xi64>
}
