// RUN: kina-opt %s --kina-plan-workspace --cse --split-input-file | FileCheck %s

// Buffers that live at the same time stand apart, in multiples of 64 bytes; the
// third takes the place of the first.
// CHECK-LABEL: func.func private @share(
// CHECK-SAME:    %[[IN:.*]]: memref<20xf32>, %[[WS:.*]]: memref<?xi8> {kina.workspace})
// CHECK-SAME:    kina.workspace_bytes = 256 : i64
// CHECK-DAG:     %[[FIRST:.*]] = arith.constant 0 : index
// CHECK-DAG:     %[[SECOND:.*]] = arith.constant 128 : index
// CHECK-NOT:     memref.alloc
// CHECK:         %[[A:.*]] = memref.view %[[WS]][%[[FIRST]]][] : memref<?xi8> to memref<20xf32>
// CHECK:         %[[B:.*]] = memref.view %[[WS]][%[[SECOND]]][] : memref<?xi8> to memref<20xf32>
// CHECK:         linalg.copy ins(%[[A]] {{.*}} outs(%[[B]]
// CHECK:         linalg.copy ins(%[[B]] {{.*}} outs(%[[A]]
func.func private @share(%in: memref<20xf32>) {
  %a = memref.alloc() : memref<20xf32>
  linalg.copy ins(%in : memref<20xf32>) outs(%a : memref<20xf32>)
  %b = memref.alloc() : memref<20xf32>
  linalg.copy ins(%a : memref<20xf32>) outs(%b : memref<20xf32>)
  %c = memref.alloc() : memref<20xf32>
  linalg.copy ins(%b : memref<20xf32>) outs(%c : memref<20xf32>)
  linalg.copy ins(%c : memref<20xf32>) outs(%b : memref<20xf32>)
  return
}

// -----

// A buffer lives as long as a view of it is used.
// CHECK-LABEL: func.func private @views
// CHECK-SAME:    kina.workspace_bytes = 128 : i64
func.func private @views(%in: memref<4xf32>) {
  %a = memref.alloc() : memref<4xf32>
  %v = memref.subview %a[0] [2] [1] : memref<4xf32> to memref<2xf32, strided<[1]>>
  %b = memref.alloc() : memref<4xf32>
  linalg.copy ins(%in : memref<4xf32>) outs(%b : memref<4xf32>)
  %w = memref.subview %b[0] [2] [1] : memref<4xf32> to memref<2xf32, strided<[1]>>
  linalg.copy ins(%w : memref<2xf32, strided<[1]>>) outs(%v : memref<2xf32, strided<[1]>>)
  return
}

// -----

// It lives from its first use on, wherever it was allocated.
// CHECK-LABEL: func.func private @early
// CHECK-SAME:    kina.workspace_bytes = 64 : i64
func.func private @early(%in: memref<4xf32>, %out: memref<4xf32>) {
  %a = memref.alloc() : memref<4xf32>
  %b = memref.alloc() : memref<4xf32>
  linalg.copy ins(%in : memref<4xf32>) outs(%a : memref<4xf32>)
  linalg.copy ins(%a : memref<4xf32>) outs(%out : memref<4xf32>)
  linalg.copy ins(%in : memref<4xf32>) outs(%b : memref<4xf32>)
  linalg.copy ins(%b : memref<4xf32>) outs(%out : memref<4xf32>)
  return
}

// -----

// The workspace of a callee lives during the call only, and callees are planned
// before their callers, whatever their order in the file.
// CHECK-LABEL: func.func private @caller(
// CHECK-SAME:    %[[WS:.*]]: memref<?xi8> {kina.workspace})
// CHECK-SAME:    kina.workspace_bytes = 64 : i64
// CHECK-DAG:     %[[BYTES:.*]] = arith.constant 64 : index
// CHECK-DAG:     %[[ZERO:.*]] = arith.constant 0 : index
// CHECK:         %[[VIEW:.*]] = memref.view %[[WS]][%[[ZERO]]][%[[BYTES]]] : memref<?xi8> to memref<?xi8>
// CHECK:         call @callee(%[[VIEW]])
// CHECK:         call @callee(%[[VIEW]])
func.func private @caller() {
  call @callee() : () -> ()
  call @callee() : () -> ()
  return
}

func.func private @callee() {
  %a = memref.alloc() : memref<3xi8>
  %c = arith.constant 0 : i8
  linalg.fill ins(%c : i8) outs(%a : memref<3xi8>)
  return
}

// -----

// Sizes: 4 * S bytes in multiples of 64, at the start and in the function that
// tells the whole.
// CHECK-LABEL: func.func private @sized.workspace(
// CHECK-SAME:    %[[S:.*]]: index) -> index
// CHECK-DAG:     %[[FOUR:.*]] = arith.constant 4 : index
// CHECK-DAG:     %[[MASK:.*]] = arith.constant -64 : index
// CHECK-DAG:     %[[PAD:.*]] = arith.constant 63 : index
// CHECK-DAG:     %[[BYTES:.*]] = arith.muli %[[FOUR]], %[[S]]
// CHECK:         %[[SUM:.*]] = arith.addi %[[BYTES]], %[[PAD]]
// CHECK:         %[[UP:.*]] = arith.andi %[[SUM]], %[[MASK]]
// CHECK:         %[[TOTAL:.*]] = arith.addi %{{.*}}, %[[UP]]
// CHECK:         return %[[TOTAL]]
// CHECK-LABEL: func.func private @sized(
// CHECK-NOT:     kina.workspace_bytes
// CHECK:         memref.view
func.func private @sized(%s: index {kina.size = "S"}, %in: memref<?xf32> {kina.extents = ["S"]}) {
  %c0 = arith.constant 0 : index
  %d = memref.dim %in, %c0 : memref<?xf32>
  %a = memref.alloc(%d) : memref<?xf32>
  linalg.copy ins(%in : memref<?xf32>) outs(%a : memref<?xf32>)
  return
}

// -----

// The same in doubles, in which nothing wraps: what they don't hold exactly is
// infinite. Ops that are no sums and products are computed on integers.
// CHECK-LABEL: func.func private @half.workspace_bound(
// CHECK-SAME:    %[[S:.*]]: f64) -> f64
// CHECK-DAG:     %[[INF:.*]] = arith.constant 0x7FF0000000000000 : f64
// CHECK:         %[[PRODUCT:.*]] = arith.mulf %[[S]], %[[S]] : f64
// CHECK:         %[[MAGNITUDE:.*]] = math.absf %[[PRODUCT]]
// CHECK:         %[[EXACT:.*]] = arith.cmpf ole, %[[MAGNITUDE]], %{{.*}} : f64
// CHECK:         arith.select %[[EXACT]], %[[PRODUCT]], %{{.*}} : f64
// CHECK:         %[[INTEGER:.*]] = arith.fptosi
// CHECK:         %[[INDEX:.*]] = arith.index_cast %[[INTEGER]]
// CHECK:         arith.divsi %{{.*}}, %{{.*}} : index
// CHECK:         arith.sitofp
// CHECK-LABEL: func.func private @half(
func.func private @half(%s: index {kina.size = "S"}, %in: memref<?xf32> {kina.extents = ["S"]}) {
  %c2 = arith.constant 2 : index
  %square = arith.muli %s, %s : index
  %half = arith.divsi %square, %c2 : index
  %a = memref.alloc(%half) : memref<?xf32>
  %c = arith.constant 0.0 : f32
  linalg.fill ins(%c : f32) outs(%a : memref<?xf32>)
  return
}
