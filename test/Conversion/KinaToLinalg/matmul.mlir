// RUN: kina-opt %s --kina-to-linalg | mlir-opt | FileCheck %s --implicit-check-not=kina.

// CHECK-DAG: #[[BMK:.*]] = affine_map<(d0, d1, d2, d3) -> (d0, d1, d3)>
// CHECK-DAG: #[[BMN:.*]] = affine_map<(d0, d1, d2, d3) -> (d0, d1, d2)>
// CHECK-DAG: #[[BKN:.*]] = affine_map<(d0, d1, d2, d3) -> (d0, d3, d2)>
// CHECK-DAG: #[[BNK:.*]] = affine_map<(d0, d1, d2, d3) -> (d0, d2, d3)>
// CHECK-DAG: #[[KN:.*]] = affine_map<(d0, d1, d2, d3) -> (d3, d2)>
// CHECK-DAG: #[[MBK:.*]] = affine_map<(d0, d1, d2, d3) -> (d1, d0, d3)>
// CHECK-DAG: #[[BHMK:.*]] = affine_map<(d0, d1, d2, d3, d4) -> (d0, d1, d2, d4)>
// CHECK-DAG: #[[BHKN:.*]] = affine_map<(d0, d1, d2, d3, d4) -> (d0, d1, d4, d3)>
// CHECK-DAG: #[[BHMN:.*]] = affine_map<(d0, d1, d2, d3, d4) -> (d0, d1, d2, d3)>
// CHECK-DAG: #[[B_NK:.*]] = affine_map<(d0, d1, d2, d3, d4) -> (d0, d3, d4)>

// CHECK-LABEL: @rank2
func.func @rank2(%a: tensor<2x4xf32>, %b: tensor<4x3xf32>) -> tensor<2x3xf32> {
  // CHECK: %[[ZERO:.*]] = arith.constant 0.0
  // CHECK: %[[INIT:.*]] = linalg.fill ins(%[[ZERO]]
  // CHECK: linalg.matmul ins(%arg0, %arg1 {{.*}} outs(%[[INIT]]
  %0 = kina.matmul %a, %b : (tensor<2x4xf32>, tensor<4x3xf32>) -> tensor<2x3xf32>
  return %0 : tensor<2x3xf32>
}

// CHECK-LABEL: @rank3
func.func @rank3(%a: tensor<?x2x4xi64>, %b: tensor<?x4x?xi64>) -> tensor<?x2x?xi64> {
  // CHECK-DAG: %[[B:.*]] = tensor.dim %arg0, %c0
  // CHECK-DAG: %[[N:.*]] = tensor.dim %arg1, %c2
  // CHECK: tensor.empty(%[[B]], %[[N]]) : tensor<?x2x?xi64>
  // CHECK: linalg.batch_matmul ins(%arg0, %arg1
  %0 = kina.matmul %a, %b : (tensor<?x2x4xi64>, tensor<?x4x?xi64>) -> tensor<?x2x?xi64>
  return %0 : tensor<?x2x?xi64>
}

// CHECK-LABEL: @rank4
func.func @rank4(%a: tensor<1x2x3x4xf64>, %b: tensor<1x2x4x5xf64>) -> tensor<1x2x3x5xf64> {
  // CHECK: linalg.contract indexing_maps = [#[[BHMK]], #[[BHKN]], #[[BHMN]]] ins(%arg0, %arg1
  %0 = kina.matmul %a, %b : (tensor<1x2x3x4xf64>, tensor<1x2x4x5xf64>) -> tensor<1x2x3x5xf64>
  return %0 : tensor<1x2x3x5xf64>
}

// Summed in f32, rounded once.
// CHECK-LABEL: @half
func.func @half(%a: tensor<2x4xbf16>, %b: tensor<4x3xbf16>) -> tensor<2x3xbf16> {
  // CHECK: linalg.matmul {{.*}} -> tensor<2x3xf32>
  // CHECK: linalg.generic
  // CHECK: arith.truncf {{.*}} : f32 to bf16
  %0 = kina.matmul %a, %b : (tensor<2x4xbf16>, tensor<4x3xbf16>) -> tensor<2x3xbf16>
  return %0 : tensor<2x3xbf16>
}

// CHECK-LABEL: @half_to_f32
func.func @half_to_f32(%a: tensor<2x4xf16>, %b: tensor<4x3xf16>) -> tensor<2x3xf32> {
  // CHECK: %[[SUM:.*]] = linalg.matmul {{.*}} -> tensor<2x3xf32>
  // CHECK-NEXT: return %[[SUM]]
  %0 = kina.matmul %a, %b : (tensor<2x4xf16>, tensor<4x3xf16>) -> tensor<2x3xf32>
  return %0 : tensor<2x3xf32>
}

// CHECK-LABEL: @transposed
func.func @transposed(%a: tensor<2x4x3xf32>, %b: tensor<2x5x4xf32>) -> tensor<2x3x5xf32> {
  // CHECK: linalg.contract indexing_maps = [#[[BNK_A:.*]], #[[BNK]], #[[BMN]]] ins(%arg0, %arg1
  // CHECK-NOT: linalg.transpose
  %0 = kina.transpose %a perm = [0, 2, 1] : tensor<2x4x3xf32> -> tensor<2x3x4xf32>
  %1 = kina.transpose %b perm = [0, 2, 1] : tensor<2x5x4xf32> -> tensor<2x4x5xf32>
  %2 = kina.matmul %0, %1 : (tensor<2x3x4xf32>, tensor<2x4x5xf32>) -> tensor<2x3x5xf32>
  return %2 : tensor<2x3x5xf32>
}

