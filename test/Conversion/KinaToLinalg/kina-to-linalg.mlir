// ON-O06, ON-O07: whatever stands around the kina ops, none is left over.
// RUN: kina-opt %s --kina-to-linalg --allow-unregistered-dialect | FileCheck %s --implicit-check-not=kina. --implicit-check-not=unrealized_conversion_cast
// RUN: kina-opt %s --kina-to-linalg --kina-to-linalg --allow-unregistered-dialect | FileCheck %s --implicit-check-not=kina.
// RUN: kina-opt %s --pass-pipeline='builtin.module(func.func(kina-to-linalg))' --allow-unregistered-dialect | FileCheck %s --check-prefix=NESTED
// RUN: kina-opt %s --kina-to-linalg --allow-unregistered-dialect --mlir-print-debuginfo --mlir-print-local-scope | FileCheck %s --check-prefix=LOC

// CHECK-LABEL: @in_loop
// NESTED-LABEL: @in_loop
func.func @in_loop(%a: tensor<2xf32>, %n: index) -> tensor<2xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  // CHECK: scf.for
  // CHECK: linalg.mul
  // NESTED: scf.for
  // NESTED: linalg.mul
  %0 = scf.for %i = %c0 to %n step %c1 iter_args(%x = %a) -> tensor<2xf32> {
    // LOC: linalg.mul {{.*}} loc("{{.*}}kina-to-linalg.mlir":[[@LINE+1]]:10)
    %1 = kina.mul %x, %x : tensor<2xf32>
    scf.yield %1 : tensor<2xf32>
  }
  return %0 : tensor<2xf32>
}

// CHECK-LABEL: @foreign_ops
func.func @foreign_ops(%a: tensor<2xf32>, %m: memref<2xf32>, %i: index, %x: f32) {
  // CHECK: %[[NEG:.*]] = linalg.negf
  %0 = kina.neg %a : tensor<2xf32>
  // CHECK: "x.y"(%[[NEG]]) : (tensor<2xf32>) -> ()
  "x.y"(%0) : (tensor<2xf32>) -> ()
  // CHECK: memref.store
  memref.store %x, %m[%i] : memref<2xf32>
  return
}

// CHECK-LABEL: @called
func.func private @called(%a: tensor<2xf32>) -> (tensor<2xf32>, tensor<2xf32>) {
  // CHECK: return %arg0, %arg0
  return %a, %a : tensor<2xf32>, tensor<2xf32>
}

// CHECK-LABEL: @calls
func.func @calls(%a: tensor<2xf32>) -> tensor<2xf32> {
  %0 = kina.neg %a : tensor<2xf32>
  // CHECK: call @called(
  %1:2 = call @called(%0) : (tensor<2xf32>) -> (tensor<2xf32>, tensor<2xf32>)
  return %1#1 : tensor<2xf32>
}

// CHECK-LABEL: @unreachable
func.func @unreachable(%a: tensor<2xf32>) -> tensor<2xf32> {
  // CHECK-NEXT: return %arg0
  return %a : tensor<2xf32>
^dead(%x: tensor<2xf32>):
  %0 = kina.add %0, %x : tensor<2xf32>
  cf.br ^dead(%0 : tensor<2xf32>)
}

// CHECK-LABEL: module @inner
module @inner {
  // CHECK-LABEL: @nested
  func.func @nested(%a: tensor<2xf32>) -> tensor<2xf32> {
    // CHECK: linalg.exp
    %0 = kina.exp %a : tensor<2xf32>
    return %0 : tensor<2xf32>
  }
}

// A graph region may hold cycles.
// CHECK-LABEL: module @graph
module @graph {
  // CHECK: linalg.transpose
  // CHECK: linalg.matmul
  %0 = kina.transpose %0 perm = [1, 0] : tensor<2x2xf32> -> tensor<2x2xf32>
  %1 = kina.matmul %0, %0 : (tensor<2x2xf32>, tensor<2x2xf32>) -> tensor<2x2xf32>
}
