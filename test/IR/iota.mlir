// RUN: kina-opt %s --verify-roundtrip | FileCheck %s
// RUN: kina-opt %s --mlir-print-op-generic | kina-opt | FileCheck %s
// RUN: kina-opt %s --emit-bytecode | kina-opt | FileCheck %s

// CHECK-LABEL: @example
func.func @example(%n: index) -> (tensor<4x6xi64>, tensor<4x?xi64>) {
  // CHECK: kina.iota axis = 1 : tensor<4x6xi64>
  %0 = kina.iota axis = 1 : tensor<4x6xi64>
  // CHECK: kina.iota to [4, %{{.*}}] axis = 1 : tensor<4x?xi64>
  %1 = kina.iota to [4, %n] axis = 1 : tensor<4x?xi64>
  return %0, %1 : tensor<4x6xi64>, tensor<4x?xi64>
}

// CHECK-LABEL: @i32
func.func @i32(%n: index, %m: index) -> tensor<?x3x?xi32> {
  // CHECK: kina.iota to [%arg0, 3, %arg1] axis = 0 : tensor<?x3x?xi32>
  %0 = kina.iota to [%n, 3, %m] axis = 0 : tensor<?x3x?xi32>
  return %0 : tensor<?x3x?xi32>
}
