// RUN: kina-opt %s --kina-to-linalg | mlir-opt --one-shot-bufferize=bufferize-function-boundaries --convert-linalg-to-loops --test-lower-to-llvm | \
// RUN: mlir-runner -e main -entry-point-result=void --shared-libs=%llvm_lib/libmlir_c_runner_utils.so,%llvm_lib/libmlir_float16_utils.so | FileCheck %s
// RUN: kina-opt %s --canonicalize --cse --kina-to-linalg | mlir-opt --one-shot-bufferize=bufferize-function-boundaries --convert-linalg-to-loops --test-lower-to-llvm | \
// RUN: mlir-runner -e main -entry-point-result=void --shared-libs=%llvm_lib/libmlir_c_runner_utils.so,%llvm_lib/libmlir_float16_utils.so | FileCheck %s

// O-02: f16 and bf16 accumulate in f32. A sum in bf16 would stick at 256.

func.func private @softmax_bf16(%x: tensor<1x512xbf16>) -> (tensor<1xf32>, tensor<1xf32>) {
  %0 = kina.softmax %x axis = 1 : tensor<1x512xbf16>
  %1 = kina.reduce max %0 axis = 1 : tensor<1x512xbf16> -> tensor<1xbf16>
  %2 = kina.reduce min %0 axis = 1 : tensor<1x512xbf16> -> tensor<1xbf16>
  %3 = kina.cast %1 : tensor<1xbf16> -> tensor<1xf32>
  %4 = kina.cast %2 : tensor<1xbf16> -> tensor<1xf32>
  return %3, %4 : tensor<1xf32>, tensor<1xf32>
}

func.func private @softmax_bf16_constants() -> (tensor<1xf32>, tensor<1xf32>) {
  %x = kina.constant dense<0.0> : tensor<1x512xbf16>
  %0 = kina.softmax %x axis = 1 : tensor<1x512xbf16>
  %1 = kina.reduce max %0 axis = 1 : tensor<1x512xbf16> -> tensor<1xbf16>
  %2 = kina.reduce min %0 axis = 1 : tensor<1x512xbf16> -> tensor<1xbf16>
  %3 = kina.cast %1 : tensor<1xbf16> -> tensor<1xf32>
  %4 = kina.cast %2 : tensor<1xbf16> -> tensor<1xf32>
  return %3, %4 : tensor<1xf32>, tensor<1xf32>
}

func.func private @sum_bf16(%x: tensor<1x512xbf16>) -> (tensor<1xf32>, tensor<1xf32>) {
  %0 = kina.reduce sum %x axis = 1 : tensor<1x512xbf16> -> tensor<1xbf16>
  %1 = kina.cast %0 : tensor<1xbf16> -> tensor<1xf32>
  %2 = kina.reduce mean %x axis = 1 : tensor<1x512xbf16> -> tensor<1xbf16>
  %3 = kina.cast %2 : tensor<1xbf16> -> tensor<1xf32>
  return %1, %3 : tensor<1xf32>, tensor<1xf32>
}

func.func private @sum_bf16_constants() -> (tensor<1xf32>, tensor<1xf32>) {
  %x = kina.constant dense<1.0> : tensor<1x512xbf16>
  %0 = kina.reduce sum %x axis = 1 : tensor<1x512xbf16> -> tensor<1xbf16>
  %1 = kina.cast %0 : tensor<1xbf16> -> tensor<1xf32>
  %2 = kina.reduce mean %x axis = 1 : tensor<1x512xbf16> -> tensor<1xbf16>
  %3 = kina.cast %2 : tensor<1xbf16> -> tensor<1xf32>
  return %1, %3 : tensor<1xf32>, tensor<1xf32>
}

