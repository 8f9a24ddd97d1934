// RUN: kina-opt %s --kina-to-linalg | mlir-opt --one-shot-bufferize=bufferize-function-boundaries --convert-linalg-to-loops --test-lower-to-llvm | \
// RUN: mlir-runner -e main -entry-point-result=void --shared-libs=%llvm_lib/libmlir_c_runner_utils.so,%llvm_lib/libmlir_float16_utils.so | FileCheck %s

func.func @sum_of_512(%a: tensor<512xbf16>) -> tensor<1xf32> {
  %0 = kina.reduce sum %a axis = 0 keep : tensor<512xbf16> -> tensor<1xbf16>
  %r = kina.cast %0 : tensor<1xbf16> -> tensor<1xf32>
  return %r : tensor<1xf32>
}

func.func @max(%a: tensor<4x2xf32>) -> tensor<4xf32> {
  %r = kina.reduce max %a axis = 1 : tensor<4x2xf32> -> tensor<4xf32>
  return %r : tensor<4xf32>
}

func.func @min(%a: tensor<4x2xf32>) -> tensor<4xf32> {
  %r = kina.reduce min %a axis = 1 : tensor<4x2xf32> -> tensor<4xf32>
  return %r : tensor<4xf32>
}

func.func @sum_wraps(%a: tensor<2xi8>) -> tensor<i8> {
  %r = kina.reduce sum %a axis = 0 : tensor<2xi8> -> tensor<i8>
  return %r : tensor<i8>
}

func.func @mean(%a: tensor<2x4xf32>) -> tensor<2x1xf32> {
  %r = kina.reduce mean %a axis = 1 keep : tensor<2x4xf32> -> tensor<2x1xf32>
  return %r : tensor<2x1xf32>
}

func.func @main() {
  %c0 = arith.constant 0 : index
  %pad_f32 = arith.constant 0.0 : f32
  %pad_i8 = arith.constant 0 : i8
  %c1 = kina.constant dense<1.0> : tensor<512xbf16>
  %r2 = call @sum_of_512(%c1) : (tensor<512xbf16>) -> tensor<1xf32>
  // CHECK: ( 512 )
  %v2 = vector.transfer_read %r2[%c0], %pad_f32 : tensor<1xf32>, vector<1xf32>
  vector.print %v2 : vector<1xf32>
  %c3 = kina.constant dense<[[0x7FC00000, 1.0], [0xFF800000, 0xFF800000], [0.0, -0.0], [0xFF800000, 2.0]]> : tensor<4x2xf32>
  %r4 = call @max(%c3) : (tensor<4x2xf32>) -> tensor<4xf32>
  // CHECK: ( {{-?nan}}, -inf, 0, 2 )
  %v4 = vector.transfer_read %r4[%c0], %pad_f32 : tensor<4xf32>, vector<4xf32>
  vector.print %v4 : vector<4xf32>
  %c5 = kina.constant dense<[[0x7FC00000, 1.0], [0xFF800000, 0xFF800000], [0.0, -0.0], [0xFF800000, 2.0]]> : tensor<4x2xf32>
  %r6 = call @min(%c5) : (tensor<4x2xf32>) -> tensor<4xf32>
  // CHECK: ( {{-?nan}}, -inf, -0, -inf )
  %v6 = vector.transfer_read %r6[%c0], %pad_f32 : tensor<4xf32>, vector<4xf32>
  vector.print %v6 : vector<4xf32>
  %c7 = kina.constant dense<[127, 2]> : tensor<2xi8>
  %r8 = call @sum_wraps(%c7) : (tensor<2xi8>) -> tensor<i8>
  // CHECK: -127
  %v8 = tensor.extract %r8[] : tensor<i8>
  vector.print %v8 : i8
  %c9 = kina.constant dense<[[1.0, 2.0, 3.0, 4.0], [0.0, 0.0, 0.0, 1.0]]> : tensor<2x4xf32>
  %r10 = call @mean(%c9) : (tensor<2x4xf32>) -> tensor<2x1xf32>
  // CHECK: ( ( 2.5 ), ( 0.25 ) )
  %v10 = vector.transfer_read %r10[%c0, %c0], %pad_f32 : tensor<2x1xf32>, vector<2x1xf32>
  vector.print %v10 : vector<2x1xf32>
  return
}
