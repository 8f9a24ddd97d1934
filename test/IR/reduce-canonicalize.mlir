// RUN: kina-opt %s --canonicalize | FileCheck %s
// RUN: kina-opt %s --canonicalize -o %t
// RUN: kina-opt %t --canonicalize | diff %t -

// CHECK-LABEL: @integers
func.func @integers() -> (tensor<2xi8>, tensor<1x2xi8>, tensor<2xi8>, tensor<1xi8>) {
  // CHECK-DAG: %[[SUM:.*]] = kina.constant dense<[-128, 0]> : tensor<2xi8>
  // CHECK-DAG: %[[MAX:.*]] = kina.constant dense<{{\[}}[127, 1]]> : tensor<1x2xi8>
  // CHECK-DAG: %[[MIN:.*]] = kina.constant dense<[1, -1]> : tensor<2xi8>
  // 2^32 + 44 times 1
  // CHECK-DAG: %[[SPLAT:.*]] = kina.constant dense<44> : tensor<1xi8>
  // CHECK: return %[[SUM]], %[[MAX]], %[[MIN]], %[[SPLAT]]
  %0 = kina.constant dense<[[127, -1], [1, 1]]> : tensor<2x2xi8>
  %1 = kina.reduce sum %0 axis = 0 : tensor<2x2xi8> -> tensor<2xi8>
  %2 = kina.reduce max %0 axis = 0 keep : tensor<2x2xi8> -> tensor<1x2xi8>
  %3 = kina.reduce min %0 axis = 0 : tensor<2x2xi8> -> tensor<2xi8>
  %4 = kina.constant dense<1> : tensor<1x4294967340xi8>
  %5 = kina.reduce sum %4 axis = 1 : tensor<1x4294967340xi8> -> tensor<1xi8>
  return %1, %2, %3, %5 : tensor<2xi8>, tensor<1x2xi8>, tensor<2xi8>, tensor<1xi8>
}

// CHECK-LABEL: @floats
func.func @floats() -> (tensor<3xf32>, tensor<3xf32>, tensor<f32>) {
  // CHECK-DAG: %[[MAX:.*]] = kina.constant dense<[0.000000e+00, 2.000000e+00, 0xFF800000]> : tensor<3xf32>
  // CHECK-DAG: %[[MIN:.*]] = kina.constant dense<[-0.000000e+00, 0xFF800000, 0xFF800000]> : tensor<3xf32>
  // CHECK-DAG: %[[SPLAT:.*]] = kina.constant dense<-0.000000e+00> : tensor<f32>
  // CHECK: return %[[MAX]], %[[MIN]], %[[SPLAT]]
  %0 = kina.constant dense<[[-0.0, 0.0], [2.0, 0xFF800000], [0xFF800000, 0xFF800000]]> : tensor<3x2xf32>
  %1 = kina.reduce max %0 axis = 1 : tensor<3x2xf32> -> tensor<3xf32>
  %2 = kina.reduce min %0 axis = 1 : tensor<3x2xf32> -> tensor<3xf32>
  %3 = kina.constant dense<-0.0> : tensor<1000000000xf32>
  %4 = kina.reduce max %3 axis = 0 : tensor<1000000000xf32> -> tensor<f32>
  return %1, %2, %4 : tensor<3xf32>, tensor<3xf32>, tensor<f32>
}

// CHECK-LABEL: @never
func.func @never() -> (tensor<f32>, tensor<f32>, tensor<f32>) {
  // CHECK-DAG: kina.reduce sum
  // CHECK-DAG: kina.reduce mean
  // CHECK-DAG: kina.reduce max
  %0 = kina.constant dense<1.0> : tensor<2xf32>
  %1 = kina.reduce sum %0 axis = 0 : tensor<2xf32> -> tensor<f32>
  %2 = kina.reduce mean %0 axis = 0 : tensor<2xf32> -> tensor<f32>
  %3 = kina.constant dense<[0x7FC00000, 1.0]> : tensor<2xf32>
  %4 = kina.reduce max %3 axis = 0 : tensor<2xf32> -> tensor<f32>
  return %1, %2, %4 : tensor<f32>, tensor<f32>, tensor<f32>
}
