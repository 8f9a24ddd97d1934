// RUN: kina-opt %s --canonicalize --allow-unregistered-dialect | FileCheck %s
// RUN: kina-opt %s --canonicalize --allow-unregistered-dialect -o %t
// RUN: kina-opt %t --canonicalize --allow-unregistered-dialect | diff %t -

// CHECK-LABEL: @integer_identities
func.func @integer_identities(%a: tensor<2xi32>) -> (tensor<2xi32>, tensor<2xi32>, tensor<2xi32>, tensor<2xi32>, tensor<2xi32>, tensor<2xi32>, tensor<2xi32>) {
  // CHECK-NEXT: return %arg0, %arg0, %arg0, %arg0, %arg0, %arg0, %arg0
  %0 = kina.constant dense<0> : tensor<2xi32>
  %1 = kina.constant dense<1> : tensor<2xi32>
  %2 = kina.add %a, %0 : tensor<2xi32>
  %3 = kina.add %0, %a : tensor<2xi32>
  %4 = kina.sub %a, %0 : tensor<2xi32>
  %5 = kina.mul %1, %a : tensor<2xi32>
  %6 = kina.div %a, %1 : tensor<2xi32>
  %7 = kina.max %a, %a : tensor<2xi32>
  %8 = kina.min %a, %a : tensor<2xi32>
  return %2, %3, %4, %5, %6, %7, %8 : tensor<2xi32>, tensor<2xi32>, tensor<2xi32>, tensor<2xi32>, tensor<2xi32>, tensor<2xi32>, tensor<2xi32>
}

// CHECK-LABEL: @integer_zeros
func.func @integer_zeros(%a: tensor<2xi8>) -> (tensor<2xi8>, tensor<2xi8>, tensor<2xi8>) {
  // CHECK-NEXT: %[[Z:.*]] = kina.constant dense<0> : tensor<2xi8>
  // CHECK-NEXT: return %[[Z]], %[[Z]], %[[Z]]
  %0 = kina.constant dense<0> : tensor<2xi8>
  %1 = kina.mul %a, %0 : tensor<2xi8>
  %2 = kina.sub %a, %a : tensor<2xi8>
  %3 = kina.div %a, %0 : tensor<2xi8>
  return %1, %2, %3 : tensor<2xi8>, tensor<2xi8>, tensor<2xi8>
}

// Not throughout, on the other side, or without a constant to put in place.
// CHECK-LABEL: @integer_no_identities
func.func @integer_no_identities(%a: tensor<2xi32>, %b: tensor<?xi32>) -> (tensor<2xi32>, tensor<2xi32>, tensor<2xi32>, tensor<?xi32>) {
  // CHECK-DAG: kina.add %arg0
  // CHECK-DAG: kina.sub %{{.*}}, %arg0
  // CHECK-DAG: kina.div %{{.*}}, %arg0
  // CHECK-DAG: kina.sub %arg1, %arg1
  %0 = kina.constant dense<[0, 1]> : tensor<2xi32>
  %1 = kina.constant dense<0> : tensor<2xi32>
  %2 = kina.constant dense<1> : tensor<2xi32>
  %3 = kina.add %a, %0 : tensor<2xi32>
  %4 = kina.sub %1, %a : tensor<2xi32>
  %5 = kina.div %2, %a : tensor<2xi32>
  %6 = kina.sub %b, %b : tensor<?xi32>
  return %3, %4, %5, %6 : tensor<2xi32>, tensor<2xi32>, tensor<2xi32>, tensor<?xi32>
}

// O-15: only those that hold for every bit pattern.
// CHECK-LABEL: @float_identities
func.func @float_identities(%a: tensor<2xf32>, %b: tensor<2xbf16>) -> (tensor<2xf32>, tensor<2xf32>, tensor<2xf32>, tensor<2xf32>, tensor<2xbf16>) {
  // CHECK-NEXT: return %arg0, %arg0, %arg0, %arg0, %arg1
  %0 = kina.constant dense<1.0> : tensor<2xf32>
  %1 = kina.constant dense<0.0> : tensor<2xf32>
  %2 = kina.constant dense<-0.0> : tensor<2xf32>
  %3 = kina.mul %a, %0 : tensor<2xf32>
  %4 = kina.div %a, %0 : tensor<2xf32>
  %5 = kina.sub %a, %1 : tensor<2xf32>
  %6 = kina.add %a, %2 : tensor<2xf32>
  %7 = kina.constant dense<1.0> : tensor<2xbf16>
  %8 = kina.mul %b, %7 : tensor<2xbf16>
  return %3, %4, %5, %6, %8 : tensor<2xf32>, tensor<2xf32>, tensor<2xf32>, tensor<2xf32>, tensor<2xbf16>
}

