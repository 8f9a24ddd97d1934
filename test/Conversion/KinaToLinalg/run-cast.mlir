// RUN: kina-opt %s --kina-to-linalg | mlir-opt --one-shot-bufferize=bufferize-function-boundaries --convert-linalg-to-loops --test-lower-to-llvm | \
// RUN: mlir-runner -e main -entry-point-result=void --shared-libs=%llvm_lib/libmlir_c_runner_utils.so,%llvm_lib/libmlir_float16_utils.so | FileCheck %s

func.func @f32_i8(%a: tensor<8xf32>) -> tensor<8xi8> {
  %r = kina.cast %a : tensor<8xf32> -> tensor<8xi8>
  return %r : tensor<8xi8>
}

func.func @f32_i64(%a: tensor<6xf32>) -> tensor<6xi64> {
  %r = kina.cast %a : tensor<6xf32> -> tensor<6xi64>
  return %r : tensor<6xi64>
}

func.func @f64_i64(%a: tensor<4xf64>) -> tensor<4xi64> {
  %r = kina.cast %a : tensor<4xf64> -> tensor<4xi64>
  return %r : tensor<4xi64>
}

func.func @f32_i32(%a: tensor<4xf32>) -> tensor<4xi32> {
  %r = kina.cast %a : tensor<4xf32> -> tensor<4xi32>
  return %r : tensor<4xi32>
}

func.func @f16_i8(%a: tensor<4xf16>) -> tensor<4xi8> {
  %r = kina.cast %a : tensor<4xf16> -> tensor<4xi8>
  return %r : tensor<4xi8>
}

func.func @i64_i8(%a: tensor<4xi64>) -> tensor<4xi8> {
  %r = kina.cast %a : tensor<4xi64> -> tensor<4xi8>
  return %r : tensor<4xi8>
}

func.func @i1_i8(%a: tensor<2xi1>) -> tensor<2xi8> {
  %r = kina.cast %a : tensor<2xi1> -> tensor<2xi8>
  return %r : tensor<2xi8>
}

func.func @i1_f32(%a: tensor<2xi1>) -> tensor<2xf32> {
  %r = kina.cast %a : tensor<2xi1> -> tensor<2xf32>
  return %r : tensor<2xf32>
}

func.func @f32_i1(%a: tensor<5xf32>) -> tensor<5xi8> {
  %0 = kina.cast %a : tensor<5xf32> -> tensor<5xi1>
  %r = kina.cast %0 : tensor<5xi1> -> tensor<5xi8>
  return %r : tensor<5xi8>
}

func.func @i32_i1(%a: tensor<3xi32>) -> tensor<3xi8> {
  %0 = kina.cast %a : tensor<3xi32> -> tensor<3xi1>
  %r = kina.cast %0 : tensor<3xi1> -> tensor<3xi8>
  return %r : tensor<3xi8>
}

// 1 + 2^-8 is a tie; 2^-30 above it is not, and f32 would not see it.
func.func @f64_bf16(%a: tensor<5xf64>) -> tensor<5xf32> {
  %0 = kina.cast %a : tensor<5xf64> -> tensor<5xbf16>
  %r = kina.cast %0 : tensor<5xbf16> -> tensor<5xf32>
  return %r : tensor<5xf32>
}

// 2^62 + 2^54 is a tie; an f64 does not see the 1 above it.
func.func @i64_bf16(%a: tensor<4xi64>) -> tensor<4xf32> {
  %0 = kina.cast %a : tensor<4xi64> -> tensor<4xbf16>
  %r = kina.cast %0 : tensor<4xbf16> -> tensor<4xf32>
  return %r : tensor<4xf32>
}

func.func @i32_f16(%a: tensor<4xi32>) -> tensor<4xf32> {
  %0 = kina.cast %a : tensor<4xi32> -> tensor<4xf16>
  %r = kina.cast %0 : tensor<4xf16> -> tensor<4xf32>
  return %r : tensor<4xf32>
}

func.func @f32_bf16(%a: tensor<3xf32>) -> tensor<3xf32> {
  %0 = kina.cast %a : tensor<3xf32> -> tensor<3xbf16>
  %r = kina.cast %0 : tensor<3xbf16> -> tensor<3xf32>
  return %r : tensor<3xf32>
}

