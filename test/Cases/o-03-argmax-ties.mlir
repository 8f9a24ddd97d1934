// RUN: kina-opt %s --kina-to-linalg | mlir-opt --one-shot-bufferize=bufferize-function-boundaries --convert-linalg-to-loops --test-lower-to-llvm | \
// RUN: mlir-runner -e main -entry-point-result=void --shared-libs=%llvm_lib/libmlir_c_runner_utils.so,%llvm_lib/libmlir_float16_utils.so | FileCheck %s
// RUN: kina-opt %s --canonicalize --cse --kina-to-linalg | mlir-opt --one-shot-bufferize=bufferize-function-boundaries --convert-linalg-to-loops --test-lower-to-llvm | \
// RUN: mlir-runner -e main -entry-point-result=void --shared-libs=%llvm_lib/libmlir_c_runner_utils.so,%llvm_lib/libmlir_float16_utils.so | FileCheck %s

// O-03: the lowest index on ties, also of two shards that are joined.

func.func private @short(%x: tensor<4xf32>) -> (tensor<1xi64>) {
  %r = kina.argmax %x axis = 0 : tensor<4xf32> -> tensor<i64>
  %s = kina.reshape %r : tensor<i64> -> tensor<1xi64>
  return %s : tensor<1xi64>
}

func.func private @short_constants() -> (tensor<1xi64>) {
  %x = kina.constant dense<[1.0, 5.0, 5.0, 3.0]> : tensor<4xf32>
  %r = kina.argmax %x axis = 0 : tensor<4xf32> -> tensor<i64>
  %s = kina.reshape %r : tensor<i64> -> tensor<1xi64>
  return %s : tensor<1xi64>
}

func.func private @long(%x: tensor<512xf32>) -> (tensor<1xi64>, tensor<1xi64>) {
  %r = kina.argmax %x axis = 0 : tensor<512xf32> -> tensor<i64>
  %s = kina.reshape %r : tensor<i64> -> tensor<1xi64>
  %a = kina.slice %x axis = 0 [0 : 256] : tensor<512xf32> -> tensor<256xf32>
  %b = kina.slice %x axis = 0 [256 : 512] : tensor<512xf32> -> tensor<256xf32>
  %ma = kina.reduce max %a axis = 0 : tensor<256xf32> -> tensor<f32>
  %mb = kina.reduce max %b axis = 0 : tensor<256xf32> -> tensor<f32>
  %ia = kina.argmax %a axis = 0 : tensor<256xf32> -> tensor<i64>
  %ib = kina.argmax %b axis = 0 : tensor<256xf32> -> tensor<i64>
  %offset = kina.constant dense<256> : tensor<i64>
  %jb = kina.add %ib, %offset : tensor<i64>
  %c = kina.compare gt %mb, %ma : tensor<f32> -> tensor<i1>
  %t = kina.select %c, %jb, %ia : tensor<i64>
  %u = kina.reshape %t : tensor<i64> -> tensor<1xi64>
  return %s, %u : tensor<1xi64>, tensor<1xi64>
}

func.func private @long_constants() -> (tensor<1xi64>, tensor<1xi64>) {
  %x = kina.constant dense<[0.0, 0.0, 0.0, 0.0, 0.0, 7.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 7.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0]> : tensor<512xf32>
  %r = kina.argmax %x axis = 0 : tensor<512xf32> -> tensor<i64>
  %s = kina.reshape %r : tensor<i64> -> tensor<1xi64>
  %a = kina.slice %x axis = 0 [0 : 256] : tensor<512xf32> -> tensor<256xf32>
  %b = kina.slice %x axis = 0 [256 : 512] : tensor<512xf32> -> tensor<256xf32>
  %ma = kina.reduce max %a axis = 0 : tensor<256xf32> -> tensor<f32>
  %mb = kina.reduce max %b axis = 0 : tensor<256xf32> -> tensor<f32>
  %ia = kina.argmax %a axis = 0 : tensor<256xf32> -> tensor<i64>
  %ib = kina.argmax %b axis = 0 : tensor<256xf32> -> tensor<i64>
  %offset = kina.constant dense<256> : tensor<i64>
  %jb = kina.add %ib, %offset : tensor<i64>
  %c = kina.compare gt %mb, %ma : tensor<f32> -> tensor<i1>
  %t = kina.select %c, %jb, %ia : tensor<i64>
  %u = kina.reshape %t : tensor<i64> -> tensor<1xi64>
  return %s, %u : tensor<1xi64>, tensor<1xi64>
}

func.func @main() {
  %c0 = arith.constant 0 : index
  %pad_i64 = arith.constant 0 : i64
  %short_x = kina.constant dense<[1.0, 5.0, 5.0, 3.0]> : tensor<4xf32>
  %r1 = call @short(%short_x) : (tensor<4xf32>) -> (tensor<1xi64>)
  // CHECK: ( 1 )
  %v1_0 = vector.transfer_read %r1[%c0], %pad_i64 : tensor<1xi64>, vector<1xi64>
  vector.print %v1_0 : vector<1xi64>
  %r2 = call @short_constants() : () -> (tensor<1xi64>)
  // CHECK: ( 1 )
  %v2_0 = vector.transfer_read %r2[%c0], %pad_i64 : tensor<1xi64>, vector<1xi64>
  vector.print %v2_0 : vector<1xi64>
  %long_x = kina.constant dense<[0.0, 0.0, 0.0, 0.0, 0.0, 7.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 7.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0]> : tensor<512xf32>
  %r3:2 = call @long(%long_x) : (tensor<512xf32>) -> (tensor<1xi64>, tensor<1xi64>)
  // CHECK: ( 5 )
  %v3_0 = vector.transfer_read %r3#0[%c0], %pad_i64 : tensor<1xi64>, vector<1xi64>
  vector.print %v3_0 : vector<1xi64>
  // CHECK: ( 5 )
  %v3_1 = vector.transfer_read %r3#1[%c0], %pad_i64 : tensor<1xi64>, vector<1xi64>
  vector.print %v3_1 : vector<1xi64>
  %r4:2 = call @long_constants() : () -> (tensor<1xi64>, tensor<1xi64>)
  // CHECK: ( 5 )
  %v4_0 = vector.transfer_read %r4#0[%c0], %pad_i64 : tensor<1xi64>, vector<1xi64>
  vector.print %v4_0 : vector<1xi64>
  // CHECK: ( 5 )
  %v4_1 = vector.transfer_read %r4#1[%c0], %pad_i64 : tensor<1xi64>, vector<1xi64>
  vector.print %v4_1 : vector<1xi64>
  return
}
