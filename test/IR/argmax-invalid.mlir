// RUN: kina-opt %s -split-input-file -verify-diagnostics

func.func @argmax_c1(%a: tensor<2x3xf32>) {
  // expected-error @below {{'kina.argmax' op expected an axis from 0 to 1, but got 2}}
  %0 = kina.argmax %a axis = 2 : tensor<2x3xf32> -> tensor<2xi64>
  return
}

// -----

func.func @argmax_c2(%a: tensor<2x3xf32>) {
  // expected-error @below {{'kina.argmax' op expected result type 'tensor<2xi64>', but got 'tensor<3xi64>'}}
  %0 = kina.argmax %a axis = 1 : tensor<2x3xf32> -> tensor<3xi64>
  return
}

// -----

func.func @argmax_c2_i32(%a: tensor<2x3xf32>) {
  // expected-error @below {{'kina.argmax' op result #0 must be ranked tensor of i64 with extents of at least 1 and a byte size below 2^63, but got 'tensor<2xi32>'}}
  %0 = kina.argmax %a axis = 1 : tensor<2x3xf32> -> tensor<2xi32>
  return
}

// -----

func.func @argmax_c2_keep(%a: tensor<2x3xf32>) {
  // expected-error @below {{'kina.argmax' op expected result type 'tensor<2xi64>', but got 'tensor<2x1xi64>'}}
  %0 = kina.argmax %a axis = 1 : tensor<2x3xf32> -> tensor<2x1xi64>
  return
}

// -----

func.func @argmax_booleans(%a: tensor<2x3xi1>) {
  // expected-error @below {{'kina.argmax' op operand #0 must be ranked tensor of f32, f64, f16, bf16, i64, i32 or i8 with extents of at least 1 and a byte size below 2^63, but got 'tensor<2x3xi1>'}}
  %0 = kina.argmax %a axis = 1 : tensor<2x3xi1> -> tensor<2xi64>
  return
}

// -----

func.func @argmax_zero_extent(%a: tensor<2x0xf32>) {
  // expected-error @below {{'kina.argmax' op operand #0 must be ranked tensor of f32, f64, f16, bf16, i64, i32 or i8 with extents of at least 1 and a byte size below 2^63, but got 'tensor<2x0xf32>'}}
  %0 = kina.argmax %a axis = 1 : tensor<2x0xf32> -> tensor<2xi64>
  return
}
