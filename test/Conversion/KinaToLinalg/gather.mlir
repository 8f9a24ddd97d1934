// RUN: kina-opt %s --kina-to-linalg | mlir-opt | FileCheck %s --implicit-check-not=kina.

// CHECK-LABEL: @dynamic_table
func.func @dynamic_table(%table: tensor<?x4xf32>, %ids: tensor<1x3xi32>) -> tensor<1x3x4xf32> {
  // CHECK: %[[ROWS:.*]] = tensor.dim %arg0, %c0
  // CHECK: %[[ROWS64:.*]] = arith.index_cast %[[ROWS]]
  // CHECK: %[[LAST:.*]] = arith.subi %[[ROWS64]], %c1_i64
  // CHECK: linalg.generic {{.*}} ins(%arg1
  // CHECK: %[[ID:.*]] = arith.extsi
  // CHECK: %[[LOW:.*]] = arith.maxsi %[[ID]], %c0_i64
  // CHECK: arith.minsi %[[LOW]], %[[LAST]]
  // CHECK: tensor.extract %arg0
  %0 = kina.gather %table, %ids : (tensor<?x4xf32>, tensor<1x3xi32>) -> tensor<1x3x4xf32>
  return %0 : tensor<1x3x4xf32>
}

// CHECK-LABEL: @scalar_id
func.func @scalar_id(%table: tensor<8xf32>, %ids: tensor<i64>) -> tensor<f32> {
  // CHECK: linalg.generic {{.*}} iterator_types = []
  %0 = kina.gather %table, %ids : (tensor<8xf32>, tensor<i64>) -> tensor<f32>
  return %0 : tensor<f32>
}

// CHECK-LABEL: @constant_id_inside
func.func @constant_id_inside(%table: tensor<8xf32>) -> tensor<2xf32> {
  %0 = kina.constant dense<[0, 7]> : tensor<2xi64>
  // CHECK: tensor.extract
  %1 = kina.gather %table, %0 : (tensor<8xf32>, tensor<2xi64>) -> tensor<2xf32>
  return %1 : tensor<2xf32>
}

// The slice drops the id that would be outside.
// CHECK-LABEL: @constant_id_dropped
func.func @constant_id_dropped(%table: tensor<8xf32>) -> tensor<1xf32> {
  %0 = kina.constant dense<[0, 8]> : tensor<2xi64>
  %1 = kina.slice %0 axis = 0 [0 : 1] : tensor<2xi64> -> tensor<1xi64>
  %2 = kina.gather %table, %1 : (tensor<8xf32>, tensor<1xi64>) -> tensor<1xf32>
  return %2 : tensor<1xf32>
}
