// O-16: Weights in resources: every element type, read and written as text, in the
// generic form and as bytecode.
// RUN: kina-opt %s --verify-roundtrip | FileCheck %s
// RUN: kina-opt %s --mlir-print-op-generic | kina-opt | FileCheck %s
// RUN: kina-opt %s --emit-bytecode | kina-opt | FileCheck %s

// What is written out is the same number, and the same constant is folded.
// RUN: kina-opt %s --canonicalize | FileCheck %s --check-prefix=FOLD
// RUN: kina-opt %s --kina-to-linalg | FileCheck %s --check-prefix=LINALG
// RUN: kina-translate --mlir-to-kina %s | FileCheck %s --check-prefix=TEXT
// RUN: kina-translate --mlir-to-kina %s | kina-translate --kina-to-mlir | kina-opt | FileCheck %s --check-prefix=LINALG

// CHECK-LABEL: @types
// LINALG-LABEL: @types
// TEXT-LABEL: fn types
func.func @types() -> (tensor<2xf32>, tensor<1xf64>, tensor<2xf16>, tensor<2xbf16>,
                       tensor<2xi64>, tensor<2xi32>, tensor<2x2xi8>, tensor<3xi1>, tensor<f32>) {
  // CHECK: kina.constant dense_resource<w_f32> : tensor<2xf32>
  // LINALG: dense<[1.000000e+00, -2.500000e+00]> : tensor<2xf32>
  // TEXT: tensor([1.0, -2.5])
  %0 = kina.constant dense_resource<w_f32> : tensor<2xf32>
  // LINALG: dense<5.000000e-01> : tensor<1xf64>
  %1 = kina.constant dense_resource<w_f64> : tensor<1xf64>
  // LINALG: dense<[1.000000e+00, 0x7C00]> : tensor<2xf16>
  %2 = kina.constant dense_resource<w_f16> : tensor<2xf16>
  // LINALG: dense<[1.000000e+00, -2.000000e+00]> : tensor<2xbf16>
  %3 = kina.constant dense_resource<w_bf16> : tensor<2xbf16>
  // LINALG: dense<[1, -1]> : tensor<2xi64>
  %4 = kina.constant dense_resource<w_i64> : tensor<2xi64>
  // LINALG: dense<[258, -2]> : tensor<2xi32>
  %5 = kina.constant dense_resource<w_i32> : tensor<2xi32>
  // LINALG: dense<{{\[}}[1, 2], [-1, -128]]> : tensor<2x2xi8>
  %6 = kina.constant dense_resource<w_i8> : tensor<2x2xi8>
  // Any byte but 0 is true.
  // LINALG: dense<[true, false, true]> : tensor<3xi1>
  // TEXT: tensor([1, 0, 1], type=I1)
  %7 = kina.constant dense_resource<w_i1> : tensor<3xi1>
  // The alignment is 1: the four bytes may stand anywhere.
  // LINALG: dense<1.000000e+00> : tensor<f32>
  %8 = kina.constant dense_resource<w_loose> : tensor<f32>
  return %0, %1, %2, %3, %4, %5, %6, %7, %8 : tensor<2xf32>, tensor<1xf64>, tensor<2xf16>, tensor<2xbf16>,
    tensor<2xi64>, tensor<2xi32>, tensor<2x2xi8>, tensor<3xi1>, tensor<f32>
}

// FOLD-LABEL: @folds
func.func @folds(%x: tensor<2xf32>) -> (tensor<2xf32>, tensor<1xi32>, tensor<2xf32>, tensor<i64>, tensor<3xf32>) {
  // FOLD-DAG: %[[SUM:.*]] = kina.constant dense<[2.000000e+00, -5.000000e+00]> : tensor<2xf32>
  // FOLD-DAG: %[[ROW:.*]] = kina.constant dense<-2> : tensor<1xi32>
  // FOLD-DAG: %[[BEST:.*]] = kina.constant dense<0> : tensor<i64>
  // FOLD-DAG: %[[ALL:.*]] = kina.constant dense<[1.000000e+00, -2.500000e+00, 1.000000e+00]> : tensor<3xf32>
  %w = kina.constant dense_resource<w_f32> : tensor<2xf32>
  %0 = kina.add %w, %w : tensor<2xf32>
  %i = kina.constant dense_resource<w_i32> : tensor<2xi32>
  %1 = kina.slice %i axis = 0 [1 : 2] : tensor<2xi32> -> tensor<1xi32>
  // Ones throughout: the factor falls away.
  %ones = kina.constant dense_resource<ones> : tensor<2xf32>
  %2 = kina.mul %x, %ones : tensor<2xf32>
  %3 = kina.argmax %w axis = 0 : tensor<2xf32> -> tensor<i64>
  %one = kina.constant dense<1.0> : tensor<1xf32>
  %4 = kina.concat %w, %one axis = 0 : (tensor<2xf32>, tensor<1xf32>) -> tensor<3xf32>
  // FOLD: return %[[SUM]], %[[ROW]], %arg0, %[[BEST]], %[[ALL]]
  return %0, %1, %2, %3, %4 : tensor<2xf32>, tensor<1xi32>, tensor<2xf32>, tensor<i64>, tensor<3xf32>
}

{-#
  dialect_resources: {
    builtin: {
      w_f32: "0x040000000000803F000020C0",
      w_f64: "0x08000000000000000000E03F",
      w_f16: "0x02000000003C007C",
      w_bf16: "0x02000000803F00C0",
      w_i64: "0x080000000100000000000000FFFFFFFFFFFFFFFF",
      w_i32: "0x0400000002010000FEFFFFFF",
      w_i8: "0x010000000102FF80",
      w_i1: "0x01000000010002",
      w_loose: "0x010000000000803F",
      ones: "0x040000000000803F0000803F"
    }
  }
#-}
