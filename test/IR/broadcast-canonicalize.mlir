// RUN: kina-opt %s --canonicalize | FileCheck %s
// RUN: kina-opt %s --canonicalize -o %t
// RUN: kina-opt %t --canonicalize | diff %t -

// O-14 b
// CHECK-LABEL: @merge
func.func @merge(%a: tensor<1x1xf32>) -> tensor<3x4xf32> {
  // CHECK-NEXT: kina.broadcast %arg0 : tensor<1x1xf32> -> tensor<3x4xf32>
  // CHECK-NEXT: return
  %0 = kina.broadcast %a : tensor<1x1xf32> -> tensor<1x4xf32>
  %1 = kina.broadcast %0 : tensor<1x4xf32> -> tensor<3x4xf32>
  return %1 : tensor<3x4xf32>
}

// CHECK-LABEL: @merge_padding
func.func @merge_padding(%a: tensor<4xf32>, %n: index) -> tensor<?x3x4xf32> {
  // CHECK-NEXT: kina.broadcast %arg0 to [%arg1, 3, 4] : tensor<4xf32> -> tensor<?x3x4xf32>
  %0 = kina.broadcast %a : tensor<4xf32> -> tensor<3x4xf32>
  %1 = kina.broadcast %0 to [%n, 3, 4] : tensor<3x4xf32> -> tensor<?x3x4xf32>
  return %1 : tensor<?x3x4xf32>
}

// An extent of 1 is stretched, a `?` that turns out to be 1 is not.
// CHECK-LABEL: @merge_not_unknown
func.func @merge_not_unknown(%a: tensor<?xf32>, %b: tensor<4xf32>, %n: index) -> (tensor<3xf32>, tensor<5xf32>) {
  // CHECK-NEXT: kina.broadcast %arg0
  // CHECK-NEXT: kina.broadcast %arg1
  // CHECK-NEXT: kina.broadcast
  // CHECK-NEXT: kina.broadcast
  %0 = kina.broadcast %a : tensor<?xf32> -> tensor<1xf32>
  %2 = kina.broadcast %b to [%n] : tensor<4xf32> -> tensor<?xf32>
  %1 = kina.broadcast %0 : tensor<1xf32> -> tensor<3xf32>
  %3 = kina.broadcast %2 : tensor<?xf32> -> tensor<5xf32>
  return %1, %3 : tensor<3xf32>, tensor<5xf32>
}

// CHECK-LABEL: @identity
func.func @identity(%a: tensor<1x4xf32>, %b: tensor<?x4xf32>, %n: index) -> (tensor<1x4xf32>, tensor<?x4xf32>) {
  // CHECK-NEXT: return %arg0, %arg1
  %0 = kina.broadcast %a : tensor<1x4xf32> -> tensor<1x4xf32>
  %1 = kina.broadcast %b to [%n, 4] : tensor<?x4xf32> -> tensor<?x4xf32>
  return %0, %1 : tensor<1x4xf32>, tensor<?x4xf32>
}

// CHECK-LABEL: @not_identity
func.func @not_identity(%a: tensor<4xf32>, %b: tensor<?xf32>) -> (tensor<1x4xf32>, tensor<4xf32>) {
  // CHECK-NEXT: kina.broadcast %arg0
  // CHECK-NEXT: kina.broadcast %arg1
  %0 = kina.broadcast %a : tensor<4xf32> -> tensor<1x4xf32>
  %1 = kina.broadcast %b : tensor<?xf32> -> tensor<4xf32>
  return %0, %1 : tensor<1x4xf32>, tensor<4xf32>
}

// CHECK-LABEL: @constants
func.func @constants() -> (tensor<2x2x3xi8>, tensor<1000000000xf32>, tensor<2x2xf32>) {
  // CHECK-DAG: kina.constant dense<{{\[\[}}[1, 1, 1], [2, 2, 2]], {{\[}}[1, 1, 1], [2, 2, 2]]]> : tensor<2x2x3xi8>
  // CHECK-DAG: kina.constant dense<-0.000000e+00> : tensor<1000000000xf32>
  // CHECK-DAG: kina.constant dense<0x7FC00001> : tensor<2x2xf32>
  // CHECK-NOT: kina.broadcast
  %0 = kina.constant dense<[[1], [2]]> : tensor<2x1xi8>
  %1 = kina.broadcast %0 : tensor<2x1xi8> -> tensor<2x2x3xi8>
  // O-14 d
  %2 = kina.constant dense<-0.0> : tensor<f32>
  %3 = kina.broadcast %2 : tensor<f32> -> tensor<1000000000xf32>
  %4 = kina.constant dense<0x7FC00001> : tensor<f32>
  %5 = kina.broadcast %4 : tensor<f32> -> tensor<2x2xf32>
  return %1, %3, %5 : tensor<2x2x3xi8>, tensor<1000000000xf32>, tensor<2x2xf32>
}

// 2^14 elements fold, more do not.
// CHECK-LABEL: @bound
func.func @bound() -> (tensor<8192x2xi1>, tensor<8193x2xi1>) {
  // CHECK: kina.broadcast %{{.*}} : tensor<2xi1> -> tensor<8193x2xi1>
  // CHECK-NOT: kina.broadcast
  %0 = kina.constant dense<[true, false]> : tensor<2xi1>
  %1 = kina.broadcast %0 : tensor<2xi1> -> tensor<8192x2xi1>
  %2 = kina.broadcast %0 : tensor<2xi1> -> tensor<8193x2xi1>
  return %1, %2 : tensor<8192x2xi1>, tensor<8193x2xi1>
}

// CHECK-LABEL: @dynamic_constant
func.func @dynamic_constant(%n: index) -> tensor<?xf32> {
  // CHECK: kina.broadcast
  %0 = kina.constant dense<1.0> : tensor<1xf32>
  %1 = kina.broadcast %0 to [%n] : tensor<1xf32> -> tensor<?xf32>
  return %1 : tensor<?xf32>
}
