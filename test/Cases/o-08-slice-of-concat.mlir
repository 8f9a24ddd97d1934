// RUN: kina-opt %s --kina-to-linalg | mlir-opt --one-shot-bufferize=bufferize-function-boundaries --convert-linalg-to-loops --test-lower-to-llvm | \
// RUN: mlir-runner -e main -entry-point-result=void --shared-libs=%llvm_lib/libmlir_c_runner_utils.so,%llvm_lib/libmlir_float16_utils.so | FileCheck %s
// RUN: kina-opt %s --canonicalize --cse --kina-to-linalg | mlir-opt --one-shot-bufferize=bufferize-function-boundaries --convert-linalg-to-loops --test-lower-to-llvm | \
// RUN: mlir-runner -e main -entry-point-result=void --shared-libs=%llvm_lib/libmlir_c_runner_utils.so,%llvm_lib/libmlir_float16_utils.so | FileCheck %s

// O-08: a slice of a concat is that of one operand only if it does not cross
// the seam.

func.func private @equal(%a: tensor<4xf32>, %b: tensor<4xf32>) -> (tensor<3xf32>, tensor<4xf32>, tensor<4xf32>, tensor<1xf32>, tensor<1xf32>) {
  %c = kina.concat %a, %b axis = 0 : (tensor<4xf32>, tensor<4xf32>) -> tensor<8xf32>
  %0 = kina.slice %c axis = 0 [3 : 6] : tensor<8xf32> -> tensor<3xf32>
  %1 = kina.slice %c axis = 0 [4 : 8] : tensor<8xf32> -> tensor<4xf32>
  %2 = kina.slice %c axis = 0 [0 : 4] : tensor<8xf32> -> tensor<4xf32>
  %3 = kina.slice %c axis = 0 [3 : 4] : tensor<8xf32> -> tensor<1xf32>
  %4 = kina.slice %c axis = 0 [4 : 5] : tensor<8xf32> -> tensor<1xf32>
  return %0, %1, %2, %3, %4 : tensor<3xf32>, tensor<4xf32>, tensor<4xf32>, tensor<1xf32>, tensor<1xf32>
}

func.func private @equal_constants() -> (tensor<3xf32>, tensor<4xf32>, tensor<4xf32>, tensor<1xf32>, tensor<1xf32>) {
  %a = kina.constant dense<[0.0, 1.0, 2.0, 3.0]> : tensor<4xf32>
  %b = kina.constant dense<[10.0, 11.0, 12.0, 13.0]> : tensor<4xf32>
  %c = kina.concat %a, %b axis = 0 : (tensor<4xf32>, tensor<4xf32>) -> tensor<8xf32>
  %0 = kina.slice %c axis = 0 [3 : 6] : tensor<8xf32> -> tensor<3xf32>
  %1 = kina.slice %c axis = 0 [4 : 8] : tensor<8xf32> -> tensor<4xf32>
  %2 = kina.slice %c axis = 0 [0 : 4] : tensor<8xf32> -> tensor<4xf32>
  %3 = kina.slice %c axis = 0 [3 : 4] : tensor<8xf32> -> tensor<1xf32>
  %4 = kina.slice %c axis = 0 [4 : 5] : tensor<8xf32> -> tensor<1xf32>
  return %0, %1, %2, %3, %4 : tensor<3xf32>, tensor<4xf32>, tensor<4xf32>, tensor<1xf32>, tensor<1xf32>
}

func.func private @unequal(%a: tensor<1xf32>, %b: tensor<5xf32>, %d: tensor<2xf32>) -> (tensor<3xf32>, tensor<4xf32>, tensor<4xf32>, tensor<2xf32>, tensor<2xf32>) {
  %c = kina.concat %a, %b, %d axis = 0 : (tensor<1xf32>, tensor<5xf32>, tensor<2xf32>) -> tensor<8xf32>
  %0 = kina.slice %c axis = 0 [3 : 6] : tensor<8xf32> -> tensor<3xf32>
  %1 = kina.slice %c axis = 0 [4 : 8] : tensor<8xf32> -> tensor<4xf32>
  %2 = kina.slice %c axis = 0 [0 : 4] : tensor<8xf32> -> tensor<4xf32>
  %3 = kina.slice %c axis = 0 [5 : 7] : tensor<8xf32> -> tensor<2xf32>
  %4 = kina.slice %c axis = 0 [6 : 8] : tensor<8xf32> -> tensor<2xf32>
  return %0, %1, %2, %3, %4 : tensor<3xf32>, tensor<4xf32>, tensor<4xf32>, tensor<2xf32>, tensor<2xf32>
}