func.func @main() {
  %c0 = arith.constant 0 : index
  %pad_i8 = arith.constant 0 : i8
  %pad_i64 = arith.constant 0 : i64
  %pad_i32 = arith.constant 0 : i32
  %pad_f32 = arith.constant 0.0 : f32
  %c1 = kina.constant dense<[127.9, 128.0, -128.9, -129.0, 0x7FC00000, 0x7F800000, 0xFF800000, -0.5]> : tensor<8xf32>
  %r2 = call @f32_i8(%c1) : (tensor<8xf32>) -> tensor<8xi8>
  // CHECK: ( 127, 127, -128, -128, 0, 127, -128, 0 )
  %v2 = vector.transfer_read %r2[%c0], %pad_i8 : tensor<8xi8>, vector<8xi8>
  vector.print %v2 : vector<8xi8>
  %c3 = kina.constant dense<[9.2233715e18, 9.223372e18, -9.223372e18, -9.3e18, 0x7FC00000, 0x7F800000]> : tensor<6xf32>
  %r4 = call @f32_i64(%c3) : (tensor<6xf32>) -> tensor<6xi64>
  // CHECK: ( 9223371487098961920, 9223372036854775807, -9223372036854775808, -9223372036854775808, 0, 9223372036854775807 )
  %v4 = vector.transfer_read %r4[%c0], %pad_i64 : tensor<6xi64>, vector<6xi64>
  vector.print %v4 : vector<6xi64>
  %c5 = kina.constant dense<[9223372036854774784.0, 9223372036854775808.0, -9223372036854775808.0, 0x7FF8000000000000]> : tensor<4xf64>
  %r6 = call @f64_i64(%c5) : (tensor<4xf64>) -> tensor<4xi64>
  // CHECK: ( 9223372036854774784, 9223372036854775807, -9223372036854775808, 0 )
  %v6 = vector.transfer_read %r6[%c0], %pad_i64 : tensor<4xi64>, vector<4xi64>
  vector.print %v6 : vector<4xi64>
  %c7 = kina.constant dense<[2147483520.0, 2147483648.0, -2147483648.0, -2147483904.0]> : tensor<4xf32>
  %r8 = call @f32_i32(%c7) : (tensor<4xf32>) -> tensor<4xi32>
  // CHECK: ( 2147483520, 2147483647, -2147483648, -2147483648 )
  %v8 = vector.transfer_read %r8[%c0], %pad_i32 : tensor<4xi32>, vector<4xi32>
  vector.print %v8 : vector<4xi32>
  %c9 = kina.constant dense<[0x7C00, 0xFC00, 0x7E00, 1.5]> : tensor<4xf16>
  %r10 = call @f16_i8(%c9) : (tensor<4xf16>) -> tensor<4xi8>
  // CHECK: ( 127, -128, 0, 1 )
  %v10 = vector.transfer_read %r10[%c0], %pad_i8 : tensor<4xi8>, vector<4xi8>
  vector.print %v10 : vector<4xi8>
  %c11 = kina.constant dense<[128, 255, -129, 1]> : tensor<4xi64>
  %r12 = call @i64_i8(%c11) : (tensor<4xi64>) -> tensor<4xi8>
  // CHECK: ( -128, -1, 127, 1 )
  %v12 = vector.transfer_read %r12[%c0], %pad_i8 : tensor<4xi8>, vector<4xi8>
  vector.print %v12 : vector<4xi8>
  %c13 = kina.constant dense<[true, false]> : tensor<2xi1>
  %r14 = call @i1_i8(%c13) : (tensor<2xi1>) -> tensor<2xi8>
  // CHECK: ( 1, 0 )
  %v14 = vector.transfer_read %r14[%c0], %pad_i8 : tensor<2xi8>, vector<2xi8>
  vector.print %v14 : vector<2xi8>
  %c15 = kina.constant dense<[true, false]> : tensor<2xi1>
  %r16 = call @i1_f32(%c15) : (tensor<2xi1>) -> tensor<2xf32>
  // CHECK: ( 1, 0 )
  %v16 = vector.transfer_read %r16[%c0], %pad_f32 : tensor<2xf32>, vector<2xf32>
  vector.print %v16 : vector<2xf32>
  %c17 = kina.constant dense<[0.0, -0.0, 0x7FC00000, 1.0e-40, 0x7F800000]> : tensor<5xf32>
  %r18 = call @f32_i1(%c17) : (tensor<5xf32>) -> tensor<5xi8>
  // CHECK: ( 0, 0, 0, 1, 1 )
  %v18 = vector.transfer_read %r18[%c0], %pad_i8 : tensor<5xi8>, vector<5xi8>
  vector.print %v18 : vector<5xi8>
  %c19 = kina.constant dense<[0, 2, -1]> : tensor<3xi32>
  %r20 = call @i32_i1(%c19) : (tensor<3xi32>) -> tensor<3xi8>
  // CHECK: ( 0, 1, 1 )
  %v20 = vector.transfer_read %r20[%c0], %pad_i8 : tensor<3xi8>, vector<3xi8>
  vector.print %v20 : vector<3xi8>
  %c21 = kina.constant dense<[1.00390625, 1.003906250931322574615478515625, 1.00390624906867742538452148, 1.01171875, 1.0e300]> : tensor<5xf64>
  %r22 = call @f64_bf16(%c21) : (tensor<5xf64>) -> tensor<5xf32>
  // CHECK: ( 1, 1.00781, 1, 1.01562, inf )
  %v22 = vector.transfer_read %r22[%c0], %pad_f32 : tensor<5xf32>, vector<5xf32>
  vector.print %v22 : vector<5xf32>
  %c23 = kina.constant dense<[4629700416936869888, 4629700416936869889, 4629700416936869887, -4629700416936869889]> : tensor<4xi64>
  %r24 = call @i64_bf16(%c23) : (tensor<4xi64>) -> tensor<4xf32>
  // CHECK: ( 4.61169e+18, 4.64771e+18, 4.61169e+18, -4.64771e+18 )
  %v24 = vector.transfer_read %r24[%c0], %pad_f32 : tensor<4xf32>, vector<4xf32>
  vector.print %v24 : vector<4xf32>
  %c25 = kina.constant dense<[65519, 65520, 2049, -2147483648]> : tensor<4xi32>
  %r26 = call @i32_f16(%c25) : (tensor<4xi32>) -> tensor<4xf32>
  // CHECK: ( 65504, inf, 2048, -inf )
  %v26 = vector.transfer_read %r26[%c0], %pad_f32 : tensor<4xf32>, vector<4xf32>
  vector.print %v26 : vector<4xf32>
  %c27 = kina.constant dense<[3.4e38, 1.5, 0x7FC00000]> : tensor<3xf32>
  %r28 = call @f32_bf16(%c27) : (tensor<3xf32>) -> tensor<3xf32>
  // CHECK: ( inf, 1.5, {{-?nan}} )
  %v28 = vector.transfer_read %r28[%c0], %pad_f32 : tensor<3xf32>, vector<3xf32>
  vector.print %v28 : vector<3xf32>
  return
}
