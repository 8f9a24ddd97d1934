// RUN: kina-opt %s -split-input-file -verify-diagnostics

func.func @gather_c1(%t: tensor<f32>, %i: tensor<3xi64>) {
  // expected-error @below {{'kina.gather' op expected a table of rank at least 1, but got 'tensor<f32>'}}
  %0 = kina.gather %t, %i : (tensor<f32>, tensor<3xi64>) -> tensor<3xf32>
  return
}

// -----

func.func @gather_c2(%t: tensor<8x4xf32>, %i: tensor<3xf32>) {
  // expected-error @below {{'kina.gather' op operand #1 must be ranked tensor of i64 or i32 with extents of at least 1 and a byte size below 2^63, but got 'tensor<3xf32>'}}
  %0 = kina.gather %t, %i : (tensor<8x4xf32>, tensor<3xf32>) -> tensor<3x4xf32>
  return
}

// -----

func.func @gather_c2_i8(%t: tensor<8x4xf32>, %i: tensor<3xi8>) {
  // expected-error @below {{'kina.gather' op operand #1 must be ranked tensor of i64 or i32 with extents of at least 1 and a byte size below 2^63, but got 'tensor<3xi8>'}}
  %0 = kina.gather %t, %i : (tensor<8x4xf32>, tensor<3xi8>) -> tensor<3x4xf32>
  return
}

// -----

func.func @gather_c3(%t: tensor<8x4xf32>, %i: tensor<3xi64>) {
  // expected-error @below {{'kina.gather' op expected result type 'tensor<3x4xf32>', but got 'tensor<3x8xf32>'}}
  %0 = kina.gather %t, %i : (tensor<8x4xf32>, tensor<3xi64>) -> tensor<3x8xf32>
  return
}

// -----

func.func @gather_c3_element_type(%t: tensor<8x4xf32>, %i: tensor<3xi64>) {
  // expected-error @below {{'kina.gather' op expected result type 'tensor<3x4xf32>', but got 'tensor<3x4xf64>'}}
  %0 = kina.gather %t, %i : (tensor<8x4xf32>, tensor<3xi64>) -> tensor<3x4xf64>
  return
}

// -----

func.func @gather_c3_overflow(%t: tensor<8x2147483648xf32>, %i: tensor<2147483648xi64>) {
  // expected-error @below {{'kina.gather' op byte size of shape [2147483648, 2147483648] of 'f32' does not fit in 63 bits}}
  %0 = kina.gather %t, %i : (tensor<8x2147483648xf32>, tensor<2147483648xi64>) -> tensor<?x?xf32>
  return
}

// -----

func.func @gather_zero_extent(%t: tensor<8x4xf32>, %i: tensor<0xi64>) {
  // expected-error @below {{'kina.gather' op operand #1 must be ranked tensor of i64 or i32 with extents of at least 1 and a byte size below 2^63, but got 'tensor<0xi64>'}}
  %0 = kina.gather %t, %i : (tensor<8x4xf32>, tensor<0xi64>) -> tensor<0x4xf32>
  return
}
