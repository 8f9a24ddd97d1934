// RUN: kina-opt %s --pass-pipeline='builtin.module(func.func(kina-lower-contractions{vector-bytes=32 fma=true}))' --split-input-file | FileCheck %s
// RUN: kina-opt %s --pass-pipeline='builtin.module(func.func(kina-lower-contractions))' --split-input-file | FileCheck %s --check-prefix=PLAIN

// Many rows: a packed panel, tiles of 6 rows and 2 vectors, single rows behind
// them; each sum in the order of k.
// CHECK-LABEL: func.func @many(
// CHECK-NOT:     linalg.matmul
// CHECK:         memref.alloca() {alignment = 64 : i64} : memref<256x16xf32>
// CHECK:         vector.maskedload
// CHECK:         vector.store %{{.*}} : memref<256x16xf32>, vector<8xf32>
// CHECK:         scf.for {{.*}} iter_args({{.*}}) -> (vector<8xf32>, vector<8xf32>, vector<8xf32>, vector<8xf32>, vector<8xf32>, vector<8xf32>, vector<8xf32>, vector<8xf32>, vector<8xf32>, vector<8xf32>, vector<8xf32>, vector<8xf32>)
// CHECK-COUNT-12: math.fma
// CHECK:         scf.for {{.*}} iter_args({{.*}}) -> (vector<8xf32>, vector<8xf32>)
// CHECK-COUNT-2: math.fma
// CHECK:         vector.maskedstore
// CHECK-NOT:     math.fma

// Without FMA a product is rounded before it is added.
// PLAIN-LABEL: func.func @many(
// PLAIN-NOT:     math.fma
// PLAIN:         %[[PRODUCT:.*]] = arith.mulf %{{.*}} : vector<4xf32>
// PLAIN:         arith.addf %{{.*}}, %[[PRODUCT]] : vector<4xf32>
func.func @many(%a: memref<13x7xf32>, %b: memref<7x19xf32>, %c: memref<13x19xf32>) {
  linalg.matmul ins(%a, %b : memref<13x7xf32>, memref<7x19xf32>) outs(%c : memref<13x19xf32>)
  return
}

// -----

// One row: eight rows of the right operand at a time, nothing is packed.
// CHECK-LABEL: func.func @one(
// CHECK-NOT:     memref.alloca
// CHECK-COUNT-8: math.fma {{.*}} : vector<8xf32>
// CHECK:         vector.store
// CHECK-COUNT-8: math.fma {{.*}} : vector<8xf32>
// CHECK:         vector.maskedstore
func.func @one(%a: memref<1x64xf32>, %b: memref<64x19xf32>, %c: memref<1x19xf32>) {
  linalg.matmul ins(%a, %b : memref<1x64xf32>, memref<64x19xf32>) outs(%c : memref<1x19xf32>)
  return
}

// -----

// An open number of rows: both, chosen at run time.
// CHECK-LABEL: func.func @open(
// CHECK:         %[[ROWS:.*]] = memref.dim
// CHECK:         %[[FEW:.*]] = arith.cmpi slt, %[[ROWS]]
// CHECK:         scf.if %[[FEW]]
// CHECK-NOT:       memref.alloca
// CHECK:         } else {
func.func @open(%a: memref<?x64xf32>, %b: memref<64x19xf32>, %c: memref<?x19xf32>) {
  linalg.matmul ins(%a, %b : memref<?x64xf32>, memref<64x19xf32>) outs(%c : memref<?x19xf32>)
  return
}

// -----

// Transposed on the right: the panel is turned while it is packed. Narrow
// floats are extended there once.
// CHECK-LABEL: func.func @turned(
// CHECK:         memref.alloca() {{.*}} : memref<256x16xf32>
// CHECK:         %[[B:.*]] = memref.load %{{.*}} : memref<3x19x64xbf16>
// CHECK:         %[[WIDE:.*]] = arith.extf %[[B]] : bf16 to f32
// CHECK:         memref.store %[[WIDE]], %{{.*}} : memref<256x16xf32>
// CHECK:         math.fma
func.func @turned(%a: memref<3x9x64xbf16>, %b: memref<3x19x64xbf16>, %c: memref<3x9x19xf32>) {
  linalg.contract indexing_maps = [affine_map<(h, m, n, k) -> (h, m, k)>,
                                   affine_map<(h, m, n, k) -> (h, n, k)>,
                                   affine_map<(h, m, n, k) -> (h, m, n)>]
      ins(%a, %b : memref<3x9x64xbf16>, memref<3x19x64xbf16>) outs(%c : memref<3x9x19xf32>)
  return
}

// -----

// Columns apart in memory: element by element, in the same order.
// CHECK-LABEL: func.func @apart(
// CHECK-NOT:     vector
// CHECK:         math.fma %{{.*}} : f32
func.func @apart(%a: memref<5x4xf32>, %b: memref<4x3xf32>, %c: memref<5x3xf32, strided<[6, 2]>>) {
  linalg.matmul ins(%a, %b : memref<5x4xf32>, memref<4x3xf32>) outs(%c : memref<5x3xf32, strided<[6, 2]>>)
  return
}

// -----

// Integers wrap. What is no matmul stays.
// CHECK-LABEL: func.func @integers(
// CHECK:         arith.extsi %{{.*}} : i8 to i32
// CHECK:         arith.muli %{{.*}} : vector<8xi32>
// CHECK:         linalg.add
func.func @integers(%a: memref<2x4xi8>, %b: memref<4x3xi8>, %c: memref<2x3xi32>) {
  linalg.matmul ins(%a, %b : memref<2x4xi8>, memref<4x3xi8>) outs(%c : memref<2x3xi32>)
  linalg.add ins(%c, %c : memref<2x3xi32>, memref<2x3xi32>) outs(%c : memref<2x3xi32>)
  return
}
