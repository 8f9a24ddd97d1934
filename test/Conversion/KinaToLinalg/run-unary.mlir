// RUN: kina-opt %s --kina-to-linalg | mlir-opt --one-shot-bufferize=bufferize-function-boundaries --convert-linalg-to-loops --test-lower-to-llvm | \
// RUN: mlir-runner -e main -entry-point-result=void --shared-libs=%llvm_lib/libmlir_c_runner_utils.so,%llvm_lib/libmlir_float16_utils.so | FileCheck %s

// The even neighbour at a half.
func.func @round(%a: tensor<6xf32>) -> tensor<6xf32> {
  %r = kina.round %a : tensor<6xf32>
  return %r : tensor<6xf32>
}

func.func @rsqrt(%a: tensor<4xf32>) -> tensor<4xf32> {
  %r = kina.rsqrt %a : tensor<4xf32>
  return %r : tensor<4xf32>
}

func.func @sigmoid(%a: tensor<4xf32>) -> tensor<4xf32> {
  %r = kina.sigmoid %a : tensor<4xf32>
  return %r : tensor<4xf32>
}

func.func @abs(%a: tensor<2xi8>) -> tensor<2xi8> {
  %r = kina.abs %a : tensor<2xi8>
  return %r : tensor<2xi8>
}

func.func @neg(%a: tensor<2xi8>) -> tensor<2xi8> {
  %r = kina.neg %a : tensor<2xi8>
  return %r : tensor<2xi8>
}

func.func @main() {
  %c0 = arith.constant 0 : index
  %pad_f32 = arith.constant 0.0 : f32
  %pad_i8 = arith.constant 0 : i8
  %c1 = kina.constant dense<[0.5, 1.5, 2.5, -0.5, -1.5, 2.6]> : tensor<6xf32>
  %r2 = call @round(%c1) : (tensor<6xf32>) -> tensor<6xf32>
  // CHECK: ( 0, 2, 2, -0, -2, 3 )
  %v2 = vector.transfer_read %r2[%c0], %pad_f32 : tensor<6xf32>, vector<6xf32>
  vector.print %v2 : vector<6xf32>
  %c3 = kina.constant dense<[0.0, 4.0, -1.0, 0x7F800000]> : tensor<4xf32>
  %r4 = call @rsqrt(%c3) : (tensor<4xf32>) -> tensor<4xf32>
  // CHECK: ( inf, 0.5, {{-?nan}}, 0 )
  %v4 = vector.transfer_read %r4[%c0], %pad_f32 : tensor<4xf32>, vector<4xf32>
  vector.print %v4 : vector<4xf32>
  %c5 = kina.constant dense<[0.0, 0x7F800000, 0xFF800000, 0x7FC00000]> : tensor<4xf32>
  %r6 = call @sigmoid(%c5) : (tensor<4xf32>) -> tensor<4xf32>
  // CHECK: ( 0.5, 1, 0, {{-?nan}} )
  %v6 = vector.transfer_read %r6[%c0], %pad_f32 : tensor<4xf32>, vector<4xf32>
  vector.print %v6 : vector<4xf32>
  %c7 = kina.constant dense<[-128, -5]> : tensor<2xi8>
  %r8 = call @abs(%c7) : (tensor<2xi8>) -> tensor<2xi8>
  // CHECK: ( -128, 5 )
  %v8 = vector.transfer_read %r8[%c0], %pad_i8 : tensor<2xi8>, vector<2xi8>
  vector.print %v8 : vector<2xi8>
  %r9 = call @neg(%c7) : (tensor<2xi8>) -> tensor<2xi8>
  // CHECK: ( -128, 5 )
  %v9 = vector.transfer_read %r9[%c0], %pad_i8 : tensor<2xi8>, vector<2xi8>
  vector.print %v9 : vector<2xi8>
  return
}
