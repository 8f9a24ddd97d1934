// RUN: kina-opt %s -split-input-file -verify-diagnostics

func.func @broadcast_c1(%a: tensor<1x4xf32>) {
  // expected-error @below {{'kina.broadcast' op expected result type 'tensor<2x4xf32>', but got 'tensor<2x4xf64>'}}
  %0 = kina.broadcast %a : tensor<1x4xf32> -> tensor<2x4xf64>
  return
}

// -----

func.func @broadcast_c2(%a: tensor<2x4xf32>) {
  // expected-error @below {{'kina.broadcast' op expected a result of rank at least 2, but got rank 1}}
  %0 = kina.broadcast %a : tensor<2x4xf32> -> tensor<4xf32>
  return
}

// -----

func.func @broadcast_c3(%a: tensor<3x4xf32>) {
  // expected-error @below {{'kina.broadcast' op cannot broadcast [3, 4] to [2, 4]: axis 0 has extent 3, expected 1 or 2}}
  %0 = kina.broadcast %a : tensor<3x4xf32> -> tensor<2x4xf32>
  return
}

// -----

func.func @broadcast_c3_right(%a: tensor<3xf32>) {
  // expected-error @below {{'kina.broadcast' op cannot broadcast [3] to [3, 4]: axis 0 has extent 3, expected 1 or 4}}
  %0 = kina.broadcast %a : tensor<3xf32> -> tensor<3x4xf32>
  return
}

// -----

func.func @broadcast_c4(%a: tensor<1x4xf32>) {
  // expected-error @below {{'kina.broadcast' op expected 1 extent operands for 'tensor<?x4xf32>', but got 0}}
  %0 = kina.broadcast %a : tensor<1x4xf32> -> tensor<?x4xf32>
  return
}

// -----

func.func @broadcast_c4_list(%a: tensor<1x4xf32>, %n: index) {
  // expected-error @below {{custom op 'kina.broadcast' expected the extents of the result type 'tensor<?x4xf32>' in this list, '?' as operands}}
  %0 = kina.broadcast %a to [%n, 3] : tensor<1x4xf32> -> tensor<?x4xf32>
  return
}

// -----

func.func @broadcast_zero_extent(%a: tensor<1x4xf32>) {
  // expected-error @below {{'kina.broadcast' op result #0 must be ranked tensor of f32, f64, f16, bf16, i64, i32, i8 or i1 with extents of at least 1 and a byte size below 2^63, but got 'tensor<0x4xf32>'}}
  %0 = kina.broadcast %a : tensor<1x4xf32> -> tensor<0x4xf32>
  return
}

// -----

func.func @broadcast_overflow(%a: tensor<1xf32>) {
  // expected-error @below {{'kina.broadcast' op result #0 must be ranked tensor of f32, f64, f16, bf16, i64, i32, i8 or i1 with extents of at least 1 and a byte size below 2^63, but got 'tensor<4611686018427387904x2xf32>'}}
  %0 = kina.broadcast %a : tensor<1xf32> -> tensor<4611686018427387904x2xf32>
  return
}
