// RUN: kina-opt %s --kina-to-linalg | mlir-opt --one-shot-bufferize=bufferize-function-boundaries --convert-linalg-to-loops --test-lower-to-llvm | \
// RUN: mlir-runner -e main -entry-point-result=void --shared-libs=%llvm_lib/libmlir_c_runner_utils.so,%llvm_lib/libmlir_float16_utils.so | FileCheck %s

// Their order matters.
func.func @transposes(%a: tensor<2x2x2xi64>) -> tensor<8xi64> {
  %0 = kina.transpose %a perm = [1, 0, 2] : tensor<2x2x2xi64> -> tensor<2x2x2xi64>
  %1 = kina.transpose %0 perm = [0, 2, 1] : tensor<2x2x2xi64> -> tensor<2x2x2xi64>
  %r = kina.reshape %1 : tensor<2x2x2xi64> -> tensor<8xi64>
  return %r : tensor<8xi64>
}

func.func @seam_3_6(%a: tensor<4xi64>, %b: tensor<4xi64>) -> tensor<3xi64> {
  %0 = kina.concat %a, %b axis = 0 : (tensor<4xi64>, tensor<4xi64>) -> tensor<8xi64>
  %r = kina.slice %0 axis = 0 [3 : 6] : tensor<8xi64> -> tensor<3xi64>
  return %r : tensor<3xi64>
}

func.func @seam_4_8(%a: tensor<4xi64>, %b: tensor<4xi64>) -> tensor<4xi64> {
  %0 = kina.concat %a, %b axis = 0 : (tensor<4xi64>, tensor<4xi64>) -> tensor<8xi64>
  %r = kina.slice %0 axis = 0 [4 : 8] : tensor<8xi64> -> tensor<4xi64>
  return %r : tensor<4xi64>
}

func.func @seam_0_4(%a: tensor<4xi64>, %b: tensor<4xi64>) -> tensor<4xi64> {
  %0 = kina.concat %a, %b axis = 0 : (tensor<4xi64>, tensor<4xi64>) -> tensor<8xi64>
  %r = kina.slice %0 axis = 0 [0 : 4] : tensor<8xi64> -> tensor<4xi64>
  return %r : tensor<4xi64>
}

func.func @seam_3_4(%a: tensor<4xi64>, %b: tensor<4xi64>) -> tensor<1xi64> {
  %0 = kina.concat %a, %b axis = 0 : (tensor<4xi64>, tensor<4xi64>) -> tensor<8xi64>
  %r = kina.slice %0 axis = 0 [3 : 4] : tensor<8xi64> -> tensor<1xi64>
  return %r : tensor<1xi64>
}

func.func @seam_4_5(%a: tensor<4xi64>, %b: tensor<4xi64>) -> tensor<1xi64> {
  %0 = kina.concat %a, %b axis = 0 : (tensor<4xi64>, tensor<4xi64>) -> tensor<8xi64>
  %r = kina.slice %0 axis = 0 [4 : 5] : tensor<8xi64> -> tensor<1xi64>
  return %r : tensor<1xi64>
}

func.func @main() {
  %c0 = arith.constant 0 : index
  %pad_i64 = arith.constant 0 : i64
  %c1 = kina.constant dense<[[[0, 1], [2, 3]], [[4, 5], [6, 7]]]> : tensor<2x2x2xi64>
  %r2 = call @transposes(%c1) : (tensor<2x2x2xi64>) -> tensor<8xi64>
  // CHECK: ( 0, 4, 1, 5, 2, 6, 3, 7 )
  %v2 = vector.transfer_read %r2[%c0], %pad_i64 : tensor<8xi64>, vector<8xi64>
  vector.print %v2 : vector<8xi64>
  %c3 = kina.constant dense<[0, 1, 2, 3]> : tensor<4xi64>
  %c4 = kina.constant dense<[10, 11, 12, 13]> : tensor<4xi64>
  %r5 = call @seam_3_6(%c3, %c4) : (tensor<4xi64>, tensor<4xi64>) -> tensor<3xi64>
  // CHECK: ( 3, 10, 11 )
  %v5 = vector.transfer_read %r5[%c0], %pad_i64 : tensor<3xi64>, vector<3xi64>
  vector.print %v5 : vector<3xi64>
  %c6 = kina.constant dense<[0, 1, 2, 3]> : tensor<4xi64>
  %c7 = kina.constant dense<[10, 11, 12, 13]> : tensor<4xi64>
  %r8 = call @seam_4_8(%c6, %c7) : (tensor<4xi64>, tensor<4xi64>) -> tensor<4xi64>
  // CHECK: ( 10, 11, 12, 13 )
  %v8 = vector.transfer_read %r8[%c0], %pad_i64 : tensor<4xi64>, vector<4xi64>
  vector.print %v8 : vector<4xi64>
  %c9 = kina.constant dense<[0, 1, 2, 3]> : tensor<4xi64>
  %c10 = kina.constant dense<[10, 11, 12, 13]> : tensor<4xi64>
  %r11 = call @seam_0_4(%c9, %c10) : (tensor<4xi64>, tensor<4xi64>) -> tensor<4xi64>
  // CHECK: ( 0, 1, 2, 3 )
  %v11 = vector.transfer_read %r11[%c0], %pad_i64 : tensor<4xi64>, vector<4xi64>
  vector.print %v11 : vector<4xi64>
  %c12 = kina.constant dense<[0, 1, 2, 3]> : tensor<4xi64>
  %c13 = kina.constant dense<[10, 11, 12, 13]> : tensor<4xi64>
  %r14 = call @seam_3_4(%c12, %c13) : (tensor<4xi64>, tensor<4xi64>) -> tensor<1xi64>
  // CHECK: ( 3 )
  %v14 = vector.transfer_read %r14[%c0], %pad_i64 : tensor<1xi64>, vector<1xi64>
  vector.print %v14 : vector<1xi64>
  %c15 = kina.constant dense<[0, 1, 2, 3]> : tensor<4xi64>
  %c16 = kina.constant dense<[10, 11, 12, 13]> : tensor<4xi64>
  %r17 = call @seam_4_5(%c15, %c16) : (tensor<4xi64>, tensor<4xi64>) -> tensor<1xi64>
  // CHECK: ( 10 )
  %v17 = vector.transfer_read %r17[%c0], %pad_i64 : tensor<1xi64>, vector<1xi64>
  vector.print %v17 : vector<1xi64>
  return
}
