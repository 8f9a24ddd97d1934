// RUN: kina-opt %s --kina-to-linalg | mlir-opt | FileCheck %s --implicit-check-not=kina.

// CHECK-LABEL: @static
func.func @static(%a: tensor<2x3xf32>, %b: tensor<2x1xf32>, %c: tensor<2x2xf32>) -> tensor<2x6xf32> {
  // CHECK: %[[EMPTY:.*]] = tensor.empty() : tensor<2x6xf32>
  // CHECK: %[[A:.*]] = tensor.insert_slice %arg0 into %[[EMPTY]][0, 0] [2, 3] [1, 1]
  // CHECK: %[[B:.*]] = tensor.insert_slice %arg1 into %[[A]][0, 3] [2, 1] [1, 1]
  // CHECK: tensor.insert_slice %arg2 into %[[B]][0, 4] [2, 2] [1, 1]
  %0 = kina.concat %a, %b, %c axis = 1 : (tensor<2x3xf32>, tensor<2x1xf32>, tensor<2x2xf32>) -> tensor<2x6xf32>
  return %0 : tensor<2x6xf32>
}

// CHECK-LABEL: @one_operand
func.func @one_operand(%a: tensor<2x3xf32>) -> tensor<2x3xf32> {
  // CHECK-NEXT: return %arg0
  %0 = kina.concat %a axis = 1 : (tensor<2x3xf32>) -> tensor<2x3xf32>
  return %0 : tensor<2x3xf32>
}

// CHECK-LABEL: @cache
func.func @cache(%k: tensor<1x2x?x4xf32>, %k_new: tensor<1x2x1x4xf32>) -> tensor<1x2x?x4xf32> {
  // CHECK: %[[S:.*]] = tensor.dim %arg0, %c2
  // CHECK: %[[NEXT:.*]] = arith.addi %[[S]], %c1
  // CHECK: tensor.empty(%[[NEXT]])
  // CHECK: tensor.insert_slice %arg0 into %{{.*}}[0, 0, 0, 0] [1, 2, %[[S]], 4]
  // CHECK: tensor.insert_slice %arg1 into %{{.*}}[0, 0, %[[S]], 0] [1, 2, 1, 4]
  %0 = kina.concat %k, %k_new axis = 2 : (tensor<1x2x?x4xf32>, tensor<1x2x1x4xf32>) -> tensor<1x2x?x4xf32>
  return %0 : tensor<1x2x?x4xf32>
}

// CHECK-LABEL: @off_axis
func.func @off_axis(%a: tensor<?x3xf32>, %b: tensor<2x?xf32>) -> tensor<2x4xf32> {
  // CHECK: tensor.cast {{.*}} to tensor<2x4xf32>
  %0 = kina.concat %a, %b axis = 1 : (tensor<?x3xf32>, tensor<2x?xf32>) -> tensor<2x4xf32>
  return %0 : tensor<2x4xf32>
}

// A chain of insert_slice has a limit: 40 operands make one of 32, one of 8, and
// one of the two.
// CHECK-LABEL: @long
func.func @long(%a: tensor<1xi8>) -> tensor<40xi8> {
  // CHECK: tensor.empty() : tensor<32xi8>
  // CHECK-COUNT-32: into tensor<32xi8>
  // CHECK: tensor.empty() : tensor<8xi8>
  // CHECK-COUNT-8: into tensor<8xi8>
  // CHECK: tensor.empty() : tensor<40xi8>
  // CHECK: tensor<32xi8> into tensor<40xi8>
  // CHECK: tensor<8xi8> into tensor<40xi8>
  %0 = kina.concat %a, %a, %a, %a, %a, %a, %a, %a, %a, %a,
                   %a, %a, %a, %a, %a, %a, %a, %a, %a, %a,
                   %a, %a, %a, %a, %a, %a, %a, %a, %a, %a,
                   %a, %a, %a, %a, %a, %a, %a, %a, %a, %a axis = 0
    : (tensor<1xi8>, tensor<1xi8>, tensor<1xi8>, tensor<1xi8>, tensor<1xi8>, tensor<1xi8>, tensor<1xi8>, tensor<1xi8>,
       tensor<1xi8>, tensor<1xi8>, tensor<1xi8>, tensor<1xi8>, tensor<1xi8>, tensor<1xi8>, tensor<1xi8>, tensor<1xi8>,
       tensor<1xi8>, tensor<1xi8>, tensor<1xi8>, tensor<1xi8>, tensor<1xi8>, tensor<1xi8>, tensor<1xi8>, tensor<1xi8>,
       tensor<1xi8>, tensor<1xi8>, tensor<1xi8>, tensor<1xi8>, tensor<1xi8>, tensor<1xi8>, tensor<1xi8>, tensor<1xi8>,
       tensor<1xi8>, tensor<1xi8>, tensor<1xi8>, tensor<1xi8>, tensor<1xi8>, tensor<1xi8>, tensor<1xi8>, tensor<1xi8>)
    -> tensor<40xi8>
  return %0 : tensor<40xi8>
}
