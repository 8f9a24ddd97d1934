// RUN: kina-opt %s --kina-shard-to-spmd --split-input-file | FileCheck %s

// CHECK: module attributes {kina.grid = [{axis = "columns", devices = 2 : i64}]}
// A weight that is only split is the device's part, x is all of it.
// CHECK-LABEL: @columns
// CHECK-SAME: (%[[X:.*]]: tensor<1x4xf32>, %[[W:[^:]*]]: tensor<4x4xf32> {kina.shard = {axis = 1 : i64, extent = 8 : i64, grid_axis = "columns", units = 2 : i64}}, %[[C:.*]]: i64 {kina.communicator})
func.func @columns(%x: tensor<1x4xf32>, %w: tensor<4x8xf32>) -> tensor<1x8xf32> {
  // CHECK-NEXT: %[[P:.*]] = kina.matmul %[[X]], %[[W]]
  // CHECK-NEXT: %[[ALL:.*]] = kina.all_gather %[[P]] over %[[C]] axis = 0 devices = 2 : tensor<1x4xf32> -> tensor<2x4xf32>
  // CHECK-NEXT: %[[Y0:.*]] = kina.slice %[[ALL]] axis = 0 [0 : 1]
  // CHECK-NEXT: %[[Y1:.*]] = kina.slice %[[ALL]] axis = 0 [1 : 2]
  // CHECK-NEXT: %[[Y:.*]] = kina.concat %[[Y0]], %[[Y1]] axis = 1
  // CHECK-NEXT: return %[[Y]]
  %y = kina.shard_map over "columns" devices = 2
      ins(%x replicated : tensor<1x4xf32>, %w axis 1 : tensor<4x8xf32>) outs(axis 1 : tensor<1x8xf32>) {
  ^bb0(%x0: tensor<1x4xf32>, %w0: tensor<4x4xf32>):
    %0 = kina.matmul %x0, %w0 : (tensor<1x4xf32>, tensor<4x4xf32>) -> tensor<1x4xf32>
    kina.yield %0 : tensor<1x4xf32>
  }
  return %y : tensor<1x8xf32>
}

// The caller's argument is only split too, by its callee; what it computes
// itself is cut before the call.
// CHECK-LABEL: @caller
// CHECK-SAME: %[[W:[^:]*]]: tensor<4x4xf32> {kina.shard
// CHECK-SAME: %[[V:[^:]*]]: tensor<4x8xf32>,
// CHECK-SAME: %[[C:[^:]*]]: i64 {kina.communicator})
func.func @caller(%x: tensor<1x4xf32>, %w: tensor<4x8xf32>, %v: tensor<4x8xf32>) -> (tensor<1x8xf32>, tensor<1x8xf32>) {
  // CHECK: call @columns(%{{.*}}, %[[W]], %[[C]])
  %0 = call @columns(%x, %w) : (tensor<1x4xf32>, tensor<4x8xf32>) -> tensor<1x8xf32>
  // CHECK: %[[N:.*]] = kina.neg %[[V]]
  %1 = kina.neg %v : tensor<4x8xf32>
  // CHECK: %[[R:.*]] = kina.device_index %[[C]] axis = 0
  // CHECK: %[[CUT:.*]] = kina.slice %[[N]] axis = 1 [%{{.*}} : %{{.*}}] : tensor<4x8xf32> -> tensor<4x4xf32>
  // CHECK: call @columns(%{{.*}}, %[[CUT]], %[[C]])
  %2 = call @columns(%x, %1) : (tensor<1x4xf32>, tensor<4x8xf32>) -> tensor<1x8xf32>
  return %0, %2 : tensor<1x8xf32>, tensor<1x8xf32>
}

// What needs no other device keeps its signature.
// CHECK-LABEL: @alone(%{{[^:]*}}: tensor<2xf32>) -> tensor<2xf32> {
func.func @alone(%x: tensor<2xf32>) -> tensor<2xf32> {
  return %x : tensor<2xf32>
}

// -----

