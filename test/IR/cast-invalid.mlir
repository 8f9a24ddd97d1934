// RUN: kina-opt %s -split-input-file -verify-diagnostics

func.func @cast_c1(%a: tensor<2xf32>) {
  // expected-error @below {{'kina.cast' op all non-scalar operands/results must have the same shape and base type}}
  %0 = kina.cast %a : tensor<2xf32> -> tensor<3xi64>
  return
}

// -----

func.func @cast_c1_rank(%a: tensor<2xf32>) {
  // expected-error @below {{'kina.cast' op all non-scalar operands/results must have the same shape and base type}}
  %0 = kina.cast %a : tensor<2xf32> -> tensor<2x1xi64>
  return
}

// -----

func.func @cast_element_type(%a: tensor<2xf32>) {
  // expected-error @below {{'kina.cast' op result #0 must be ranked tensor of f32, f64, f16, bf16, i64, i32, i8 or i1 with extents of at least 1 and a byte size below 2^63, but got 'tensor<2xi16>'}}
  %0 = kina.cast %a : tensor<2xf32> -> tensor<2xi16>
  return
}

// -----

func.func @cast_index(%a: tensor<2xindex>) {
  // expected-error @below {{'kina.cast' op operand #0 must be ranked tensor of f32, f64, f16, bf16, i64, i32, i8 or i1 with extents of at least 1 and a byte size below 2^63, but got 'tensor<2xindex>'}}
  %0 = kina.cast %a : tensor<2xindex> -> tensor<2xi64>
  return
}

// -----

func.func @cast_overflow(%a: tensor<2305843009213693952xi8>) {
  // expected-error @below {{'kina.cast' op result #0 must be ranked tensor of f32, f64, f16, bf16, i64, i32, i8 or i1 with extents of at least 1 and a byte size below 2^63, but got 'tensor<2305843009213693952xf64>'}}
  %0 = kina.cast %a : tensor<2305843009213693952xi8> -> tensor<2305843009213693952xf64>
  return
}
