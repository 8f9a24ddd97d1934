// RUN: kina-opt %s --kina-to-linalg | mlir-opt --one-shot-bufferize=bufferize-function-boundaries --convert-linalg-to-loops --test-lower-to-llvm | \
// RUN: mlir-runner -e main -entry-point-result=void --shared-libs=%llvm_lib/libmlir_c_runner_utils.so,%llvm_lib/libmlir_float16_utils.so | FileCheck %s
// RUN: kina-opt %s --canonicalize --cse --kina-to-linalg | mlir-opt --one-shot-bufferize=bufferize-function-boundaries --convert-linalg-to-loops --test-lower-to-llvm | \
// RUN: mlir-runner -e main -entry-point-result=void --shared-libs=%llvm_lib/libmlir_c_runner_utils.so,%llvm_lib/libmlir_float16_utils.so | FileCheck %s

// O-15: what is no identity for NaN, inf and -0.0 is not simplified.

func.func private @f32(%x: tensor<4xf32>) -> (tensor<4xf32>, tensor<4xf32>, tensor<4xf32>, tensor<4xf32>, tensor<4xf32>) {
  %zero = kina.constant dense<0.0> : tensor<4xf32>
  %least = kina.constant dense<0xFF800000> : tensor<4xf32>
  %0 = kina.mul %x, %zero : tensor<4xf32>
  %1 = kina.sub %x, %x : tensor<4xf32>
  %2 = kina.add %x, %zero : tensor<4xf32>
  %3 = kina.div %x, %x : tensor<4xf32>
  %4 = kina.max %x, %least : tensor<4xf32>
  return %0, %1, %2, %3, %4 : tensor<4xf32>, tensor<4xf32>, tensor<4xf32>, tensor<4xf32>, tensor<4xf32>
}

func.func private @f32_constants() -> (tensor<4xf32>, tensor<4xf32>, tensor<4xf32>, tensor<4xf32>, tensor<4xf32>) {
  %x = kina.constant dense<[0x7F800000, 0x7FC00000, -0.0, 1.0]> : tensor<4xf32>
  %zero = kina.constant dense<0.0> : tensor<4xf32>
  %least = kina.constant dense<0xFF800000> : tensor<4xf32>
  %0 = kina.mul %x, %zero : tensor<4xf32>
  %1 = kina.sub %x, %x : tensor<4xf32>
  %2 = kina.add %x, %zero : tensor<4xf32>
  %3 = kina.div %x, %x : tensor<4xf32>
  %4 = kina.max %x, %least : tensor<4xf32>
  return %0, %1, %2, %3, %4 : tensor<4xf32>, tensor<4xf32>, tensor<4xf32>, tensor<4xf32>, tensor<4xf32>
}

func.func @main() {
  %c0 = arith.constant 0 : index
  %pad_f32 = arith.constant 0.0 : f32
  %f32_x = kina.constant dense<[0x7F800000, 0x7FC00000, -0.0, 1.0]> : tensor<4xf32>
  %r1:5 = call @f32(%f32_x) : (tensor<4xf32>) -> (tensor<4xf32>, tensor<4xf32>, tensor<4xf32>, tensor<4xf32>, tensor<4xf32>)
  // CHECK: ( {{-?}}nan, {{-?}}nan, -0, 0 )
  %v1_0 = vector.transfer_read %r1#0[%c0], %pad_f32 : tensor<4xf32>, vector<4xf32>
  vector.print %v1_0 : vector<4xf32>
  // CHECK: ( {{-?}}nan, {{-?}}nan, 0, 0 )
  %v1_1 = vector.transfer_read %r1#1[%c0], %pad_f32 : tensor<4xf32>, vector<4xf32>
  vector.print %v1_1 : vector<4xf32>
  // CHECK: ( inf, {{-?}}nan, 0, 1 )
  %v1_2 = vector.transfer_read %r1#2[%c0], %pad_f32 : tensor<4xf32>, vector<4xf32>
  vector.print %v1_2 : vector<4xf32>
  // CHECK: ( {{-?}}nan, {{-?}}nan, {{-?}}nan, 1 )
  %v1_3 = vector.transfer_read %r1#3[%c0], %pad_f32 : tensor<4xf32>, vector<4xf32>
  vector.print %v1_3 : vector<4xf32>
  // CHECK: ( inf, {{-?}}nan, -0, 1 )
  %v1_4 = vector.transfer_read %r1#4[%c0], %pad_f32 : tensor<4xf32>, vector<4xf32>
  vector.print %v1_4 : vector<4xf32>
  %r2:5 = call @f32_constants() : () -> (tensor<4xf32>, tensor<4xf32>, tensor<4xf32>, tensor<4xf32>, tensor<4xf32>)
  // CHECK: ( {{-?}}nan, {{-?}}nan, -0, 0 )
  %v2_0 = vector.transfer_read %r2#0[%c0], %pad_f32 : tensor<4xf32>, vector<4xf32>
  vector.print %v2_0 : vector<4xf32>
  // CHECK: ( {{-?}}nan, {{-?}}nan, 0, 0 )
  %v2_1 = vector.transfer_read %r2#1[%c0], %pad_f32 : tensor<4xf32>, vector<4xf32>
  vector.print %v2_1 : vector<4xf32>
  // CHECK: ( inf, {{-?}}nan, 0, 1 )
  %v2_2 = vector.transfer_read %r2#2[%c0], %pad_f32 : tensor<4xf32>, vector<4xf32>
  vector.print %v2_2 : vector<4xf32>
  // CHECK: ( {{-?}}nan, {{-?}}nan, {{-?}}nan, 1 )
  %v2_3 = vector.transfer_read %r2#3[%c0], %pad_f32 : tensor<4xf32>, vector<4xf32>
  vector.print %v2_3 : vector<4xf32>
  // CHECK: ( inf, {{-?}}nan, -0, 1 )
  %v2_4 = vector.transfer_read %r2#4[%c0], %pad_f32 : tensor<4xf32>, vector<4xf32>
  vector.print %v2_4 : vector<4xf32>
  return
}
