// RUN: kina-opt %s --kina-to-linalg | mlir-opt --one-shot-bufferize=bufferize-function-boundaries --convert-linalg-to-loops --test-lower-to-llvm | \
// RUN: mlir-runner -e main -entry-point-result=void --shared-libs=%llvm_lib/libmlir_c_runner_utils.so,%llvm_lib/libmlir_float16_utils.so | FileCheck %s
// RUN: kina-opt %s --canonicalize --cse --kina-to-linalg | mlir-opt --one-shot-bufferize=bufferize-function-boundaries --convert-linalg-to-loops --test-lower-to-llvm | \
// RUN: mlir-runner -e main -entry-point-result=void --shared-libs=%llvm_lib/libmlir_c_runner_utils.so,%llvm_lib/libmlir_float16_utils.so | FileCheck %s

// O-06: an id outside the table reads the nearest row, never what lies beside
// the table. Constant ids are refused: Conversion/KinaToLinalg/gather-invalid.mlir.
// The call API raises IndexError: python/test_calls.py.

func.func private @middle(%all: tensor<64xf32>, %ids: tensor<3xi64>) -> (tensor<3xf32>) {
  %table = kina.slice %all axis = 0 [30 : 34] : tensor<64xf32> -> tensor<4xf32>
  %r = kina.gather %table, %ids : (tensor<4xf32>, tensor<3xi64>) -> tensor<3xf32>
  return %r : tensor<3xf32>
}

func.func private @middle_constants() -> (tensor<3xf32>) {
  %all = kina.constant dense<[777.0, 777.0, 777.0, 777.0, 777.0, 777.0, 777.0, 777.0, 777.0, 777.0, 777.0, 777.0, 777.0, 777.0, 777.0, 777.0, 777.0, 777.0, 777.0, 777.0, 777.0, 777.0, 777.0, 777.0, 777.0, 777.0, 777.0, 777.0, 777.0, 777.0, 0.0, 1.0, 2.0, 3.0, 777.0, 777.0, 777.0, 777.0, 777.0, 777.0, 777.0, 777.0, 777.0, 777.0, 777.0, 777.0, 777.0, 777.0, 777.0, 777.0, 777.0, 777.0, 777.0, 777.0, 777.0, 777.0, 777.0, 777.0, 777.0, 777.0, 777.0, 777.0, 777.0, 777.0]> : tensor<64xf32>
  %ids = kina.constant dense<[3, 0, 1]> : tensor<3xi64>
  %table = kina.slice %all axis = 0 [30 : 34] : tensor<64xf32> -> tensor<4xf32>
  %r = kina.gather %table, %ids : (tensor<4xf32>, tensor<3xi64>) -> tensor<3xf32>
  return %r : tensor<3xf32>
}

func.func private @outside(%all: tensor<64xf32>, %ids: tensor<5xi64>) -> tensor<5xf32> {
  %table = kina.slice %all axis = 0 [30 : 34] : tensor<64xf32> -> tensor<4xf32>
  %r = kina.gather %table, %ids : (tensor<4xf32>, tensor<5xi64>) -> tensor<5xf32>
  return %r : tensor<5xf32>
}

func.func @main() {
  %c0 = arith.constant 0 : index
  %pad_f32 = arith.constant 0.0 : f32
  %middle_all = kina.constant dense<[777.0, 777.0, 777.0, 777.0, 777.0, 777.0, 777.0, 777.0, 777.0, 777.0, 777.0, 777.0, 777.0, 777.0, 777.0, 777.0, 777.0, 777.0, 777.0, 777.0, 777.0, 777.0, 777.0, 777.0, 777.0, 777.0, 777.0, 777.0, 777.0, 777.0, 0.0, 1.0, 2.0, 3.0, 777.0, 777.0, 777.0, 777.0, 777.0, 777.0, 777.0, 777.0, 777.0, 777.0, 777.0, 777.0, 777.0, 777.0, 777.0, 777.0, 777.0, 777.0, 777.0, 777.0, 777.0, 777.0, 777.0, 777.0, 777.0, 777.0, 777.0, 777.0, 777.0, 777.0]> : tensor<64xf32>
  %middle_ids = kina.constant dense<[3, 0, 1]> : tensor<3xi64>
  %r1 = call @middle(%middle_all, %middle_ids) : (tensor<64xf32>, tensor<3xi64>) -> (tensor<3xf32>)
  // CHECK: ( 3, 0, 1 )
  %v1_0 = vector.transfer_read %r1[%c0], %pad_f32 : tensor<3xf32>, vector<3xf32>
  vector.print %v1_0 : vector<3xf32>
  %r2 = call @middle_constants() : () -> (tensor<3xf32>)
  // CHECK: ( 3, 0, 1 )
  %v2_0 = vector.transfer_read %r2[%c0], %pad_f32 : tensor<3xf32>, vector<3xf32>
  vector.print %v2_0 : vector<3xf32>
  %outside = kina.constant dense<[-1, 4, -9, 2147483648, -9223372036854775808]> : tensor<5xi64>
  %r3 = call @outside(%middle_all, %outside) : (tensor<64xf32>, tensor<5xi64>) -> tensor<5xf32>
  // CHECK: ( 0, 3, 0, 3, 0 )
  %v3 = vector.transfer_read %r3[%c0], %pad_f32 : tensor<5xf32>, vector<5xf32>
  vector.print %v3 : vector<5xf32>
  return
}
