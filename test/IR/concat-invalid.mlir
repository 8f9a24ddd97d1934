// ON-O05: operands that do not fit.
// RUN: kina-opt %s -split-input-file -verify-diagnostics

func.func @concat_c1() {
  // expected-error @below {{'kina.concat' op expected at least 1 operand, but got 0}}
  %0 = "kina.concat"() <{axis = 0 : i64}> : () -> tensor<2xf32>
  return
}

// -----

func.func @concat_c2(%a0: tensor<2x3xf32>) {
  // expected-error @below {{'kina.concat' op expected an axis from 0 to 1, but got 2}}
  %0 = kina.concat %a0 axis = 2 : (tensor<2x3xf32>) -> tensor<2x3xf32>
  return
}

// -----

func.func @concat_negative_axis(%a0: tensor<2x3xf32>) {
  // expected-error @below {{'kina.concat' op attribute 'axis' failed to satisfy constraint: 64-bit signless integer attribute whose value is non-negative}}
  %0 = kina.concat %a0 axis = -1 : (tensor<2x3xf32>) -> tensor<2x3xf32>
  return
}

// -----

func.func @concat_c3_rank(%a0: tensor<2x3xf32>, %a1: tensor<2xf32>) {
  // expected-error @below {{'kina.concat' op expected operands of one rank, but operand 0 has rank 2 and operand 1 has rank 1}}
  %0 = kina.concat %a0, %a1 axis = 0 : (tensor<2x3xf32>, tensor<2xf32>) -> tensor<4x3xf32>
  return
}

// -----

func.func @concat_c3_element_type(%a0: tensor<2x3xf32>, %a1: tensor<2x3xf64>) {
  // expected-error @below {{'kina.concat' op expected operands of one element type, but operand 0 has 'f32' and operand 1 has 'f64'}}
  %0 = kina.concat %a0, %a1 axis = 0 : (tensor<2x3xf32>, tensor<2x3xf64>) -> tensor<4x3xf32>
  return
}

// -----

func.func @concat_c3_extent(%a0: tensor<2x3xf32>, %a1: tensor<2x3xf32>, %a2: tensor<2x4xf32>) {
  // expected-error @below {{'kina.concat' op expected equal extents off axis 0, but operand 2 has 4 on axis 1 instead of 3}}
  %0 = kina.concat %a0, %a1, %a2 axis = 0 : (tensor<2x3xf32>, tensor<2x3xf32>, tensor<2x4xf32>) -> tensor<6x3xf32>
  return
}

// -----

func.func @concat_c4(%a0: tensor<2x3xf32>, %a1: tensor<2x1xf32>) {
  // expected-error @below {{'kina.concat' op expected result type 'tensor<2x4xf32>', but got 'tensor<2x5xf32>'}}
  %0 = kina.concat %a0, %a1 axis = 1 : (tensor<2x3xf32>, tensor<2x1xf32>) -> tensor<2x5xf32>
  return
}

// -----

func.func @concat_c4_overflow(%a0: tensor<4611686018427387904xi8>, %a1: tensor<4611686018427387904xi8>) {
  // expected-error @below {{'kina.concat' op the sum of the extents on axis 0 does not fit in 63 bits}}
  %0 = kina.concat %a0, %a1 axis = 0 : (tensor<4611686018427387904xi8>, tensor<4611686018427387904xi8>) -> tensor<?xi8>
  return
}

// -----

func.func @concat_zero_extent(%a0: tensor<2x0xf32>, %a1: tensor<2x3xf32>) {
  // expected-error @below {{'kina.concat' op operand #0 must be variadic of ranked tensor of f32, f64, f16, bf16, i64, i32, i8 or i1 with extents of at least 1 and a byte size below 2^63, but got 'tensor<2x0xf32>'}}
  %0 = kina.concat %a0, %a1 axis = 1 : (tensor<2x0xf32>, tensor<2x3xf32>) -> tensor<2x3xf32>
  return
}
