// RUN: kina-opt %s --canonicalize | FileCheck %s

// CHECK-LABEL: @one_device
func.func @one_device(%x: tensor<1x4xf32>, %w: tensor<4x8xf32>) -> tensor<1x8xf32> {
  // CHECK-NEXT: %[[R:.*]] = kina.matmul %arg0, %arg1
  // CHECK-NEXT: return %[[R]]
  %y = kina.shard_map over "columns" devices = 1
      ins(%x replicated : tensor<1x4xf32>, %w axis 1 : tensor<4x8xf32>) outs(axis 1 : tensor<1x8xf32>) {
  ^bb0(%x0: tensor<1x4xf32>, %w0: tensor<4x8xf32>):
    %0 = kina.matmul %x0, %w0 : (tensor<1x4xf32>, tensor<4x8xf32>) -> tensor<1x8xf32>
    kina.yield %0 : tensor<1x8xf32>
  }
  return %y : tensor<1x8xf32>
}

// CHECK-LABEL: @one_device_heads
func.func @one_device_heads(%q: tensor<1x4x1x2xf32>) -> tensor<1x4x1x2xf32> {
  // CHECK-NEXT: return %arg0
  %y = kina.shard_heads %q devices = 1 : (tensor<1x4x1x2xf32>) -> tensor<1x4x1x2xf32> {
  ^bb0(%q0: tensor<1x4x1x2xf32>):
    kina.yield %q0 : tensor<1x4x1x2xf32>
  }
  return %y : tensor<1x4x1x2xf32>
}

// Two devices compute two things, also where the body is one op.
// CHECK-LABEL: @two_devices
func.func @two_devices(%x: tensor<4xf32>) -> tensor<4xf32> {
  // CHECK-NEXT: kina.shard_map
  %y = kina.shard_map over "x" devices = 2 ins(%x axis 0 : tensor<4xf32>) outs(axis 0 : tensor<4xf32>) {
  ^bb0(%x0: tensor<2xf32>):
    kina.yield %x0 : tensor<2xf32>
  }
  return %y : tensor<4xf32>
}

// CHECK-LABEL: @dead
func.func @dead(%x: tensor<4xf32>) {
  // CHECK-NEXT: return
  %y = kina.shard_map over "x" devices = 2 ins(%x axis 0 : tensor<4xf32>) outs(axis 0 : tensor<4xf32>) {
  ^bb0(%x0: tensor<2xf32>):
    kina.yield %x0 : tensor<2xf32>
  }
  return
}

// A device may not leave a collective out because nobody reads it.
// CHECK-LABEL: @collective_stays
func.func @collective_stays(%x: tensor<1xf32>, %c: i64) {
  // CHECK-NEXT: kina.all_gather
  %0 = kina.all_gather %x over %c axis = 0 devices = 2 : tensor<1xf32> -> tensor<2xf32>
  return
}
