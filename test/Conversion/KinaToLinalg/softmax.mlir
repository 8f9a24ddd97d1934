// RUN: kina-opt %s --kina-to-linalg | mlir-opt | FileCheck %s --implicit-check-not=kina.

// CHECK-LABEL: @half
func.func @half(%a: tensor<?x3xbf16>) -> tensor<?x3xbf16> {
  // CHECK: %[[INF:.*]] = arith.constant 0xFF800000 : f32
  // CHECK: linalg.fill ins(%[[INF]]
  // CHECK: linalg.reduce {{.*}} dimensions = [1]
  // CHECK: arith.maximumf {{.*}} : f32
  // CHECK: arith.subf {{.*}} : f32
  // CHECK: math.exp {{.*}} : f32
  // CHECK: linalg.reduce {{.*}} ins(%{{.*}} : tensor<?x3xf32>) {{.*}} dimensions = [1]
  // CHECK: arith.divf {{.*}} : f32
  // CHECK-NEXT: arith.truncf {{.*}} : f32 to bf16
  %0 = kina.softmax %a axis = 1 : tensor<?x3xbf16>
  return %0 : tensor<?x3xbf16>
}
