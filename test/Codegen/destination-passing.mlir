// RUN: kina-opt %s --kina-destination-passing --split-input-file | FileCheck %s

// CHECK-LABEL: func.func private @identity(
// CHECK-SAME:    %[[A:.*]]: tensor<2xf32> {bufferization.writable = false, kina.name = "a"},
// CHECK-SAME:    %[[D:.*]]: tensor<2xf32> {bufferization.writable = true, kina.name = "b", kina.result})
// CHECK-SAME:    attributes {kina.export}
// CHECK:         %[[M:.*]] = bufferization.materialize_in_destination %[[A]] in %[[D]]
// CHECK:         return %[[M]]
func.func @identity(%a: tensor<2xf32> {kina.name = "a"}) -> (tensor<2xf32> {kina.name = "b"}) {
  return %a : tensor<2xf32>
}

// -----

// What is returned twice is read where it stands after the first time.
// CHECK-LABEL: func.func private @twice(
// CHECK-SAME:    %[[A:.*]]: tensor<2xf32> {{.*}}, %[[D0:.*]]: tensor<2xf32> {{.*}}, %[[D1:.*]]: tensor<2xf32>
// CHECK:         %[[M0:.*]] = bufferization.materialize_in_destination %{{.*}} in %[[D0]]
// CHECK:         %[[M1:.*]] = bufferization.materialize_in_destination %[[M0]] in %[[D1]]
// CHECK:         return %[[M0]], %[[M1]]
func.func @twice(%a: tensor<2xf32>) -> (tensor<2xf32>, tensor<2xf32>) {
  %0 = linalg.exp ins(%a : tensor<2xf32>) outs(%a : tensor<2xf32>) -> tensor<2xf32>
  return %0, %0 : tensor<2xf32>, tensor<2xf32>
}

// -----

// A private function stays without export. The result of a call that is
// returned is written to the caller's destination, another one to a new tensor
// of the extents that follow from the sizes.
// CHECK-LABEL: func.func private @grow
// CHECK-NOT:     kina.export
func.func private @grow(%s: index {kina.size = "S"}, %a: tensor<?xf32> {kina.extents = ["S"]}) -> (tensor<?xf32> {kina.extents = ["2 * S + 1"]}) {
  %c2 = arith.constant 2 : index
  %c1 = arith.constant 1 : index
  %0 = arith.muli %s, %c2 : index
  %1 = arith.addi %0, %c1 : index
  %2 = tensor.empty(%1) : tensor<?xf32>
  return %2 : tensor<?xf32>
}

// CHECK-LABEL: func.func private @caller(
// CHECK-SAME:    %[[N:[^:]*]]: index {kina.size = "N"}, %[[A:[^:]*]]: tensor<?xf32> {{{[^}]*}}}, %[[D:[^:]*]]: tensor<?xf32>
// CHECK-NEXT:    %[[C2:.*]] = arith.constant 2
// CHECK-NEXT:    %[[C1:.*]] = arith.constant 1
// CHECK-NEXT:    %[[N2:.*]] = arith.muli %[[N]], %[[C2]]
// CHECK-NEXT:    %[[NEXT:.*]] = arith.addi %[[N2]], %[[C1]]
// CHECK-NEXT:    %[[FACTOR:.*]] = arith.constant 2
// CHECK-NEXT:    %[[MUL:.*]] = arith.muli %[[FACTOR]], %[[N]]
// CHECK-NEXT:    %[[ONE:.*]] = arith.constant 1
// CHECK-NEXT:    %[[EXTENT:.*]] = arith.addi %[[MUL]], %[[ONE]]
// CHECK-NEXT:    %[[E:.*]] = tensor.empty(%[[EXTENT]])
// CHECK-NEXT:    %[[R:.*]] = call @grow(%[[N]], %[[A]], %[[E]])
// CHECK-NEXT:    call @grow(%[[NEXT]], %[[R]], %[[D]])
func.func @caller(%n: index {kina.size = "N"}, %a: tensor<?xf32> {kina.extents = ["N"]}) -> (tensor<?xf32> {kina.extents = ["4 * N + 3"]}) {
  %c2 = arith.constant 2 : index
  %c1 = arith.constant 1 : index
  %0 = arith.muli %n, %c2 : index
  %1 = arith.addi %0, %c1 : index
  %2 = call @grow(%n, %a) : (index, tensor<?xf32>) -> tensor<?xf32>
  %3 = call @grow(%1, %2) : (index, tensor<?xf32>) -> tensor<?xf32>
  return %3 : tensor<?xf32>
}
