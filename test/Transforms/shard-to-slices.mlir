// RUN: kina-opt %s --kina-shard-to-slices | FileCheck %s
// RUN: kina-opt %s --kina-shard-to-slices -o %t
// RUN: kina-opt %t --kina-shard-to-slices | diff %t -

// CHECK-LABEL: @columns
// CHECK-SAME: (%[[X:.*]]: tensor<1x4xf32>, %[[W:.*]]: tensor<4x8xf32>)
func.func @columns(%x: tensor<1x4xf32>, %w: tensor<4x8xf32>) -> tensor<1x8xf32> {
  // CHECK-NEXT: %[[W0:.*]] = kina.slice %[[W]] axis = 1 [0 : 4]
  // CHECK-NEXT: %[[Y0:.*]] = kina.matmul %[[X]], %[[W0]]
  // CHECK-NEXT: %[[W1:.*]] = kina.slice %[[W]] axis = 1 [4 : 8]
  // CHECK-NEXT: %[[Y1:.*]] = kina.matmul %[[X]], %[[W1]]
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

// Partial sums are added in the order of the devices; a replicated result is
// that of the first.
// CHECK-LABEL: @rows
// CHECK-SAME: (%[[X:.*]]: tensor<6xf32>)
func.func @rows(%x: tensor<6xf32>) -> (tensor<f32>, tensor<f32>) {
  // CHECK-NEXT: %[[X0:.*]] = kina.slice %[[X]] axis = 0 [0 : 2]
  // CHECK-NEXT: %[[S0:.*]] = kina.reduce sum %[[X0]]
  // CHECK-NEXT: %[[C0:.*]] = kina.constant
  // CHECK-NEXT: %[[X1:.*]] = kina.slice %[[X]] axis = 0 [2 : 4]
  // CHECK-NEXT: %[[S1:.*]] = kina.reduce sum %[[X1]]
  // CHECK:      %[[X2:.*]] = kina.slice %[[X]] axis = 0 [4 : 6]
  // CHECK-NEXT: %[[S2:.*]] = kina.reduce sum %[[X2]]
  // CHECK:      %[[S01:.*]] = kina.add %[[S0]], %[[S1]]
  // CHECK-NEXT: %[[S:.*]] = kina.add %[[S01]], %[[S2]]
  // CHECK-NEXT: return %[[S]], %[[C0]]
  %0:2 = kina.shard_map over "rows" devices = 3 ins(%x axis 0 : tensor<6xf32>)
      outs(partial : tensor<f32>, replicated : tensor<f32>) {
  ^bb0(%x0: tensor<2xf32>):
    %s = kina.reduce sum %x0 axis = 0 : tensor<2xf32> -> tensor<f32>
    %c = kina.constant dense<1.0> : tensor<f32>
    kina.yield %s, %c : tensor<f32>, tensor<f32>
  }
  return %0#0, %0#1 : tensor<f32>, tensor<f32>
}

// Nine heads: windows [0, 5) and [4, 9), of which the second owns [5, 9).
// CHECK-LABEL: @uneven
func.func @uneven(%x: tensor<1x9x1x2xf32>) -> tensor<1x9x1x2xf32> {
  // CHECK-NEXT: %[[X0:.*]] = kina.slice %arg0 axis = 1 [0 : 5]
  // CHECK-NEXT: %[[Y0:.*]] = kina.exp %[[X0]]
  // CHECK-NEXT: %[[X1:.*]] = kina.slice %arg0 axis = 1 [4 : 9]
  // CHECK-NEXT: %[[Y1:.*]] = kina.exp %[[X1]]
  // CHECK-NEXT: %[[OWN:.*]] = kina.slice %[[Y1]] axis = 1 [1 : 5]
  // CHECK-NEXT: %[[Y:.*]] = kina.concat %[[Y0]], %[[OWN]] axis = 1
  // CHECK-NEXT: return %[[Y]]
  %c = kina.shard_heads %x devices = 2 uneven : (tensor<1x9x1x2xf32>) -> tensor<1x9x1x2xf32> {
  ^bb0(%x0: tensor<1x5x1x2xf32>):
    %0 = kina.exp %x0 : tensor<1x5x1x2xf32>
    kina.yield %0 : tensor<1x5x1x2xf32>
  }
  return %c : tensor<1x9x1x2xf32>
}

// One inside the other: a grid of two axes.
// CHECK-LABEL: @nested
// CHECK-COUNT-4: kina.exp %{{.*}} : tensor<2x1xf32>
// CHECK-NOT: kina.exp
// CHECK-NOT: shard_map
// CHECK: return
func.func @nested(%x: tensor<4x2xf32>) -> tensor<4x2xf32> {
  %0 = kina.shard_map over "a" devices = 2 ins(%x axis 0 : tensor<4x2xf32>) outs(axis 0 : tensor<4x2xf32>) {
  ^bb0(%x0: tensor<2x2xf32>):
    %1 = kina.shard_map over "b" devices = 2 ins(%x0 axis 1 : tensor<2x2xf32>) outs(axis 1 : tensor<2x2xf32>) {
    ^bb0(%x1: tensor<2x1xf32>):
      %2 = kina.exp %x1 : tensor<2x1xf32>
      kina.yield %2 : tensor<2x1xf32>
    }
    kina.yield %1 : tensor<2x2xf32>
  }
  return %0 : tensor<4x2xf32>
}
