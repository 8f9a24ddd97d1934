// RUN: kina-opt %s -split-input-file -verify-diagnostics

func.func @neg_c1(%a: tensor<2xf32>) {
  // expected-error @below {{'kina.neg' op failed to verify that all of {input, output} have same type}}
  %0 = "kina.neg"(%a) : (tensor<2xf32>) -> tensor<3xf32>
  return
}

// -----

func.func @exp_integers(%a: tensor<2xi32>) {
  // expected-error @below {{'kina.exp' op operand #0 must be ranked tensor of f32, f64, f16 or bf16 with extents of at least 1 and a byte size below 2^63, but got 'tensor<2xi32>'}}
  %0 = kina.exp %a : tensor<2xi32>
  return
}

// -----

func.func @abs_booleans(%a: tensor<2xi1>) {
  // expected-error @below {{'kina.abs' op operand #0 must be ranked tensor of f32, f64, f16, bf16, i64, i32 or i8 with extents of at least 1 and a byte size below 2^63, but got 'tensor<2xi1>'}}
  %0 = kina.abs %a : tensor<2xi1>
  return
}

// -----

func.func @sqrt_f8(%a: tensor<2xf8E5M2>) {
  // expected-error @below {{'kina.sqrt' op operand #0 must be ranked tensor of f32, f64, f16 or bf16 with extents of at least 1 and a byte size below 2^63, but got 'tensor<2xf8E5M2>'}}
  %0 = kina.sqrt %a : tensor<2xf8E5M2>
  return
}

// -----

func.func @round_zero_extent(%a: tensor<2x0xf32>) {
  // expected-error @below {{'kina.round' op operand #0 must be ranked tensor of f32, f64, f16 or bf16 with extents of at least 1 and a byte size below 2^63, but got 'tensor<2x0xf32>'}}
  %0 = kina.round %a : tensor<2x0xf32>
  return
}

// -----

func.func @tanh_overflow(%a: tensor<4611686018427387904x2xf32>) {
  // expected-error @below {{'kina.tanh' op operand #0 must be ranked tensor of f32, f64, f16 or bf16 with extents of at least 1 and a byte size below 2^63, but got 'tensor<4611686018427387904x2xf32>'}}
  %0 = kina.tanh %a : tensor<4611686018427387904x2xf32>
  return
}
