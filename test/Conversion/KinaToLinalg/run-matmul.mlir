// RUN: kina-opt %s --kina-to-linalg | mlir-opt --one-shot-bufferize=bufferize-function-boundaries --convert-linalg-to-loops --test-lower-to-llvm | \
// RUN: mlir-runner -e main -entry-point-result=void --shared-libs=%llvm_lib/libmlir_c_runner_utils.so,%llvm_lib/libmlir_float16_utils.so | FileCheck %s

func.func @i8(%a: tensor<1x2xi8>, %b: tensor<2x1xi8>) -> tensor<1x1xi8> {
  %r = kina.matmul %a, %b : (tensor<1x2xi8>, tensor<2x1xi8>) -> tensor<1x1xi8>
  return %r : tensor<1x1xi8>
}

func.func @i8_i32(%a: tensor<1x2xi8>, %b: tensor<2x1xi8>) -> tensor<1x1xi32> {
  %r = kina.matmul %a, %b : (tensor<1x2xi8>, tensor<2x1xi8>) -> tensor<1x1xi32>
  return %r : tensor<1x1xi32>
}

func.func @bf16(%a: tensor<1x512xbf16>, %b: tensor<512x1xbf16>) -> tensor<1x1xf32> {
  %0 = kina.matmul %a, %b : (tensor<1x512xbf16>, tensor<512x1xbf16>) -> tensor<1x1xbf16>
  %r = kina.cast %0 : tensor<1x1xbf16> -> tensor<1x1xf32>
  return %r : tensor<1x1xf32>
}

// One head of keys for two of queries.
func.func @heads(%a: tensor<2x1x2xf32>, %b: tensor<1x1x2xf32>) -> tensor<2x1x1xf32> {
  %0 = kina.transpose %b perm = [0, 2, 1] : tensor<1x1x2xf32> -> tensor<1x2x1xf32>
  %1 = kina.broadcast %0 : tensor<1x2x1xf32> -> tensor<2x2x1xf32>
  %r = kina.matmul %a, %1 : (tensor<2x1x2xf32>, tensor<2x2x1xf32>) -> tensor<2x1x1xf32>
  return %r : tensor<2x1x1xf32>
}

func.func @main() {
  %c0 = arith.constant 0 : index
  %pad_i8 = arith.constant 0 : i8
  %pad_i32 = arith.constant 0 : i32
  %pad_f32 = arith.constant 0.0 : f32
  %c1 = kina.constant dense<[[-128, 100]]> : tensor<1x2xi8>
  %c2 = kina.constant dense<[[-128], [3]]> : tensor<2x1xi8>
  %r3 = call @i8(%c1, %c2) : (tensor<1x2xi8>, tensor<2x1xi8>) -> tensor<1x1xi8>
  // CHECK: ( ( 44 ) )
  %v3 = vector.transfer_read %r3[%c0, %c0], %pad_i8 : tensor<1x1xi8>, vector<1x1xi8>
  vector.print %v3 : vector<1x1xi8>
  %r4 = call @i8_i32(%c1, %c2) : (tensor<1x2xi8>, tensor<2x1xi8>) -> tensor<1x1xi32>
  // CHECK: ( ( 16684 ) )
  %v4 = vector.transfer_read %r4[%c0, %c0], %pad_i32 : tensor<1x1xi32>, vector<1x1xi32>
  vector.print %v4 : vector<1x1xi32>
  %c5 = kina.constant dense<1.0> : tensor<1x512xbf16>
  %c6 = kina.constant dense<1.0> : tensor<512x1xbf16>
  %r7 = call @bf16(%c5, %c6) : (tensor<1x512xbf16>, tensor<512x1xbf16>) -> tensor<1x1xf32>
  // CHECK: ( ( 512 ) )
  %v7 = vector.transfer_read %r7[%c0, %c0], %pad_f32 : tensor<1x1xf32>, vector<1x1xf32>
  vector.print %v7 : vector<1x1xf32>
  %c8 = kina.constant dense<[[[1.0, 2.0]], [[3.0, 4.0]]]> : tensor<2x1x2xf32>
  %c9 = kina.constant dense<[[[10.0, 100.0]]]> : tensor<1x1x2xf32>
  %r10 = call @heads(%c8, %c9) : (tensor<2x1x2xf32>, tensor<1x1x2xf32>) -> tensor<2x1x1xf32>
  // CHECK: ( ( ( 210 ) ), ( ( 430 ) ) )
  %v10 = vector.transfer_read %r10[%c0, %c0, %c0], %pad_f32 : tensor<2x1x1xf32>, vector<2x1x1xf32>
  vector.print %v10 : vector<2x1x1xf32>
  return
}
