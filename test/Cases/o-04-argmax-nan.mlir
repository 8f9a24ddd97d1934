// RUN: kina-opt %s --kina-to-linalg | mlir-opt --one-shot-bufferize=bufferize-function-boundaries --convert-linalg-to-loops --test-lower-to-llvm | \
// RUN: mlir-runner -e main -entry-point-result=void --shared-libs=%llvm_lib/libmlir_c_runner_utils.so,%llvm_lib/libmlir_float16_utils.so | FileCheck %s
// RUN: kina-opt %s --canonicalize --cse --kina-to-linalg | mlir-opt --one-shot-bufferize=bufferize-function-boundaries --convert-linalg-to-loops --test-lower-to-llvm | \
// RUN: mlir-runner -e main -entry-point-result=void --shared-libs=%llvm_lib/libmlir_c_runner_utils.so,%llvm_lib/libmlir_float16_utils.so | FileCheck %s

// O-04: the first NaN wins, nothing finite gives 0, and max obeys the same rule.

func.func private @rows(%x: tensor<4x4xf32>) -> (tensor<4xi64>, tensor<4xf32>) {
  %r = kina.argmax %x axis = 1 : tensor<4x4xf32> -> tensor<4xi64>
  %m = kina.reduce max %x axis = 1 : tensor<4x4xf32> -> tensor<4xf32>
  return %r, %m : tensor<4xi64>, tensor<4xf32>
}

func.func private @rows_constants() -> (tensor<4xi64>, tensor<4xf32>) {
  %x = kina.constant dense<[[1.0, 0x7FC00000, 2.0, 0.0], [1.0, 0x7FC00000, 0x7FC00000, 0.0], [0x7FC00000, 1.0, 2.0, 0.0], [0xFF800000, 0xFF800000, 0xFF800000, 0xFF800000]]> : tensor<4x4xf32>
  %r = kina.argmax %x axis = 1 : tensor<4x4xf32> -> tensor<4xi64>
  %m = kina.reduce max %x axis = 1 : tensor<4x4xf32> -> tensor<4xf32>
  return %r, %m : tensor<4xi64>, tensor<4xf32>
}

func.func private @five(%x: tensor<1x5xf32>) -> (tensor<1xi64>) {
  %r = kina.argmax %x axis = 1 : tensor<1x5xf32> -> tensor<1xi64>
  return %r : tensor<1xi64>
}

func.func private @five_constants() -> (tensor<1xi64>) {
  %x = kina.constant dense<0xFF800000> : tensor<1x5xf32>
  %r = kina.argmax %x axis = 1 : tensor<1x5xf32> -> tensor<1xi64>
  return %r : tensor<1xi64>
}

func.func @main() {
  %c0 = arith.constant 0 : index
  %pad_f32 = arith.constant 0.0 : f32
  %pad_i64 = arith.constant 0 : i64
  %rows_x = kina.constant dense<[[1.0, 0x7FC00000, 2.0, 0.0], [1.0, 0x7FC00000, 0x7FC00000, 0.0], [0x7FC00000, 1.0, 2.0, 0.0], [0xFF800000, 0xFF800000, 0xFF800000, 0xFF800000]]> : tensor<4x4xf32>
  %r1:2 = call @rows(%rows_x) : (tensor<4x4xf32>) -> (tensor<4xi64>, tensor<4xf32>)
  // CHECK: ( 1, 1, 0, 0 )
  %v1_0 = vector.transfer_read %r1#0[%c0], %pad_i64 : tensor<4xi64>, vector<4xi64>
  vector.print %v1_0 : vector<4xi64>
  // CHECK: ( {{-?}}nan, {{-?}}nan, {{-?}}nan, -inf )
  %v1_1 = vector.transfer_read %r1#1[%c0], %pad_f32 : tensor<4xf32>, vector<4xf32>
  vector.print %v1_1 : vector<4xf32>
  %r2:2 = call @rows_constants() : () -> (tensor<4xi64>, tensor<4xf32>)
  // CHECK: ( 1, 1, 0, 0 )
  %v2_0 = vector.transfer_read %r2#0[%c0], %pad_i64 : tensor<4xi64>, vector<4xi64>
  vector.print %v2_0 : vector<4xi64>
  // CHECK: ( {{-?}}nan, {{-?}}nan, {{-?}}nan, -inf )
  %v2_1 = vector.transfer_read %r2#1[%c0], %pad_f32 : tensor<4xf32>, vector<4xf32>
  vector.print %v2_1 : vector<4xf32>
  %five_x = kina.constant dense<0xFF800000> : tensor<1x5xf32>
  %r3 = call @five(%five_x) : (tensor<1x5xf32>) -> (tensor<1xi64>)
  // CHECK: ( 0 )
  %v3_0 = vector.transfer_read %r3[%c0], %pad_i64 : tensor<1xi64>, vector<1xi64>
  vector.print %v3_0 : vector<1xi64>
  %r4 = call @five_constants() : () -> (tensor<1xi64>)
  // CHECK: ( 0 )
  %v4_0 = vector.transfer_read %r4[%c0], %pad_i64 : tensor<1xi64>, vector<1xi64>
  vector.print %v4_0 : vector<1xi64>
  return
}
