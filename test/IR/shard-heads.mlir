// RUN: kina-opt %s --verify-roundtrip | FileCheck %s
// RUN: kina-opt %s --mlir-print-op-generic | kina-opt | FileCheck %s
// RUN: kina-opt %s --emit-bytecode | kina-opt | FileCheck %s

func.func private @attend(tensor<1x2x1x2xf32>, tensor<1x1x2x3xf32>, tensor<1x1x3x2xf32>) -> tensor<1x2x1x2xf32>

// CHECK-LABEL: @example
func.func @example(%q: tensor<1x4x1x2xf32>, %k: tensor<1x2x2x3xf32>, %v: tensor<1x2x3x2xf32>) -> tensor<1x4x1x2xf32> {
  // CHECK: kina.shard_heads %arg0, %arg1, %arg2 devices = 2 : (tensor<1x4x1x2xf32>, tensor<1x2x2x3xf32>, tensor<1x2x3x2xf32>) -> tensor<1x4x1x2xf32> {
  // CHECK-NEXT: ^bb0(%{{.*}}: tensor<1x2x1x2xf32>, %{{.*}}: tensor<1x1x2x3xf32>, %{{.*}}: tensor<1x1x3x2xf32>):
  %c = kina.shard_heads %q, %k, %v devices = 2
      : (tensor<1x4x1x2xf32>, tensor<1x2x2x3xf32>, tensor<1x2x3x2xf32>) -> tensor<1x4x1x2xf32> {
  ^bb0(%q0: tensor<1x2x1x2xf32>, %k0: tensor<1x1x2x3xf32>, %v0: tensor<1x1x3x2xf32>):
    %c0 = func.call @attend(%q0, %k0, %v0)
        : (tensor<1x2x1x2xf32>, tensor<1x1x2x3xf32>, tensor<1x1x3x2xf32>) -> tensor<1x2x1x2xf32>
    kina.yield %c0 : tensor<1x2x1x2xf32>
  }
  return %c : tensor<1x4x1x2xf32>
}

// One head for each device; a mask and a scale are replicated.
// CHECK-LABEL: @forty
func.func @forty(%x: tensor<1x40x8x64xf32>, %scale: tensor<1x1x1x1xf32>) -> tensor<1x40x8x64xf32> {
  // CHECK: kina.shard_heads %arg0, %arg1 over "h" devices = 40 :
  %c = kina.shard_heads %x, %scale over "h" devices = 40
      : (tensor<1x40x8x64xf32>, tensor<1x1x1x1xf32>) -> tensor<1x40x8x64xf32> {
  ^bb0(%x0: tensor<1x1x8x64xf32>, %scale0: tensor<1x1x1x1xf32>):
    kina.yield %x0 : tensor<1x1x8x64xf32>
  }
  return %c : tensor<1x40x8x64xf32>
}

// Nine heads over two devices: five and four, and a body of five.
// CHECK-LABEL: @uneven
func.func @uneven(%x: tensor<1x9x?x2xf32>) -> tensor<1x9x?x2xf32> {
  // CHECK: kina.shard_heads %arg0 devices = 2 uneven :
  %c = kina.shard_heads %x devices = 2 uneven : (tensor<1x9x?x2xf32>) -> tensor<1x9x?x2xf32> {
  ^bb0(%x0: tensor<1x5x?x2xf32>):
    kina.yield %x0 : tensor<1x5x?x2xf32>
  }
  return %c : tensor<1x9x?x2xf32>
}