// O-15: and none of those that do not.
// CHECK-LABEL: @float_no_identities
func.func @float_no_identities(%a: tensor<2xf32>) -> (tensor<2xf32>, tensor<2xf32>, tensor<2xf32>, tensor<2xf32>, tensor<2xf32>, tensor<2xf32>, tensor<2xf32>) {
  // CHECK-DAG: kina.add %arg0
  // CHECK-DAG: kina.sub %arg0, %arg0
  // CHECK-DAG: kina.sub %arg0, %{{[0-9]}}
  // CHECK-DAG: kina.mul %arg0
  // CHECK-DAG: kina.div %arg0, %arg0
  // CHECK-DAG: kina.max %arg0
  // CHECK-DAG: kina.max %arg0, %arg0
  %0 = kina.constant dense<0.0> : tensor<2xf32>
  %cst = kina.constant dense<-0.0> : tensor<2xf32>
  %1 = kina.constant dense<0xFF800000> : tensor<2xf32>
  %2 = kina.add %a, %0 : tensor<2xf32>
  %3 = kina.sub %a, %a : tensor<2xf32>
  %4 = kina.sub %a, %cst : tensor<2xf32>
  %5 = kina.mul %a, %0 : tensor<2xf32>
  %6 = kina.div %a, %a : tensor<2xf32>
  %7 = kina.max %a, %1 : tensor<2xf32>
  %8 = kina.max %a, %a : tensor<2xf32>
  return %2, %3, %4, %5, %6, %7, %8 : tensor<2xf32>, tensor<2xf32>, tensor<2xf32>, tensor<2xf32>, tensor<2xf32>, tensor<2xf32>, tensor<2xf32>
}

// CHECK-LABEL: @integer_constants
func.func @integer_constants() -> (tensor<4xi8>, tensor<4xi8>, tensor<4xi8>, tensor<4xi8>, tensor<4xi8>, tensor<4xi8>) {
  // CHECK-DAG: %[[ADD:.*]] = kina.constant dense<[-127, 127, 10, -128]> : tensor<4xi8>
  // CHECK-DAG: %[[SUB:.*]] = kina.constant dense<[127, -127, 4, -128]> : tensor<4xi8>
  // CHECK-DAG: %[[MUL:.*]] = kina.constant dense<[-128, -128, 21, 0]> : tensor<4xi8>
  // CHECK-DAG: %[[DIV:.*]] = kina.constant dense<[-128, -128, 2, 0]> : tensor<4xi8>
  // CHECK-DAG: %[[MAX:.*]] = kina.constant dense<[1, -1, 7, 0]> : tensor<4xi8>
  // CHECK-DAG: %[[MIN:.*]] = kina.constant dense<[-128, -128, 3, -128]> : tensor<4xi8>
  // CHECK: return %[[ADD]], %[[SUB]], %[[MUL]], %[[DIV]], %[[MAX]], %[[MIN]]
  %0 = kina.constant dense<[-128, -128, 7, -128]> : tensor<4xi8>
  %1 = kina.constant dense<[1, -1, 3, 0]> : tensor<4xi8>
  %2 = kina.add %0, %1 : tensor<4xi8>
  %3 = kina.sub %0, %1 : tensor<4xi8>
  %4 = kina.mul %0, %1 : tensor<4xi8>
  %5 = kina.div %0, %1 : tensor<4xi8>
  %6 = kina.max %0, %1 : tensor<4xi8>
  %7 = kina.min %0, %1 : tensor<4xi8>
  return %2, %3, %4, %5, %6, %7 : tensor<4xi8>, tensor<4xi8>, tensor<4xi8>, tensor<4xi8>, tensor<4xi8>, tensor<4xi8>
}