func.func private @softmax_f16(%x: tensor<1x512xf16>) -> (tensor<1xf32>, tensor<1xf32>) {
  %0 = kina.softmax %x axis = 1 : tensor<1x512xf16>
  %1 = kina.reduce max %0 axis = 1 : tensor<1x512xf16> -> tensor<1xf16>
  %2 = kina.reduce min %0 axis = 1 : tensor<1x512xf16> -> tensor<1xf16>
  %3 = kina.cast %1 : tensor<1xf16> -> tensor<1xf32>
  %4 = kina.cast %2 : tensor<1xf16> -> tensor<1xf32>
  return %3, %4 : tensor<1xf32>, tensor<1xf32>
}

func.func private @softmax_f16_constants() -> (tensor<1xf32>, tensor<1xf32>) {
  %x = kina.constant dense<0.0> : tensor<1x512xf16>
  %0 = kina.softmax %x axis = 1 : tensor<1x512xf16>
  %1 = kina.reduce max %0 axis = 1 : tensor<1x512xf16> -> tensor<1xf16>
  %2 = kina.reduce min %0 axis = 1 : tensor<1x512xf16> -> tensor<1xf16>
  %3 = kina.cast %1 : tensor<1xf16> -> tensor<1xf32>
  %4 = kina.cast %2 : tensor<1xf16> -> tensor<1xf32>
  return %3, %4 : tensor<1xf32>, tensor<1xf32>
}

func.func private @sum_f16(%x: tensor<1x512xf16>) -> (tensor<1xf32>, tensor<1xf32>) {
  %0 = kina.reduce sum %x axis = 1 : tensor<1x512xf16> -> tensor<1xf16>
  %1 = kina.cast %0 : tensor<1xf16> -> tensor<1xf32>
  %2 = kina.reduce mean %x axis = 1 : tensor<1x512xf16> -> tensor<1xf16>
  %3 = kina.cast %2 : tensor<1xf16> -> tensor<1xf32>
  return %1, %3 : tensor<1xf32>, tensor<1xf32>
}

func.func private @sum_f16_constants() -> (tensor<1xf32>, tensor<1xf32>) {
  %x = kina.constant dense<1.0> : tensor<1x512xf16>
  %0 = kina.reduce sum %x axis = 1 : tensor<1x512xf16> -> tensor<1xf16>
  %1 = kina.cast %0 : tensor<1xf16> -> tensor<1xf32>
  %2 = kina.reduce mean %x axis = 1 : tensor<1x512xf16> -> tensor<1xf16>
  %3 = kina.cast %2 : tensor<1xf16> -> tensor<1xf32>
  return %1, %3 : tensor<1xf32>, tensor<1xf32>
}

