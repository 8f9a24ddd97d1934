// RUN: kina-opt %s --verify-roundtrip | FileCheck %s
// RUN: kina-opt %s --mlir-print-op-generic | kina-opt | FileCheck %s
// RUN: kina-opt %s --emit-bytecode | kina-opt | FileCheck %s

// CHECK-LABEL: @example
func.func @example(%x: tensor<1x4xf32>, %w: tensor<4x8xf32>) -> tensor<1x8xf32> {
  // CHECK: kina.shard_map over "columns" devices = 2 ins(%arg0 replicated : tensor<1x4xf32>, %arg1 axis 1 : tensor<4x8xf32>) outs(axis 1 : tensor<1x8xf32>) {
  // CHECK-NEXT: ^bb0(%[[X:.*]]: tensor<1x4xf32>, %[[W:.*]]: tensor<4x4xf32>):
  // CHECK: kina.yield %{{.*}} : tensor<1x4xf32>
  %y = kina.shard_map over "columns" devices = 2
      ins(%x replicated : tensor<1x4xf32>, %w axis 1 : tensor<4x8xf32>)
      outs(axis 1 : tensor<1x8xf32>) {
  ^bb0(%x0: tensor<1x4xf32>, %w0: tensor<4x4xf32>):
    %0 = kina.matmul %x0, %w0 : (tensor<1x4xf32>, tensor<4x4xf32>) -> tensor<1x4xf32>
    kina.yield %0 : tensor<1x4xf32>
  }
  return %y : tensor<1x8xf32>
}

// No operand, no result, all kinds of results, extents that are not known.
// CHECK-LABEL: @corners
func.func @corners(%a: tensor<?x6xf32>) -> (tensor<?x6xf32>, tensor<?x2xf32>, tensor<f32>) {
  // CHECK: kina.shard_map over "x" devices = 3 ins(%arg0 axis 1 : tensor<?x6xf32>) outs(axis 1 : tensor<?x6xf32>, partial : tensor<?x2xf32>, replicated : tensor<f32>)
  %0:3 = kina.shard_map over "x" devices = 3 ins(%a axis 1 : tensor<?x6xf32>)
      outs(axis 1 : tensor<?x6xf32>, partial : tensor<?x2xf32>, replicated : tensor<f32>) {
  ^bb0(%a0: tensor<?x2xf32>):
    %1 = kina.constant dense<1.0> : tensor<f32>
    kina.yield %a0, %a0, %1 : tensor<?x2xf32>, tensor<?x2xf32>, tensor<f32>
  }
  // CHECK: kina.shard_map over "x" devices = 3 ins() outs()
  kina.shard_map over "x" devices = 3 ins() outs() {
    kina.yield
  }
  return %0#0, %0#1, %0#2 : tensor<?x6xf32>, tensor<?x2xf32>, tensor<f32>
}

// CHECK-LABEL: @collectives
func.func @collectives(%a: tensor<1x?xf32>, %s: tensor<f32>, %c: i64) {
  // CHECK: kina.device_index %arg2 axis = 1 : index
  %0 = kina.device_index %c axis = 1 : index
  // CHECK: kina.all_gather %arg0 over %arg2 axis = 0 devices = 2 : tensor<1x?xf32> -> tensor<2x?xf32>
  %1 = kina.all_gather %a over %c axis = 0 devices = 2 : tensor<1x?xf32> -> tensor<2x?xf32>
  // CHECK: kina.all_gather %arg1 over %arg2 axis = 0 devices = 3 : tensor<f32> -> tensor<3xf32>
  %2 = kina.all_gather %s over %c axis = 0 devices = 3 : tensor<f32> -> tensor<3xf32>
  return
}