// An argument that is split in two ways, or read whole as well, stays whole.
// CHECK-LABEL: @two_ways(%{{[^:]*}}: tensor<4x4xf32>, %{{[^:]*}}: tensor<4x4xf32>, %{{[^:]*}}: i64 {kina.communicator})
func.func @two_ways(%a: tensor<4x4xf32>, %b: tensor<4x4xf32>) -> (tensor<4x4xf32>, tensor<4x4xf32>) {
  %0:2 = kina.shard_map over "x" devices = 2 ins(%a axis 0 : tensor<4x4xf32>, %a axis 1 : tensor<4x4xf32>, %b axis 0 : tensor<4x4xf32>)
      outs(axis 0 : tensor<4x4xf32>, axis 1 : tensor<4x4xf32>) {
  ^bb0(%a0: tensor<2x4xf32>, %a1: tensor<4x2xf32>, %b0: tensor<2x4xf32>):
    %1 = kina.add %a0, %b0 : tensor<2x4xf32>
    kina.yield %1, %a1 : tensor<2x4xf32>, tensor<4x2xf32>
  }
  %2 = kina.add %0#0, %b : tensor<4x4xf32>
  return %2, %0#1 : tensor<4x4xf32>, tensor<4x4xf32>
}

// -----

// Size names go on with the parts; the number of rows is asked for where it is
// not known; scalars are gathered as one element.
// CHECK-LABEL: @generic
// CHECK-SAME: tensor<?x2xf32> {kina.extents = ["S", "2"], kina.shard
func.func @generic(%s: index {kina.size = "S"}, %x: tensor<?x4xf32> {kina.extents = ["S", "4"]})
    -> (tensor<?x1xf32> {kina.extents = ["S", "1"]}, tensor<f32>) {
  // CHECK: kina.all_gather %{{.*}} : tensor<?x1xf32> -> tensor<?x1xf32>
  // CHECK: tensor.dim
  // CHECK: kina.add
  // CHECK: kina.all_gather %{{.*}} : tensor<f32> -> tensor<2xf32>
  // CHECK: kina.reshape %{{.*}} : tensor<1xf32> -> tensor<f32>
  %0:2 = kina.shard_map over "x" devices = 2 ins(%x axis 1 : tensor<?x4xf32>)
      outs(partial : tensor<?x1xf32>, partial : tensor<f32>) {
  ^bb0(%x0: tensor<?x2xf32>):
    %1 = kina.reduce sum %x0 axis = 1 keep : tensor<?x2xf32> -> tensor<?x1xf32>
    %2 = kina.reduce sum %x0 axis = 0 : tensor<?x2xf32> -> tensor<2xf32>
    %3 = kina.reduce sum %2 axis = 0 : tensor<2xf32> -> tensor<f32>
    kina.yield %1, %3 : tensor<?x1xf32>, tensor<f32>
  }
  return %0#0, %0#1 : tensor<?x1xf32>, tensor<f32>
}

// -----

// CHECK: module attributes {kina.grid = [{axis = "a", devices = 2 : i64}, {axis = "b", devices = 3 : i64}]}
// CHECK-LABEL: @nested
// CHECK: kina.all_gather %{{.*}} axis = 1 devices = 3
// CHECK: kina.all_gather %{{.*}} axis = 0 devices = 2
func.func @nested(%x: tensor<4x3xf32>) -> tensor<4x3xf32> {
  %0 = kina.shard_map over "a" devices = 2 ins(%x axis 0 : tensor<4x3xf32>) outs(axis 0 : tensor<4x3xf32>) {
  ^bb0(%x0: tensor<2x3xf32>):
    %1 = kina.shard_map over "b" devices = 3 ins(%x0 axis 1 : tensor<2x3xf32>) outs(axis 1 : tensor<2x3xf32>) {
    ^bb0(%x1: tensor<2x1xf32>):
      %2 = kina.exp %x1 : tensor<2x1xf32>
      kina.yield %2 : tensor<2x1xf32>
    }
    kina.yield %1 : tensor<2x3xf32>
  }
  return %0 : tensor<4x3xf32>
}

// -----

// Without sharding nothing changes.
// CHECK: module {
// CHECK-NEXT: func.func @plain(%{{[^:]*}}: tensor<2xf32>) -> tensor<2xf32> {
func.func @plain(%x: tensor<2xf32>) -> tensor<2xf32> {
  return %x : tensor<2xf32>
}