func.func private @unequal_constants() -> (tensor<3xf32>, tensor<4xf32>, tensor<4xf32>, tensor<2xf32>, tensor<2xf32>) {
  %a = kina.constant dense<[0.0]> : tensor<1xf32>
  %b = kina.constant dense<[10.0, 11.0, 12.0, 13.0, 14.0]> : tensor<5xf32>
  %d = kina.constant dense<[20.0, 21.0]> : tensor<2xf32>
  %c = kina.concat %a, %b, %d axis = 0 : (tensor<1xf32>, tensor<5xf32>, tensor<2xf32>) -> tensor<8xf32>
  %0 = kina.slice %c axis = 0 [3 : 6] : tensor<8xf32> -> tensor<3xf32>
  %1 = kina.slice %c axis = 0 [4 : 8] : tensor<8xf32> -> tensor<4xf32>
  %2 = kina.slice %c axis = 0 [0 : 4] : tensor<8xf32> -> tensor<4xf32>
  %3 = kina.slice %c axis = 0 [5 : 7] : tensor<8xf32> -> tensor<2xf32>
  %4 = kina.slice %c axis = 0 [6 : 8] : tensor<8xf32> -> tensor<2xf32>
  return %0, %1, %2, %3, %4 : tensor<3xf32>, tensor<4xf32>, tensor<4xf32>, tensor<2xf32>, tensor<2xf32>
}

