// RUN: kina-opt %s --kina-to-linalg | mlir-opt --one-shot-bufferize=bufferize-function-boundaries --convert-linalg-to-loops --test-lower-to-llvm | \
// RUN: mlir-runner -e main -entry-point-result=void --shared-libs=%llvm_lib/libmlir_c_runner_utils.so,%llvm_lib/libmlir_float16_utils.so | FileCheck %s

// Four rows amid others, which are never read.
func.func @rows(%a: tensor<8xf32>, %b: tensor<6xi64>) -> tensor<6xf32> {
  %0 = kina.slice %a axis = 0 [2 : 6] : tensor<8xf32> -> tensor<4xf32>
  %r = kina.gather %0, %b : (tensor<4xf32>, tensor<6xi64>) -> tensor<6xf32>
  return %r : tensor<6xf32>
}

func.func @dynamic(%a: tensor<?x2xi8>, %b: tensor<3xi32>) -> tensor<3x2xi8> {
  %r = kina.gather %a, %b : (tensor<?x2xi8>, tensor<3xi32>) -> tensor<3x2xi8>
  return %r : tensor<3x2xi8>
}

func.func @main() {
  %c0 = arith.constant 0 : index
  %pad_f32 = arith.constant 0.0 : f32
  %pad_i8 = arith.constant 0 : i8
  %c1 = kina.constant dense<[777.0, 777.0, 0.0, 1.0, 2.0, 3.0, 777.0, 777.0]> : tensor<8xf32>
  %c2 = kina.constant dense<[-1, 4, -9, 2147483648, -9223372036854775808, 2]> : tensor<6xi64>
  %r3 = call @rows(%c1, %c2) : (tensor<8xf32>, tensor<6xi64>) -> tensor<6xf32>
  // CHECK: ( 0, 3, 0, 3, 0, 2 )
  %v3 = vector.transfer_read %r3[%c0], %pad_f32 : tensor<6xf32>, vector<6xf32>
  vector.print %v3 : vector<6xf32>
  %c4 = kina.constant dense<[[0, 1], [2, 3]]> : tensor<2x2xi8>
  %table = tensor.cast %c4 : tensor<2x2xi8> to tensor<?x2xi8>
  %c5 = kina.constant dense<[2147483647, 0, -2147483648]> : tensor<3xi32>
  %r6 = call @dynamic(%table, %c5) : (tensor<?x2xi8>, tensor<3xi32>) -> tensor<3x2xi8>
  // CHECK: ( ( 2, 3 ), ( 0, 1 ), ( 0, 1 ) )
  %v6 = vector.transfer_read %r6[%c0, %c0], %pad_i8 : tensor<3x2xi8>, vector<3x2xi8>
  vector.print %v6 : vector<3x2xi8>
  return
}
