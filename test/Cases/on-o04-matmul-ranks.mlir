// ON-O04: only the documented forms of matmul pass. Those that do not:
// IR/matmul-invalid.mlir.
// RUN: kina-opt %s | FileCheck %s
// RUN: kina-opt %s --kina-to-linalg | FileCheck %s --check-prefix=LINALG

// CHECK-COUNT-3: kina.matmul
// LINALG-LABEL: @rank2
func.func @rank2(%a: tensor<2x4xf32>, %b: tensor<4x3xf32>) -> tensor<2x3xf32> {
  // LINALG: linalg.matmul
  %0 = kina.matmul %a, %b : (tensor<2x4xf32>, tensor<4x3xf32>) -> tensor<2x3xf32>
  return %0 : tensor<2x3xf32>
}

// LINALG-LABEL: @rank3
func.func @rank3(%a: tensor<2x2x4xf32>, %b: tensor<2x4x3xf32>) -> tensor<2x2x3xf32> {
  // LINALG: linalg.batch_matmul
  %0 = kina.matmul %a, %b : (tensor<2x2x4xf32>, tensor<2x4x3xf32>) -> tensor<2x2x3xf32>
  return %0 : tensor<2x2x3xf32>
}

// LINALG-LABEL: @rank5
func.func @rank5(%a: tensor<2x1x3x2x4xf32>, %b: tensor<2x1x3x4x3xf32>) -> tensor<2x1x3x2x3xf32> {
  // LINALG: linalg.contract
  // LINALG-NOT: kina.
  %0 = kina.matmul %a, %b : (tensor<2x1x3x2x4xf32>, tensor<2x1x3x4x3xf32>) -> tensor<2x1x3x2x3xf32>
  return %0 : tensor<2x1x3x2x3xf32>
}
