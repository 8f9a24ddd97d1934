// RUN: kina-opt %s --kina-to-linalg -split-input-file -verify-diagnostics

// expected-error @below {{'func.func' op expected an extent of at least 1 on axis 1, but got 0}}
func.func @zero_extent(%a: tensor<2xf32>, %b: tensor<2x0xf32>) -> tensor<2xf32> {
  %0 = kina.neg %a : tensor<2xf32>
  return %0 : tensor<2xf32>
}

// -----

// expected-error @below {{'func.func' op byte size of shape [4611686018427387904, 2] of 'f32' does not fit in 63 bits}}
func.func @overflow(%a: tensor<2xf32>, %b: tensor<4611686018427387904x2xf32>) -> tensor<2xf32> {
  %0 = kina.neg %a : tensor<2xf32>
  return %0 : tensor<2xf32>
}

// -----

// Kina has no say about a function without its ops.
func.func @foreign(%a: tensor<2x0xf32>) -> tensor<2x0xf32> {
  return %a : tensor<2x0xf32>
}

// -----

// Nor about types that it does not know.
func.func @foreign_types(%a: tensor<2xf32>, %b: tensor<0xi17>, %c: memref<0xf32>) -> tensor<2xf32> {
  %0 = kina.neg %a : tensor<2xf32>
  return %0 : tensor<2xf32>
}