func.func @main() {
  %c0 = arith.constant 0 : index
  %pad_f32 = arith.constant 0.0 : f32
  %equal_a = kina.constant dense<[0.0, 1.0, 2.0, 3.0]> : tensor<4xf32>
  %equal_b = kina.constant dense<[10.0, 11.0, 12.0, 13.0]> : tensor<4xf32>
  %r1:5 = call @equal(%equal_a, %equal_b) : (tensor<4xf32>, tensor<4xf32>) -> (tensor<3xf32>, tensor<4xf32>, tensor<4xf32>, tensor<1xf32>, tensor<1xf32>)
  // CHECK: ( 3, 10, 11 )
  %v1_0 = vector.transfer_read %r1#0[%c0], %pad_f32 : tensor<3xf32>, vector<3xf32>
  vector.print %v1_0 : vector<3xf32>
  // CHECK: ( 10, 11, 12, 13 )
  %v1_1 = vector.transfer_read %r1#1[%c0], %pad_f32 : tensor<4xf32>, vector<4xf32>
  vector.print %v1_1 : vector<4xf32>
  // CHECK: ( 0, 1, 2, 3 )
  %v1_2 = vector.transfer_read %r1#2[%c0], %pad_f32 : tensor<4xf32>, vector<4xf32>
  vector.print %v1_2 : vector<4xf32>
  // CHECK: ( 3 )
  %v1_3 = vector.transfer_read %r1#3[%c0], %pad_f32 : tensor<1xf32>, vector<1xf32>
  vector.print %v1_3 : vector<1xf32>
  // CHECK: ( 10 )
  %v1_4 = vector.transfer_read %r1#4[%c0], %pad_f32 : tensor<1xf32>, vector<1xf32>
  vector.print %v1_4 : vector<1xf32>
  %r2:5 = call @equal_constants() : () -> (tensor<3xf32>, tensor<4xf32>, tensor<4xf32>, tensor<1xf32>, tensor<1xf32>)
  // CHECK: ( 3, 10, 11 )
  %v2_0 = vector.transfer_read %r2#0[%c0], %pad_f32 : tensor<3xf32>, vector<3xf32>
  vector.print %v2_0 : vector<3xf32>
  // CHECK: ( 10, 11, 12, 13 )
  %v2_1 = vector.transfer_read %r2#1[%c0], %pad_f32 : tensor<4xf32>, vector<4xf32>
  vector.print %v2_1 : vector<4xf32>
  // CHECK: ( 0, 1, 2, 3 )
  %v2_2 = vector.transfer_read %r2#2[%c0], %pad_f32 : tensor<4xf32>, vector<4xf32>
  vector.print %v2_2 : vector<4xf32>
  // CHECK: ( 3 )
  %v2_3 = vector.transfer_read %r2#3[%c0], %pad_f32 : tensor<1xf32>, vector<1xf32>
  vector.print %v2_3 : vector<1xf32>
  // CHECK: ( 10 )
  %v2_4 = vector.transfer_read %r2#4[%c0], %pad_f32 : tensor<1xf32>, vector<1xf32>
  vector.print %v2_4 : vector<1xf32>
  %unequal_a = kina.constant dense<[0.0]> : tensor<1xf32>
  %unequal_b = kina.constant dense<[10.0, 11.0, 12.0, 13.0, 14.0]> : tensor<5xf32>
  %unequal_d = kina.constant dense<[20.0, 21.0]> : tensor<2xf32>
  %r3:5 = call @unequal(%unequal_a, %unequal_b, %unequal_d) : (tensor<1xf32>, tensor<5xf32>, tensor<2xf32>) -> (tensor<3xf32>, tensor<4xf32>, tensor<4xf32>, tensor<2xf32>, tensor<2xf32>)
  // CHECK: ( 12, 13, 14 )
  %v3_0 = vector.transfer_read %r3#0[%c0], %pad_f32 : tensor<3xf32>, vector<3xf32>
  vector.print %v3_0 : vector<3xf32>
  // CHECK: ( 13, 14, 20, 21 )
  %v3_1 = vector.transfer_read %r3#1[%c0], %pad_f32 : tensor<4xf32>, vector<4xf32>
  vector.print %v3_1 : vector<4xf32>
  // CHECK: ( 0, 10, 11, 12 )
  %v3_2 = vector.transfer_read %r3#2[%c0], %pad_f32 : tensor<4xf32>, vector<4xf32>
  vector.print %v3_2 : vector<4xf32>
  // CHECK: ( 14, 20 )
  %v3_3 = vector.transfer_read %r3#3[%c0], %pad_f32 : tensor<2xf32>, vector<2xf32>
  vector.print %v3_3 : vector<2xf32>
  // CHECK: ( 20, 21 )
  %v3_4 = vector.transfer_read %r3#4[%c0], %pad_f32 : tensor<2xf32>, vector<2xf32>
  vector.print %v3_4 : vector<2xf32>
  %r4:5 = call @unequal_constants() : () -> (tensor<3xf32>, tensor<4xf32>, tensor<4xf32>, tensor<2xf32>, tensor<2xf32>)
  // CHECK: ( 12, 13, 14 )
  %v4_0 = vector.transfer_read %r4#0[%c0], %pad_f32 : tensor<3xf32>, vector<3xf32>
  vector.print %v4_0 : vector<3xf32>
  // CHECK: ( 13, 14, 20, 21 )
  %v4_1 = vector.transfer_read %r4#1[%c0], %pad_f32 : tensor<4xf32>, vector<4xf32>
  vector.print %v4_1 : vector<4xf32>
  // CHECK: ( 0, 10, 11, 12 )
  %v4_2 = vector.transfer_read %r4#2[%c0], %pad_f32 : tensor<4xf32>, vector<4xf32>
  vector.print %v4_2 : vector<4xf32>
  // CHECK: ( 14, 20 )
  %v4_3 = vector.transfer_read %r4#3[%c0], %pad_f32 : tensor<2xf32>, vector<2xf32>
  vector.print %v4_3 : vector<2xf32>
  // CHECK: ( 20, 21 )
  %v4_4 = vector.transfer_read %r4#4[%c0], %pad_f32 : tensor<2xf32>, vector<2xf32>
  vector.print %v4_4 : vector<2xf32>
  return
}
