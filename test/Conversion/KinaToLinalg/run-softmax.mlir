// RUN: kina-opt %s --kina-to-linalg | mlir-opt --one-shot-bufferize=bufferize-function-boundaries --convert-linalg-to-loops --test-lower-to-llvm | \
// RUN: mlir-runner -e main -entry-point-result=void --shared-libs=%llvm_lib/libmlir_c_runner_utils.so,%llvm_lib/libmlir_float16_utils.so | FileCheck %s

func.func @softmax(%a: tensor<4x3xf32>) -> tensor<4x3xf32> {
  %r = kina.softmax %a axis = 1 : tensor<4x3xf32>
  return %r : tensor<4x3xf32>
}

func.func @softmax_columns(%a: tensor<2x2xf64>) -> tensor<2x2xf64> {
  %r = kina.softmax %a axis = 0 : tensor<2x2xf64>
  return %r : tensor<2x2xf64>
}

// A sum in bf16 would stop at 256.
func.func @last_of_512(%a: tensor<512xbf16>) -> tensor<1xf32> {
  %0 = kina.softmax %a axis = 0 : tensor<512xbf16>
  %1 = kina.slice %0 axis = 0 [511 : 512] : tensor<512xbf16> -> tensor<1xbf16>
  %r = kina.cast %1 : tensor<1xbf16> -> tensor<1xf32>
  return %r : tensor<1xf32>
}

func.func @main() {
  %c0 = arith.constant 0 : index
  %pad_f32 = arith.constant 0.0 : f32
  %pad_f64 = arith.constant 0.0 : f64
  %c1 = kina.constant dense<[[0xFF800000, 0xFF800000, 0xFF800000], [0.0, 0xFF800000, 0.0], [0.0, 0x7F800000, 0.0], [1000.0, 1000.0, 0xFF800000]]> : tensor<4x3xf32>
  %r2 = call @softmax(%c1) : (tensor<4x3xf32>) -> tensor<4x3xf32>
  // CHECK: ( ( {{-?nan}}, {{-?nan}}, {{-?nan}} ), ( 0.5, 0, 0.5 ), ( {{-?nan}}, {{-?nan}}, {{-?nan}} ), ( 0.5, 0.5, 0 ) )
  %v2 = vector.transfer_read %r2[%c0, %c0], %pad_f32 : tensor<4x3xf32>, vector<4x3xf32>
  vector.print %v2 : vector<4x3xf32>
  %c3 = kina.constant dense<[[0.0, 3.0], [0.0, 3.0]]> : tensor<2x2xf64>
  %r4 = call @softmax_columns(%c3) : (tensor<2x2xf64>) -> tensor<2x2xf64>
  // CHECK: ( ( 0.5, 0.5 ), ( 0.5, 0.5 ) )
  %v4 = vector.transfer_read %r4[%c0, %c0], %pad_f64 : tensor<2x2xf64>, vector<2x2xf64>
  vector.print %v4 : vector<2x2xf64>
  %c5 = kina.constant dense<0.0> : tensor<512xbf16>
  %r6 = call @last_of_512(%c5) : (tensor<512xbf16>) -> tensor<1xf32>
  // CHECK: ( 0.00195312 )
  %v6 = vector.transfer_read %r6[%c0], %pad_f32 : tensor<1xf32>, vector<1xf32>
  vector.print %v6 : vector<1xf32>
  return
}
