// RUN: kina-opt %s --kina-to-linalg | mlir-opt --one-shot-bufferize=bufferize-function-boundaries --convert-linalg-to-loops --test-lower-to-llvm | \
// RUN: mlir-runner -e main -entry-point-result=void --shared-libs=%llvm_lib/libmlir_c_runner_utils.so,%llvm_lib/libmlir_float16_utils.so | FileCheck %s
// RUN: kina-opt %s --canonicalize --cse --kina-to-linalg | mlir-opt --one-shot-bufferize=bufferize-function-boundaries --convert-linalg-to-loops --test-lower-to-llvm | \
// RUN: mlir-runner -e main -entry-point-result=void --shared-libs=%llvm_lib/libmlir_c_runner_utils.so,%llvm_lib/libmlir_float16_utils.so | FileCheck %s

// O-13: [1, 0, 2], then [0, 2, 1] is [1, 2, 0] and not its inverse.

func.func private @two(%x: tensor<2x2x2xf32>) -> (tensor<8xf32>) {
  %0 = kina.transpose %x perm = [1, 0, 2] : tensor<2x2x2xf32> -> tensor<2x2x2xf32>
  %1 = kina.transpose %0 perm = [0, 2, 1] : tensor<2x2x2xf32> -> tensor<2x2x2xf32>
  %2 = kina.reshape %1 : tensor<2x2x2xf32> -> tensor<8xf32>
  return %2 : tensor<8xf32>
}

func.func private @two_constants() -> (tensor<8xf32>) {
  %x = kina.constant dense<[[[0.0, 1.0], [2.0, 3.0]], [[4.0, 5.0], [6.0, 7.0]]]> : tensor<2x2x2xf32>
  %0 = kina.transpose %x perm = [1, 0, 2] : tensor<2x2x2xf32> -> tensor<2x2x2xf32>
  %1 = kina.transpose %0 perm = [0, 2, 1] : tensor<2x2x2xf32> -> tensor<2x2x2xf32>
  %2 = kina.reshape %1 : tensor<2x2x2xf32> -> tensor<8xf32>
  return %2 : tensor<8xf32>
}

func.func @main() {
  %c0 = arith.constant 0 : index
  %pad_f32 = arith.constant 0.0 : f32
  %two_x = kina.constant dense<[[[0.0, 1.0], [2.0, 3.0]], [[4.0, 5.0], [6.0, 7.0]]]> : tensor<2x2x2xf32>
  %r1 = call @two(%two_x) : (tensor<2x2x2xf32>) -> (tensor<8xf32>)
  // CHECK: ( 0, 4, 1, 5, 2, 6, 3, 7 )
  %v1_0 = vector.transfer_read %r1[%c0], %pad_f32 : tensor<8xf32>, vector<8xf32>
  vector.print %v1_0 : vector<8xf32>
  %r2 = call @two_constants() : () -> (tensor<8xf32>)
  // CHECK: ( 0, 4, 1, 5, 2, 6, 3, 7 )
  %v2_0 = vector.transfer_read %r2[%c0], %pad_f32 : tensor<8xf32>, vector<8xf32>
  vector.print %v2_0 : vector<8xf32>
  return
}