// A permutation that is not its own inverse and moves a batch axis.
// CHECK-LABEL: @transposed_batch
func.func @transposed_batch(%a: tensor<3x2x4xf32>, %b: tensor<2x4x5xf32>) -> tensor<2x3x5xf32> {
  // CHECK: linalg.contract indexing_maps = [#[[MBK]], #[[BKN]], #[[BMN]]] ins(%arg0, %arg1
  %0 = kina.transpose %a perm = [1, 0, 2] : tensor<3x2x4xf32> -> tensor<2x3x4xf32>
  %1 = kina.matmul %0, %b : (tensor<2x3x4xf32>, tensor<2x4x5xf32>) -> tensor<2x3x5xf32>
  return %1 : tensor<2x3x5xf32>
}

// CHECK-LABEL: @broadcast_weight
func.func @broadcast_weight(%x: tensor<?x3x4xf32>, %w: tensor<4x5xf32>, %n: index) -> tensor<?x3x5xf32> {
  // CHECK: linalg.contract indexing_maps = [#[[BMK]], #[[KN]], #[[BMN]]] ins(%arg0, %arg1 : tensor<?x3x4xf32>, tensor<4x5xf32>)
  %0 = kina.broadcast %w to [%n, 4, 5] : tensor<4x5xf32> -> tensor<?x4x5xf32>
  %1 = kina.matmul %x, %0 : (tensor<?x3x4xf32>, tensor<?x4x5xf32>) -> tensor<?x3x5xf32>
  return %1 : tensor<?x3x5xf32>
}

// Extents of 1 are dropped; a transpose behind the broadcast is no hindrance.
// CHECK-LABEL: @broadcast_heads
func.func @broadcast_heads(%x: tensor<2x6x3x4xf32>, %k: tensor<2x1x5x4xf32>) -> tensor<2x6x3x5xf32> {
  // CHECK: %[[K:.*]] = tensor.collapse_shape %arg1 {{\[}}[0, 1], [2], [3]]
  // CHECK: linalg.contract indexing_maps = [#[[BHMK]], #[[B_NK]], #[[BHMN]]] ins(%arg0, %[[K]]
  %0 = kina.transpose %k perm = [0, 1, 3, 2] : tensor<2x1x5x4xf32> -> tensor<2x1x4x5xf32>
  %1 = kina.broadcast %0 : tensor<2x1x4x5xf32> -> tensor<2x6x4x5xf32>
  %2 = kina.matmul %x, %1 : (tensor<2x6x3x4xf32>, tensor<2x6x4x5xf32>) -> tensor<2x6x3x5xf32>
  return %2 : tensor<2x6x3x5xf32>
}

// A batch axis that neither operand has left cannot be a loop: one is copied.
// CHECK-LABEL: @broadcast_both
func.func @broadcast_both(%a: tensor<3x4xf32>, %b: tensor<4x5xf32>) -> tensor<2x3x5xf32> {
  // CHECK: %[[A:.*]] = linalg.generic
  // CHECK: linalg.contract indexing_maps = [#[[BMK]], #[[KN]], #[[BMN]]] ins(%[[A]], %arg1
  %0 = kina.broadcast %a : tensor<3x4xf32> -> tensor<2x3x4xf32>
  %1 = kina.broadcast %b : tensor<4x5xf32> -> tensor<2x4x5xf32>
  %2 = kina.matmul %0, %1 : (tensor<2x3x4xf32>, tensor<2x4x5xf32>) -> tensor<2x3x5xf32>
  return %2 : tensor<2x3x5xf32>
}

// Nor are M, N and K ever dropped.
// CHECK-LABEL: @broadcast_matrix
func.func @broadcast_matrix(%a: tensor<1x4xf32>, %b: tensor<4x1xf32>) -> tensor<3x5xf32> {
  // CHECK: %[[A:.*]] = linalg.generic
  // CHECK: %[[B:.*]] = linalg.generic
  // CHECK: linalg.matmul ins(%[[A]], %[[B]]
  %0 = kina.broadcast %a : tensor<1x4xf32> -> tensor<3x4xf32>
  %1 = kina.broadcast %b : tensor<4x1xf32> -> tensor<4x5xf32>
  %2 = kina.matmul %0, %1 : (tensor<3x4xf32>, tensor<4x5xf32>) -> tensor<3x5xf32>
  return %2 : tensor<3x5xf32>
}

// CHECK-LABEL: @result_extents
func.func @result_extents(%a: tensor<?x4xf32>, %b: tensor<4x3xf32>) -> tensor<2x?xf32> {
  // CHECK: linalg.matmul {{.*}} -> tensor<?x3xf32>
  // CHECK: tensor.cast {{.*}} : tensor<?x3xf32> to tensor<2x?xf32>
  %0 = kina.matmul %a, %b : (tensor<?x4xf32>, tensor<4x3xf32>) -> tensor<2x?xf32>
  return %0 : tensor<2x?xf32>
}
