// RUN: kina-opt %s --kina-to-linalg | mlir-opt | FileCheck %s --implicit-check-not=kina.

// CHECK-LABEL: @sum
func.func @sum(%a: tensor<2x3xf32>) -> tensor<2xf32> {
  // CHECK: %[[SUM:.*]] = linalg.reduce {{.*}} dimensions = [1]
  // CHECK: return %[[SUM]]
  %0 = kina.reduce sum %a axis = 1 : tensor<2x3xf32> -> tensor<2xf32>
  return %0 : tensor<2xf32>
}

// CHECK-LABEL: @sum_half
func.func @sum_half(%a: tensor<2x3xf16>) -> tensor<2xf16> {
  // CHECK: linalg.reduce {{.*}} outs(%{{.*}} : tensor<2xf32>)
  // CHECK: arith.addf {{.*}} : f32
  // CHECK: arith.truncf {{.*}} : f32 to f16
  %0 = kina.reduce sum %a axis = 1 : tensor<2x3xf16> -> tensor<2xf16>
  return %0 : tensor<2xf16>
}

// CHECK-LABEL: @mean
func.func @mean(%a: tensor<?x3xbf16>) -> tensor<1x3xbf16> {
  // CHECK: linalg.reduce {{.*}} dimensions = [0]
  // CHECK: %[[N:.*]] = tensor.dim %arg0, %c0
  // CHECK: %[[N64:.*]] = arith.index_cast %[[N]]
  // CHECK: %[[COUNT:.*]] = arith.sitofp %[[N64]] : i64 to f32
  // CHECK: arith.divf %{{.*}}, %[[COUNT]] : f32
  // CHECK-NEXT: arith.truncf
  // CHECK: tensor.expand_shape {{.*}} {{\[}}[0, 1]]
  %0 = kina.reduce mean %a axis = 0 keep : tensor<?x3xbf16> -> tensor<1x3xbf16>
  return %0 : tensor<1x3xbf16>
}

// CHECK-LABEL: @keep_vector
func.func @keep_vector(%a: tensor<?xi32>) -> tensor<1xi32> {
  // CHECK: arith.constant -2147483648 : i32
  // CHECK: arith.maxsi
  // CHECK: tensor.expand_shape {{.*}} [] {{.*}} tensor<i32> into tensor<1xi32>
  %0 = kina.reduce max %a axis = 0 keep : tensor<?xi32> -> tensor<1xi32>
  return %0 : tensor<1xi32>
}

// CHECK-LABEL: @keep_dynamic
func.func @keep_dynamic(%a: tensor<?x?x?xf64>) -> tensor<?x1x?xf64> {
  // CHECK: arith.constant 0x7FF0000000000000 : f64
  // CHECK: arith.minimumf
  // CHECK: tensor.expand_shape {{.*}} {{\[}}[0, 1], [2]]
  %0 = kina.reduce min %a axis = 1 keep : tensor<?x?x?xf64> -> tensor<?x1x?xf64>
  return %0 : tensor<?x1x?xf64>
}
