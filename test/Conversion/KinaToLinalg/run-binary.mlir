// RUN: kina-opt %s --kina-to-linalg | mlir-opt --one-shot-bufferize=bufferize-function-boundaries --convert-linalg-to-loops --test-lower-to-llvm | \
// RUN: mlir-runner -e main -entry-point-result=void --shared-libs=%llvm_lib/libmlir_c_runner_utils.so,%llvm_lib/libmlir_float16_utils.so | FileCheck %s

func.func @div_i8(%a: tensor<7xi8>, %b: tensor<7xi8>) -> tensor<7xi8> {
  %r = kina.div %a, %b : tensor<7xi8>
  return %r : tensor<7xi8>
}

func.func @div_i32(%a: tensor<7xi32>, %b: tensor<7xi32>) -> tensor<7xi32> {
  %r = kina.div %a, %b : tensor<7xi32>
  return %r : tensor<7xi32>
}

func.func @div_i64(%a: tensor<7xi64>, %b: tensor<7xi64>) -> tensor<7xi64> {
  %r = kina.div %a, %b : tensor<7xi64>
  return %r : tensor<7xi64>
}

func.func @max(%a: tensor<4xf32>, %b: tensor<4xf32>) -> tensor<4xf32> {
  %r = kina.max %a, %b : tensor<4xf32>
  return %r : tensor<4xf32>
}

func.func @min(%a: tensor<4xf32>, %b: tensor<4xf32>) -> tensor<4xf32> {
  %r = kina.min %a, %b : tensor<4xf32>
  return %r : tensor<4xf32>
}

func.func @mul_zero(%a: tensor<4xf32>) -> tensor<4xf32> {
  %0 = kina.constant dense<0.0> : tensor<4xf32>
  %r = kina.mul %a, %0 : tensor<4xf32>
  return %r : tensor<4xf32>
}

func.func @add_zero(%a: tensor<4xf32>) -> tensor<4xf32> {
  %0 = kina.constant dense<0.0> : tensor<4xf32>
  %r = kina.add %a, %0 : tensor<4xf32>
  return %r : tensor<4xf32>
}

func.func @main() {
  %c0 = arith.constant 0 : index
  %pad_i8 = arith.constant 0 : i8
  %pad_i32 = arith.constant 0 : i32
  %pad_i64 = arith.constant 0 : i64
  %pad_f32 = arith.constant 0.0 : f32
  %c1 = kina.constant dense<[7, -7, 7, 5, -128, 0, -128]> : tensor<7xi8>
  %c2 = kina.constant dense<[2, 2, -2, 0, -1, 0, 1]> : tensor<7xi8>
  %r3 = call @div_i8(%c1, %c2) : (tensor<7xi8>, tensor<7xi8>) -> tensor<7xi8>
  // CHECK: ( 3, -3, -3, 0, -128, 0, -128 )
  %v3 = vector.transfer_read %r3[%c0], %pad_i8 : tensor<7xi8>, vector<7xi8>
  vector.print %v3 : vector<7xi8>
  %c4 = kina.constant dense<[7, -7, 7, 5, -2147483648, 0, -2147483648]> : tensor<7xi32>
  %c5 = kina.constant dense<[2, 2, -2, 0, -1, 0, 1]> : tensor<7xi32>
  %r6 = call @div_i32(%c4, %c5) : (tensor<7xi32>, tensor<7xi32>) -> tensor<7xi32>
  // CHECK: ( 3, -3, -3, 0, -2147483648, 0, -2147483648 )
  %v6 = vector.transfer_read %r6[%c0], %pad_i32 : tensor<7xi32>, vector<7xi32>
  vector.print %v6 : vector<7xi32>
  %c7 = kina.constant dense<[7, -7, 7, 5, -9223372036854775808, 0, -9223372036854775808]> : tensor<7xi64>
  %c8 = kina.constant dense<[2, 2, -2, 0, -1, 0, 1]> : tensor<7xi64>
  %r9 = call @div_i64(%c7, %c8) : (tensor<7xi64>, tensor<7xi64>) -> tensor<7xi64>
  // CHECK: ( 3, -3, -3, 0, -9223372036854775808, 0, -9223372036854775808 )
  %v9 = vector.transfer_read %r9[%c0], %pad_i64 : tensor<7xi64>, vector<7xi64>
  vector.print %v9 : vector<7xi64>
  %c10 = kina.constant dense<[0x7FC00000, 1.0, -0.0, 0.0]> : tensor<4xf32>
  %c11 = kina.constant dense<[1.0, 0x7FC00000, 0.0, -0.0]> : tensor<4xf32>
  %r12 = call @max(%c10, %c11) : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
  // CHECK: ( {{-?nan}}, {{-?nan}}, 0, 0 )
  %v12 = vector.transfer_read %r12[%c0], %pad_f32 : tensor<4xf32>, vector<4xf32>
  vector.print %v12 : vector<4xf32>
  %c13 = kina.constant dense<[0x7FC00000, 1.0, -0.0, 0.0]> : tensor<4xf32>
  %c14 = kina.constant dense<[1.0, 0x7FC00000, 0.0, -0.0]> : tensor<4xf32>
  %r15 = call @min(%c13, %c14) : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
  // CHECK: ( {{-?nan}}, {{-?nan}}, -0, -0 )
  %v15 = vector.transfer_read %r15[%c0], %pad_f32 : tensor<4xf32>, vector<4xf32>
  vector.print %v15 : vector<4xf32>
  %c16 = kina.constant dense<[0x7F800000, 0x7FC00000, -0.0, 1.0]> : tensor<4xf32>
  %r17 = call @mul_zero(%c16) : (tensor<4xf32>) -> tensor<4xf32>
  // CHECK: ( {{-?nan}}, {{-?nan}}, -0, 0 )
  %v17 = vector.transfer_read %r17[%c0], %pad_f32 : tensor<4xf32>, vector<4xf32>
  vector.print %v17 : vector<4xf32>
  %c18 = kina.constant dense<[0x7F800000, 0x7FC00000, -0.0, 1.0]> : tensor<4xf32>
  %r19 = call @add_zero(%c18) : (tensor<4xf32>) -> tensor<4xf32>
  // CHECK: ( inf, {{-?nan}}, 0, 1 )
  %v19 = vector.transfer_read %r19[%c0], %pad_f32 : tensor<4xf32>, vector<4xf32>
  vector.print %v19 : vector<4xf32>
  return
}
