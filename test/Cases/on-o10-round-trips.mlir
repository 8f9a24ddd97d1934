// ON-O10: attributes come back from text, bytecode, print-ir and split input.
// RUN: kina-opt %s --emit-bytecode -o %t.bc
// RUN: kina-opt %t.bc | FileCheck %s
// RUN: kina-opt %s --canonicalize --verify-each=0 | FileCheck %s
// RUN: kina-opt %s --split-input-file | FileCheck %s
// RUN: kina-opt %s --cse --mlir-print-ir-after-all -o %t.mlir 2> %t.log
// RUN: FileCheck %s < %t.log
// RUN: FileCheck %s < %t.mlir
// RUN: kina-opt %s --mlir-print-op-generic | kina-opt --emit-bytecode | kina-opt --mlir-print-op-generic | FileCheck %s --check-prefix=GENERIC

// CHECK-LABEL: @step
// CHECK-SAME: {kina.name = "x"}
func.func @step(%a: tensor<2x3xf32> {kina.name = "x"}, %b: tensor<2x3xf32>) -> (tensor<3x2xf32>, tensor<2x1xf32>, tensor<2x3xi1>, tensor<2x1xf32>, tensor<2x3xf32>) {
  // CHECK: kina.transpose %{{.*}} perm = [1, 0]
  // GENERIC: "kina.transpose"({{.*}}perm = array<i64: 1, 0>
  %0 = kina.transpose %a perm = [1, 0] : tensor<2x3xf32> -> tensor<3x2xf32>
  // CHECK: kina.reduce max %{{.*}} axis = 1 keep
  // GENERIC: "kina.reduce"({{.*}}axis = 1 : i64, keep, kind = #kina<reduce_kind max>
  %1 = kina.reduce max %a axis = 1 keep : tensor<2x3xf32> -> tensor<2x1xf32>
  // CHECK: kina.compare ge
  // GENERIC: "kina.compare"({{.*}}predicate = #kina<predicate ge>
  %2 = kina.compare ge %a, %b : tensor<2x3xf32> -> tensor<2x3xi1>
  // CHECK: kina.slice %{{.*}} axis = 1 [1 : 2]
  %3 = kina.slice %a axis = 1 [1 : 2] : tensor<2x3xf32> -> tensor<2x1xf32>
  // CHECK: kina.softmax %{{.*}} axis = 0
  %4 = kina.softmax %a axis = 0 : tensor<2x3xf32>
  return %0, %1, %2, %3, %4 : tensor<3x2xf32>, tensor<2x1xf32>, tensor<2x3xi1>, tensor<2x1xf32>, tensor<2x3xf32>
}
