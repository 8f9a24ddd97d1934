// RUN: kina-opt %s --kina-to-linalg | mlir-opt | FileCheck %s --implicit-check-not=kina.

// CHECK-LABEL: @floats
func.func @floats(%a: tensor<2xf32>, %b: tensor<2xf32>) -> (tensor<2xi1>, tensor<2xi1>) {
  // CHECK: arith.cmpf olt, {{.*}} : f32
  %0 = kina.compare lt %a, %b : tensor<2xf32> -> tensor<2xi1>
  // Only ne holds for NaN.
  // CHECK: arith.cmpf une, {{.*}} : f32
  %1 = kina.compare ne %a, %b : tensor<2xf32> -> tensor<2xi1>
  return %0, %1 : tensor<2xi1>, tensor<2xi1>
}

// CHECK-LABEL: @half
func.func @half(%a: tensor<2xbf16>, %b: tensor<2xbf16>) -> tensor<2xi1> {
  // CHECK: arith.cmpf oge, {{.*}} : f32
  %0 = kina.compare ge %a, %b : tensor<2xbf16> -> tensor<2xi1>
  return %0 : tensor<2xi1>
}

// CHECK-LABEL: @integers
func.func @integers(%a: tensor<2xi8>, %b: tensor<2xi8>) -> tensor<2xi1> {
  // CHECK: arith.cmpi sgt, {{.*}} : i8
  %0 = kina.compare gt %a, %b : tensor<2xi8> -> tensor<2xi1>
  return %0 : tensor<2xi1>
}

// CHECK-LABEL: @booleans
func.func @booleans(%a: tensor<2xi1>, %b: tensor<2xi1>) -> tensor<2xi1> {
  // CHECK: arith.cmpi ugt, {{.*}} : i1
  %0 = kina.compare gt %a, %b : tensor<2xi1> -> tensor<2xi1>
  return %0 : tensor<2xi1>
}
