// RUN: kina-opt %s --kina-to-linalg | mlir-opt --one-shot-bufferize=bufferize-function-boundaries --convert-linalg-to-loops --test-lower-to-llvm | \
// RUN: mlir-runner -e main -entry-point-result=void --shared-libs=%llvm_lib/libmlir_c_runner_utils.so,%llvm_lib/libmlir_float16_utils.so | FileCheck %s
// RUN: kina-opt %s --canonicalize --cse --kina-to-linalg | mlir-opt --one-shot-bufferize=bufferize-function-boundaries --convert-linalg-to-loops --test-lower-to-llvm | \
// RUN: mlir-runner -e main -entry-point-result=void --shared-libs=%llvm_lib/libmlir_c_runner_utils.so,%llvm_lib/libmlir_float16_utils.so | FileCheck %s
// RUN: kina-opt %s --canonicalize | FileCheck %s --check-prefix=FOLD

// O-05 a: max starts from -inf, min from inf. Empty reductions are refused, see
// o-07-zero-extents.mlir.

func.func private @start(%x: tensor<2xf32>, %y: tensor<2xf32>) -> (tensor<1xf32>, tensor<1xf32>) {
  %0 = kina.reduce max %x axis = 0 keep : tensor<2xf32> -> tensor<1xf32>
  %1 = kina.reduce min %y axis = 0 keep : tensor<2xf32> -> tensor<1xf32>
  return %0, %1 : tensor<1xf32>, tensor<1xf32>
}

// FOLD-LABEL: @start_constants
// FOLD: dense<0xFF800000>
// FOLD-NOT: kina.reduce
func.func private @start_constants() -> (tensor<1xf32>, tensor<1xf32>) {
  %x = kina.constant dense<0xFF800000> : tensor<2xf32>
  %y = kina.constant dense<0x7F800000> : tensor<2xf32>
  %0 = kina.reduce max %x axis = 0 keep : tensor<2xf32> -> tensor<1xf32>
  %1 = kina.reduce min %y axis = 0 keep : tensor<2xf32> -> tensor<1xf32>
  return %0, %1 : tensor<1xf32>, tensor<1xf32>
}

func.func @main() {
  %c0 = arith.constant 0 : index
  %pad_f32 = arith.constant 0.0 : f32
  %start_x = kina.constant dense<0xFF800000> : tensor<2xf32>
  %start_y = kina.constant dense<0x7F800000> : tensor<2xf32>
  %r1:2 = call @start(%start_x, %start_y) : (tensor<2xf32>, tensor<2xf32>) -> (tensor<1xf32>, tensor<1xf32>)
  // CHECK: ( -inf )
  %v1_0 = vector.transfer_read %r1#0[%c0], %pad_f32 : tensor<1xf32>, vector<1xf32>
  vector.print %v1_0 : vector<1xf32>
  // CHECK: ( inf )
  %v1_1 = vector.transfer_read %r1#1[%c0], %pad_f32 : tensor<1xf32>, vector<1xf32>
  vector.print %v1_1 : vector<1xf32>
  %r2:2 = call @start_constants() : () -> (tensor<1xf32>, tensor<1xf32>)
  // CHECK: ( -inf )
  %v2_0 = vector.transfer_read %r2#0[%c0], %pad_f32 : tensor<1xf32>, vector<1xf32>
  vector.print %v2_0 : vector<1xf32>
  // CHECK: ( inf )
  %v2_1 = vector.transfer_read %r2#1[%c0], %pad_f32 : tensor<1xf32>, vector<1xf32>
  vector.print %v2_1 : vector<1xf32>
  return
}
