// RUN: kina-opt %s --verify-roundtrip | FileCheck %s
// RUN: kina-opt %s --mlir-print-op-generic | kina-opt | FileCheck %s
// RUN: kina-opt %s --emit-bytecode | kina-opt | FileCheck %s

// CHECK-LABEL: @example
func.func @example() -> tensor<2xf32> {
  // CHECK: kina.constant dense<[5.000000e-01, 1.000000e+00]> : tensor<2xf32>
  %0 = kina.constant dense<[0.5, 1.0]> : tensor<2xf32>
  return %0 : tensor<2xf32>
}

// CHECK-LABEL: @element_types
func.func @element_types() {
  // CHECK: dense<1.000000e+00> : tensor<2x3xf32>
  %0 = kina.constant dense<1.0> : tensor<2x3xf32>
  // CHECK: dense<1.000000e+00> : tensor<f64>
  %1 = kina.constant dense<1.0> : tensor<f64>
  // CHECK: dense<0x7E00> : tensor<1xf16>
  %2 = kina.constant dense<0x7E00> : tensor<1xf16>
  // CHECK: dense<0x7F80> : tensor<1xbf16>
  %3 = kina.constant dense<0x7F80> : tensor<1xbf16>
  // CHECK: dense<-9223372036854775808> : tensor<1xi64>
  %4 = kina.constant dense<-9223372036854775808> : tensor<1xi64>
  // CHECK: dense<[1, -2]> : tensor<2xi32>
  %5 = kina.constant dense<[1, -2]> : tensor<2xi32>
  // CHECK: dense<-128> : tensor<1xi8>
  %6 = kina.constant dense<-128> : tensor<1xi8>
  // CHECK: dense<[true, false]> : tensor<2xi1>
  %7 = kina.constant dense<[true, false]> : tensor<2xi1>
  return
}

// A string of as many bytes as one element is a splat in MLIR.
// CHECK-LABEL: @bytes
func.func @bytes() {
  // CHECK: dense<1.000000e+00> : tensor<2xf32>
  // O-16: one element of bytes is a splat.
  %0 = kina.constant dense<"0x0000803F"> : tensor<2xf32>
  // CHECK: dense<[1.000000e+00, 2.000000e+00]> : tensor<2xf32>
  %1 = kina.constant dense<"0x0000803F00000040"> : tensor<2xf32>
  return
}

// CHECK-LABEL: @attributes
func.func @attributes() {
  // CHECK: kina.constant {note = "kept"} dense<1> : tensor<2xi32>
  %0 = kina.constant {note = "kept"} dense<1> : tensor<2xi32>
  return
}
