// RUN: kina-opt %s --kina-to-linalg | mlir-opt --one-shot-bufferize=bufferize-function-boundaries --convert-linalg-to-loops --test-lower-to-llvm | \
// RUN: mlir-runner -e main -entry-point-result=void --shared-libs=%llvm_lib/libmlir_c_runner_utils.so,%llvm_lib/libmlir_float16_utils.so | FileCheck %s

func.func @argmax_8x3xf32(%a: tensor<8x3xf32>) -> tensor<8xi64> {
  %r = kina.argmax %a axis = 1 : tensor<8x3xf32> -> tensor<8xi64>
  return %r : tensor<8xi64>
}

func.func @argmax_2x4xi8(%a: tensor<2x4xi8>) -> tensor<2xi64> {
  %r = kina.argmax %a axis = 1 : tensor<2x4xi8> -> tensor<2xi64>
  return %r : tensor<2xi64>
}

func.func @argmax_2x2xbf16(%a: tensor<2x2xbf16>) -> tensor<2xi64> {
  %r = kina.argmax %a axis = 1 : tensor<2x2xbf16> -> tensor<2xi64>
  return %r : tensor<2xi64>
}

func.func @main() {
  %c0 = arith.constant 0 : index
  %pad_i64 = arith.constant 0 : i64
  %c1 = kina.constant dense<[[1.0, 0x7FC00000, 2.0], [1.0, 0x7FC00000, 0x7FC00000], [0x7FC00000, 1.0, 2.0], [0xFF800000, 0xFF800000, 0xFF800000], [-0.0, 0.0, -0.0], [0.0, 5.0, 5.0], [0x7F800000, 0x7FC00000, 0x7F800000], [0xFF800000, -1.0, 0xFF800000]]> : tensor<8x3xf32>
  %r2 = call @argmax_8x3xf32(%c1) : (tensor<8x3xf32>) -> tensor<8xi64>
  // CHECK: ( 1, 1, 0, 0, 0, 1, 1, 1 )
  %v2 = vector.transfer_read %r2[%c0], %pad_i64 : tensor<8xi64>, vector<8xi64>
  vector.print %v2 : vector<8xi64>
  %c3 = kina.constant dense<[[-128, -128, -128, -128], [-1, 3, 127, 127]]> : tensor<2x4xi8>
  %r4 = call @argmax_2x4xi8(%c3) : (tensor<2x4xi8>) -> tensor<2xi64>
  // CHECK: ( 0, 2 )
  %v4 = vector.transfer_read %r4[%c0], %pad_i64 : tensor<2xi64>, vector<2xi64>
  vector.print %v4 : vector<2xi64>
  %c5 = kina.constant dense<[[1.0, 2.0], [0x7FC0, 2.0]]> : tensor<2x2xbf16>
  %r6 = call @argmax_2x2xbf16(%c5) : (tensor<2x2xbf16>) -> tensor<2xi64>
  // CHECK: ( 1, 0 )
  %v6 = vector.transfer_read %r6[%c0], %pad_i64 : tensor<2xi64>, vector<2xi64>
  vector.print %v6 : vector<2xi64>
  return
}
