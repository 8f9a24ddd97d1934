// ON-O04: ranks and extents that do not fit.
// RUN: kina-opt %s -split-input-file -verify-diagnostics

func.func @matmul_c1(%a: tensor<2x4xf32>, %b: tensor<4x3xf16>) {
  // expected-error @below {{'kina.matmul' op expected operands of one element type, but got 'f32' and 'f16'}}
  %0 = kina.matmul %a, %b : (tensor<2x4xf32>, tensor<4x3xf16>) -> tensor<2x3xf32>
  return
}

// -----

func.func @matmul_c2(%a: tensor<2x4xf32>, %b: tensor<1x4x3xf32>) {
  // expected-error @below {{'kina.matmul' op expected operands of one rank, but got 2 and 3}}
  %0 = kina.matmul %a, %b : (tensor<2x4xf32>, tensor<1x4x3xf32>) -> tensor<1x2x3xf32>
  return
}

// -----

func.func @matmul_c2_vector(%a: tensor<4xf32>, %b: tensor<4xf32>) {
  // expected-error @below {{'kina.matmul' op expected operands of rank at least 2, but got rank 1}}
  %0 = kina.matmul %a, %b : (tensor<4xf32>, tensor<4xf32>) -> tensor<f32>
  return
}

// -----

func.func @matmul_c3(%a: tensor<2x2x4xf32>, %b: tensor<3x4x3xf32>) {
  // expected-error @below {{'kina.matmul' op expected equal batch extents on axis 0, but got 2 and 3}}
  %0 = kina.matmul %a, %b : (tensor<2x2x4xf32>, tensor<3x4x3xf32>) -> tensor<2x2x3xf32>
  return
}

// -----

func.func @matmul_c3_no_broadcast(%a: tensor<1x2x4xf32>, %b: tensor<3x4x3xf32>) {
  // expected-error @below {{'kina.matmul' op expected equal batch extents on axis 0, but got 1 and 3}}
  %0 = kina.matmul %a, %b : (tensor<1x2x4xf32>, tensor<3x4x3xf32>) -> tensor<3x2x3xf32>
  return
}

// -----

func.func @matmul_c4(%a: tensor<2x4xf32>, %b: tensor<5x3xf32>) {
  // expected-error @below {{'kina.matmul' op [2, 4] @ [5, 3]: inner extents 4 and 5 differ}}
  %0 = kina.matmul %a, %b : (tensor<2x4xf32>, tensor<5x3xf32>) -> tensor<2x3xf32>
  return
}

// -----

func.func @matmul_c5(%a: tensor<2x4xf32>, %b: tensor<4x3xf32>) {
  // expected-error @below {{'kina.matmul' op expected result type 'tensor<2x3xf32>', but got 'tensor<3x2xf32>'}}
  %0 = kina.matmul %a, %b : (tensor<2x4xf32>, tensor<4x3xf32>) -> tensor<3x2xf32>
  return
}

// -----

func.func @matmul_c5_narrow(%a: tensor<2x4xf32>, %b: tensor<4x3xf32>) {
  // expected-error @below {{'kina.matmul' op expected a product of 'f32', but got 'f16'}}
  %0 = kina.matmul %a, %b : (tensor<2x4xf32>, tensor<4x3xf32>) -> tensor<2x3xf16>
  return
}

// -----

func.func @matmul_c5_widen(%a: tensor<2x4xf16>, %b: tensor<4x3xf16>) {
  // expected-error @below {{'kina.matmul' op expected a product of 'f16' or 'f32', but got 'f64'}}
  %0 = kina.matmul %a, %b : (tensor<2x4xf16>, tensor<4x3xf16>) -> tensor<2x3xf64>
  return
}

// -----

func.func @matmul_c5_widen_i8(%a: tensor<2x4xi8>, %b: tensor<4x3xi8>) {
  // expected-error @below {{'kina.matmul' op expected a product of 'i8' or 'i32', but got 'i64'}}
  %0 = kina.matmul %a, %b : (tensor<2x4xi8>, tensor<4x3xi8>) -> tensor<2x3xi64>
  return
}

// -----

func.func @matmul_c5_overflow(%a: tensor<4294967296x1xf32>, %b: tensor<1x4294967296xf32>) {
  // expected-error @below {{'kina.matmul' op result #0 must be ranked tensor of f32, f64, f16, bf16, i64, i32 or i8 with extents of at least 1 and a byte size below 2^63, but got 'tensor<4294967296x4294967296xf32>'}}
  %0 = kina.matmul %a, %b : (tensor<4294967296x1xf32>, tensor<1x4294967296xf32>) -> tensor<4294967296x4294967296xf32>
  return
}

// -----

func.func @matmul_i1(%a: tensor<2x4xi1>, %b: tensor<4x3xi1>) {
  // expected-error @below {{'kina.matmul' op operand #0 must be ranked tensor of f32, f64, f16, bf16, i64, i32 or i8 with extents of at least 1 and a byte size below 2^63, but got 'tensor<2x4xi1>'}}
  %0 = kina.matmul %a, %b : (tensor<2x4xi1>, tensor<4x3xi1>) -> tensor<2x3xi1>
  return
}

// -----

func.func @matmul_zero_extent(%a: tensor<2x0xf32>, %b: tensor<0x3xf32>) {
  // expected-error @below {{'kina.matmul' op operand #0 must be ranked tensor of f32, f64, f16, bf16, i64, i32 or i8 with extents of at least 1 and a byte size below 2^63, but got 'tensor<2x0xf32>'}}
  %0 = kina.matmul %a, %b : (tensor<2x0xf32>, tensor<0x3xf32>) -> tensor<2x3xf32>
  return
}
