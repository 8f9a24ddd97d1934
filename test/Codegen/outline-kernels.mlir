// RUN: kina-opt %s --kina-outline-kernels --split-input-file | FileCheck %s

// Equal ops are one kernel, whatever their operands.
// CHECK-LABEL: func.func @equal(
// CHECK-SAME:    %[[A:.*]]: memref<4xf32>, %[[B:.*]]: memref<4xf32>, %[[C:.*]]: memref<4xf32>)
// CHECK-NEXT:    call @kernel.copy(%[[A]], %[[B]])
// CHECK-NEXT:    call @kernel.copy(%[[B]], %[[C]])
// CHECK-NEXT:    return
// CHECK:       func.func private @kernel.copy(%[[X:.*]]: memref<4xf32>, %[[Y:.*]]: memref<4xf32>) attributes {kina.kernel}
// CHECK-NEXT:    linalg.copy ins(%[[X]] : memref<4xf32>) outs(%[[Y]] : memref<4xf32>)
// CHECK-NEXT:    return
// CHECK-NOT:   func.func
func.func @equal(%a: memref<4xf32>, %b: memref<4xf32>, %c: memref<4xf32>) {
  linalg.copy ins(%a : memref<4xf32>) outs(%b : memref<4xf32>)
  linalg.copy ins(%b : memref<4xf32>) outs(%c : memref<4xf32>)
  return
}

// -----

// Another type, another constant, or one operand for two others: other kernels.
// CHECK-LABEL: func.func @different(
// CHECK:         call @kernel.fill(%{{.*}}) : (memref<4xf32>) -> ()
// CHECK:         call @kernel.fill_0(%{{.*}}) : (memref<4xf32>) -> ()
// CHECK:         call @kernel.fill_1(%{{.*}}) : (memref<8xf32>) -> ()
// CHECK:         call @kernel.add(%{{.*}}) : (memref<4xf32>, memref<4xf32>, memref<4xf32>) -> ()
// CHECK:         call @kernel.add_2(%{{.*}}) : (memref<4xf32>, memref<4xf32>) -> ()
// CHECK:       func.func private @kernel.fill(%{{.*}}: memref<4xf32>)
// CHECK:         arith.constant 0.000000e+00
// CHECK:       func.func private @kernel.fill_0(
// CHECK:         arith.constant 1.000000e+00
func.func @different(%a: memref<4xf32>, %b: memref<4xf32>, %c: memref<8xf32>) {
  %zero = arith.constant 0.0 : f32
  %one = arith.constant 1.0 : f32
  linalg.fill ins(%zero : f32) outs(%a : memref<4xf32>)
  linalg.fill ins(%one : f32) outs(%a : memref<4xf32>)
  linalg.fill ins(%zero : f32) outs(%c : memref<8xf32>)
  %d = memref.alloc() : memref<4xf32>
  linalg.add ins(%a, %b : memref<4xf32>, memref<4xf32>) outs(%d : memref<4xf32>)
  linalg.add ins(%a, %b : memref<4xf32>, memref<4xf32>) outs(%a : memref<4xf32>)
  return
}

// -----

// Where a slice starts does not count; what the body uses is passed.
// CHECK-LABEL: func.func @slices(
// CHECK-COUNT-2: call @kernel.copy(%{{.*}}) : (memref<4xf32>, memref<4xf32, strided<[1], offset: ?>>) -> ()
// CHECK:         call @kernel.generic(%{{.*}}) : (memref<4xf32>, memref<9xf32>, index) -> ()
// CHECK:         call @kernel.generic(%{{.*}}) : (memref<4xf32>, memref<9xf32>, index) -> ()
// CHECK:       func.func private @kernel.copy
// CHECK:       func.func private @kernel.generic
// CHECK:         memref.load
// CHECK-NOT:   func.func
func.func @slices(%a: memref<4xf32>, %b: memref<9xf32>, %i: index, %j: index) {
  %low = memref.subview %b[1] [4] [1] : memref<9xf32> to memref<4xf32, strided<[1], offset: 1>>
  linalg.copy ins(%a : memref<4xf32>) outs(%low : memref<4xf32, strided<[1], offset: 1>>)
  %high = memref.subview %b[5] [4] [1] : memref<9xf32> to memref<4xf32, strided<[1], offset: 5>>
  linalg.copy ins(%a : memref<4xf32>) outs(%high : memref<4xf32, strided<[1], offset: 5>>)
  linalg.generic {indexing_maps = [affine_map<(d0) -> (d0)>], iterator_types = ["parallel"]}
      outs(%a : memref<4xf32>) {
  ^bb0(%out: f32):
    %0 = memref.load %b[%i] : memref<9xf32>
    linalg.yield %0 : f32
  }
  linalg.generic {indexing_maps = [affine_map<(d0) -> (d0)>], iterator_types = ["parallel"]}
      outs(%a : memref<4xf32>) {
  ^bb0(%out: f32):
    %0 = memref.load %b[%j] : memref<9xf32>
    linalg.yield %0 : f32
  }
  return
}
