// RUN: kina-opt %s --kina-to-linalg | mlir-opt --one-shot-bufferize=bufferize-function-boundaries --convert-linalg-to-loops --test-lower-to-llvm | \
// RUN: mlir-runner -e main -entry-point-result=void --shared-libs=%llvm_lib/libmlir_c_runner_utils.so,%llvm_lib/libmlir_float16_utils.so | FileCheck %s
// RUN: kina-opt %s --canonicalize --cse --kina-to-linalg | mlir-opt --one-shot-bufferize=bufferize-function-boundaries --convert-linalg-to-loops --test-lower-to-llvm | \
// RUN: mlir-runner -e main -entry-point-result=void --shared-libs=%llvm_lib/libmlir_c_runner_utils.so,%llvm_lib/libmlir_float16_utils.so | FileCheck %s
// RUN: kina-opt %s --canonicalize | FileCheck %s --check-prefix=FOLD

// O-01: a fully masked row is NaN, in that row only, whatever the way there.

func.func private @masked(%x: tensor<2x3xf32>) -> (tensor<2x3xf32>) {
  %r = kina.softmax %x axis = 1 : tensor<2x3xf32>
  return %r : tensor<2x3xf32>
}

// FOLD-LABEL: @masked_constants
// FOLD: kina.softmax
func.func private @masked_constants() -> (tensor<2x3xf32>) {
  %x = kina.constant dense<[[0xFF800000, 0xFF800000, 0xFF800000], [0.0, 0xFF800000, 0.0]]> : tensor<2x3xf32>
  %r = kina.softmax %x axis = 1 : tensor<2x3xf32>
  return %r : tensor<2x3xf32>
}

func.func @main() {
  %c0 = arith.constant 0 : index
  %pad_f32 = arith.constant 0.0 : f32
  %masked_x = kina.constant dense<[[0xFF800000, 0xFF800000, 0xFF800000], [0.0, 0xFF800000, 0.0]]> : tensor<2x3xf32>
  %r1 = call @masked(%masked_x) : (tensor<2x3xf32>) -> (tensor<2x3xf32>)
  // CHECK: ( ( {{-?}}nan, {{-?}}nan, {{-?}}nan ), ( 0.5, 0, 0.5 ) )
  %v1_0 = vector.transfer_read %r1[%c0, %c0], %pad_f32 : tensor<2x3xf32>, vector<2x3xf32>
  vector.print %v1_0 : vector<2x3xf32>
  %r2 = call @masked_constants() : () -> (tensor<2x3xf32>)
  // CHECK: ( ( {{-?}}nan, {{-?}}nan, {{-?}}nan ), ( 0.5, 0, 0.5 ) )
  %v2_0 = vector.transfer_read %r2[%c0, %c0], %pad_f32 : tensor<2x3xf32>, vector<2x3xf32>
  vector.print %v2_0 : vector<2x3xf32>
  return
}