func.func @main() {
  %c0 = arith.constant 0 : index
  %pad_f32 = arith.constant 0.0 : f32
  %softmax_bf16_x = kina.constant dense<0.0> : tensor<1x512xbf16>
  %r1:2 = call @softmax_bf16(%softmax_bf16_x) : (tensor<1x512xbf16>) -> (tensor<1xf32>, tensor<1xf32>)
  // CHECK: ( 0.00195312 )
  %v1_0 = vector.transfer_read %r1#0[%c0], %pad_f32 : tensor<1xf32>, vector<1xf32>
  vector.print %v1_0 : vector<1xf32>
  // CHECK: ( 0.00195312 )
  %v1_1 = vector.transfer_read %r1#1[%c0], %pad_f32 : tensor<1xf32>, vector<1xf32>
  vector.print %v1_1 : vector<1xf32>
  %r2:2 = call @softmax_bf16_constants() : () -> (tensor<1xf32>, tensor<1xf32>)
  // CHECK: ( 0.00195312 )
  %v2_0 = vector.transfer_read %r2#0[%c0], %pad_f32 : tensor<1xf32>, vector<1xf32>
  vector.print %v2_0 : vector<1xf32>
  // CHECK: ( 0.00195312 )
  %v2_1 = vector.transfer_read %r2#1[%c0], %pad_f32 : tensor<1xf32>, vector<1xf32>
  vector.print %v2_1 : vector<1xf32>
  %sum_bf16_x = kina.constant dense<1.0> : tensor<1x512xbf16>
  %r3:2 = call @sum_bf16(%sum_bf16_x) : (tensor<1x512xbf16>) -> (tensor<1xf32>, tensor<1xf32>)
  // CHECK: ( 512 )
  %v3_0 = vector.transfer_read %r3#0[%c0], %pad_f32 : tensor<1xf32>, vector<1xf32>
  vector.print %v3_0 : vector<1xf32>
  // CHECK: ( 1 )
  %v3_1 = vector.transfer_read %r3#1[%c0], %pad_f32 : tensor<1xf32>, vector<1xf32>
  vector.print %v3_1 : vector<1xf32>
  %r4:2 = call @sum_bf16_constants() : () -> (tensor<1xf32>, tensor<1xf32>)
  // CHECK: ( 512 )
  %v4_0 = vector.transfer_read %r4#0[%c0], %pad_f32 : tensor<1xf32>, vector<1xf32>
  vector.print %v4_0 : vector<1xf32>
  // CHECK: ( 1 )
  %v4_1 = vector.transfer_read %r4#1[%c0], %pad_f32 : tensor<1xf32>, vector<1xf32>
  vector.print %v4_1 : vector<1xf32>
  %softmax_f16_x = kina.constant dense<0.0> : tensor<1x512xf16>
  %r5:2 = call @softmax_f16(%softmax_f16_x) : (tensor<1x512xf16>) -> (tensor<1xf32>, tensor<1xf32>)
  // CHECK: ( 0.00195312 )
  %v5_0 = vector.transfer_read %r5#0[%c0], %pad_f32 : tensor<1xf32>, vector<1xf32>
  vector.print %v5_0 : vector<1xf32>
  // CHECK: ( 0.00195312 )
  %v5_1 = vector.transfer_read %r5#1[%c0], %pad_f32 : tensor<1xf32>, vector<1xf32>
  vector.print %v5_1 : vector<1xf32>
  %r6:2 = call @softmax_f16_constants() : () -> (tensor<1xf32>, tensor<1xf32>)
  // CHECK: ( 0.00195312 )
  %v6_0 = vector.transfer_read %r6#0[%c0], %pad_f32 : tensor<1xf32>, vector<1xf32>
  vector.print %v6_0 : vector<1xf32>
  // CHECK: ( 0.00195312 )
  %v6_1 = vector.transfer_read %r6#1[%c0], %pad_f32 : tensor<1xf32>, vector<1xf32>
  vector.print %v6_1 : vector<1xf32>
  %sum_f16_x = kina.constant dense<1.0> : tensor<1x512xf16>
  %r7:2 = call @sum_f16(%sum_f16_x) : (tensor<1x512xf16>) -> (tensor<1xf32>, tensor<1xf32>)
  // CHECK: ( 512 )
  %v7_0 = vector.transfer_read %r7#0[%c0], %pad_f32 : tensor<1xf32>, vector<1xf32>
  vector.print %v7_0 : vector<1xf32>
  // CHECK: ( 1 )
  %v7_1 = vector.transfer_read %r7#1[%c0], %pad_f32 : tensor<1xf32>, vector<1xf32>
  vector.print %v7_1 : vector<1xf32>
  %r8:2 = call @sum_f16_constants() : () -> (tensor<1xf32>, tensor<1xf32>)
  // CHECK: ( 512 )
  %v8_0 = vector.transfer_read %r8#0[%c0], %pad_f32 : tensor<1xf32>, vector<1xf32>
  vector.print %v8_0 : vector<1xf32>
  // CHECK: ( 1 )
  %v8_1 = vector.transfer_read %r8#1[%c0], %pad_f32 : tensor<1xf32>, vector<1xf32>
  vector.print %v8_1 : vector<1xf32>
  return
}
