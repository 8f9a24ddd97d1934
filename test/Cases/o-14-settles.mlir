// O-14 a, c, d: the canonicalizer settles, and a second run changes nothing.
// Its time and memory: python/test_cases.py.
// RUN: kina-opt %s --canonicalize | FileCheck %s
// RUN: kina-opt %s --canonicalize -o %t
// RUN: kina-opt %t --canonicalize | diff %t -

// CHECK-LABEL: @rounds
func.func @rounds(%a: tensor<2x1x3xf32>) -> tensor<2x1x3xf32> {
  %0 = kina.reshape %a : tensor<2x1x3xf32> -> tensor<1x2x3xf32>
  %1 = kina.transpose %0 perm = [2, 1, 0] : tensor<1x2x3xf32> -> tensor<3x2x1xf32>
  %2 = kina.broadcast %1 : tensor<3x2x1xf32> -> tensor<3x2x1xf32>
  %3 = kina.reshape %2 : tensor<3x2x1xf32> -> tensor<3x2xf32>
  %4 = kina.transpose %3 perm = [1, 0] : tensor<3x2xf32> -> tensor<2x3xf32>
  %5 = kina.reshape %4 : tensor<2x3xf32> -> tensor<1x2x3xf32>
  %6 = kina.transpose %5 perm = [2, 1, 0] : tensor<1x2x3xf32> -> tensor<3x2x1xf32>
  %7 = kina.broadcast %6 : tensor<3x2x1xf32> -> tensor<3x2x1xf32>
  %8 = kina.reshape %7 : tensor<3x2x1xf32> -> tensor<3x2xf32>
  %9 = kina.transpose %8 perm = [1, 0] : tensor<3x2xf32> -> tensor<2x3xf32>
  %10 = kina.reshape %9 : tensor<2x3xf32> -> tensor<2x1x3xf32>
  // CHECK-COUNT-4: kina.transpose
  // CHECK-NOT: kina.transpose
  // CHECK-NOT: kina.broadcast
  return %10 : tensor<2x1x3xf32>
}

// CHECK-LABEL: @unreachable
func.func @unreachable(%a: tensor<2xi32>, %b: tensor<2xf32>) -> tensor<2xi32> {
  return %a : tensor<2xi32>
^dead:
  %zero = kina.constant dense<0> : tensor<2xi32>
  %0 = kina.add %0, %zero : tensor<2xi32>
  %1 = kina.broadcast %1 : tensor<2xi32> -> tensor<2xi32>
  %2 = kina.slice %2 axis = 0 [0 : 2] : tensor<2xi32> -> tensor<2xi32>
  %3 = kina.concat %3 axis = 0 : (tensor<2xi32>) -> tensor<2xi32>
  %4 = kina.neg %5 : tensor<2xi32>
  %5 = kina.neg %4 : tensor<2xi32>
  %6 = kina.slice %7 axis = 0 [0 : 2] : tensor<4xi32> -> tensor<2xi32>
  %7 = kina.concat %6, %6 axis = 0 : (tensor<2xi32>, tensor<2xi32>) -> tensor<4xi32>
  %8 = kina.cast %8 : tensor<2xi32> -> tensor<2xi32>
  cf.br ^dead
}

// CHECK-LABEL: @splats
func.func @splats() -> (tensor<100000x10000xf32>, tensor<1000000000xf32>, tensor<1000000000xf32>) {
  // CHECK-COUNT-2: kina.constant dense<1.000000e+00>
  // CHECK-NEXT: return
  %0 = kina.constant dense<1.0> : tensor<10000x100000xf32>
  %1 = kina.transpose %0 perm = [1, 0] : tensor<10000x100000xf32> -> tensor<100000x10000xf32>
  %2 = kina.constant dense<1.0> : tensor<f32>
  %3 = kina.broadcast %2 : tensor<f32> -> tensor<1000000000xf32>
  %4 = kina.constant dense<1.0> : tensor<500000000xf32>
  %5 = kina.concat %4, %4 axis = 0 : (tensor<500000000xf32>, tensor<500000000xf32>) -> tensor<1000000000xf32>
  return %1, %3, %5 : tensor<100000x10000xf32>, tensor<1000000000xf32>, tensor<1000000000xf32>
}