// inf and the sign of a zero stay.
// CHECK-LABEL: @float_constants
func.func @float_constants() -> (tensor<3xf32>, tensor<3xf32>, tensor<3xf32>, tensor<3xf32>) {
  // CHECK-DAG: %[[ADD:.*]] = kina.constant dense<[0x7F800000, 0.000000e+00, 3.500000e+00]> : tensor<3xf32>
  // CHECK-DAG: %[[DIV:.*]] = kina.constant dense<[0x7F800000, -0.000000e+00, 7.500000e-01]> : tensor<3xf32>
  // CHECK-DAG: %[[MAX:.*]] = kina.constant dense<[0x7F800000, 0.000000e+00, 2.000000e+00]> : tensor<3xf32>
  // CHECK-DAG: %[[MIN:.*]] = kina.constant dense<[1.000000e+00, -0.000000e+00, 1.500000e+00]> : tensor<3xf32>
  // CHECK: return %[[ADD]], %[[DIV]], %[[MAX]], %[[MIN]]
  %0 = kina.constant dense<[0x7F800000, -0.0, 1.5]> : tensor<3xf32>
  %1 = kina.constant dense<[1.0, 0.0, 2.0]> : tensor<3xf32>
  %2 = kina.constant dense<[1.0, 4.0, 2.0]> : tensor<3xf32>
  %3 = kina.add %0, %1 : tensor<3xf32>
  %4 = kina.div %0, %2 : tensor<3xf32>
  %5 = kina.max %0, %1 : tensor<3xf32>
  %6 = kina.min %1, %0 : tensor<3xf32>
  return %3, %4, %5, %6 : tensor<3xf32>, tensor<3xf32>, tensor<3xf32>, tensor<3xf32>
}

// bf16 is rounded once.
// CHECK-LABEL: @bf16_constants
func.func @bf16_constants() -> tensor<2xbf16> {
  // CHECK-NEXT: kina.constant dense<[2.560000e+02, 2.580000e+02]> : tensor<2xbf16>
  %0 = kina.constant dense<[256.0, 256.0]> : tensor<2xbf16>
  %1 = kina.constant dense<[1.0, 1.0078125]> : tensor<2xbf16>
  %2 = kina.add %0, %1 : tensor<2xbf16>
  return %2 : tensor<2xbf16>
}

// A NaN, as operand or result, has a sign and a payload.
// CHECK-LABEL: @nan_constants
func.func @nan_constants() -> (tensor<2xf32>, tensor<f32>, tensor<f32>) {
  // CHECK-DAG: kina.add
  // CHECK-DAG: kina.sub
  // CHECK-DAG: kina.div
  %0 = kina.constant dense<[0x7FC00000, 1.0]> : tensor<2xf32>
  %1 = kina.add %0, %0 : tensor<2xf32>
  %2 = kina.constant dense<0x7F800000> : tensor<f32>
  %3 = kina.sub %2, %2 : tensor<f32>
  %4 = kina.constant dense<0.0> : tensor<f32>
  %5 = kina.div %4, %4 : tensor<f32>
  return %1, %3, %5 : tensor<2xf32>, tensor<f32>, tensor<f32>
}

// CHECK-LABEL: @pow_stays
func.func @pow_stays() -> tensor<f32> {
  // CHECK: kina.pow
  %0 = kina.constant dense<2.0> : tensor<f32>
  %1 = kina.pow %0, %0 : tensor<f32>
  return %1 : tensor<f32>
}

// Splats of any size, others up to 2^14 elements.
// CHECK-LABEL: @bound
func.func @bound() -> (tensor<1000000000xf32>, tensor<16385xi32>) {
  // CHECK-DAG: kina.constant dense<3.000000e+00> : tensor<1000000000xf32>
  // CHECK-DAG: kina.add %{{.*}} : tensor<16385xi32>
  %0 = kina.constant dense<1.0> : tensor<1000000000xf32>
  %1 = kina.constant dense<2.0> : tensor<1000000000xf32>
  %2 = kina.add %0, %1 : tensor<1000000000xf32>
  %3 = kina.iota axis = 0 : tensor<16385xi32>
  %4 = kina.constant dense<2> : tensor<16385xi32>
  %5 = kina.add %3, %4 : tensor<16385xi32>
  return %2, %5 : tensor<1000000000xf32>, tensor<16385xi32>
}

// O-14 c: a folder does not answer with the op itself.
// CHECK-LABEL: @circle
func.func @circle(%a: tensor<2xi32>) -> tensor<2xi32> {
  return %a : tensor<2xi32>
^dead:
  %zero = kina.constant dense<0> : tensor<2xi32>
  %0 = kina.add %0, %zero : tensor<2xi32>
  %1 = kina.max %1, %1 : tensor<2xi32>
  %2 = kina.sub %3, %zero : tensor<2xi32>
  %3 = kina.sub %2, %zero : tensor<2xi32>
  cf.br ^dead
}

// CHECK-LABEL: module @graph
module @graph {
  // CHECK: %[[A:.*]] = kina.add %[[A]],
  %zero = kina.constant dense<0> : tensor<2xi32>
  %0 = kina.add %0, %zero : tensor<2xi32>
  "test.keep"(%0) : (tensor<2xi32>) -> ()
}
