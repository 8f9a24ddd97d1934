// O-10: another element count or type.
// RUN: kina-opt %s -split-input-file -verify-diagnostics

func.func @reshape_c1(%a: tensor<2x3xf32>) {
  // expected-error @below {{'kina.reshape' op expected result type 'tensor<6xf32>', but got 'tensor<6xi32>'}}
  %0 = kina.reshape %a : tensor<2x3xf32> -> tensor<6xi32>
  return
}

// -----

func.func @reshape_c2(%a: tensor<2x3xf32>) {
  // expected-error @below {{'kina.reshape' op expected 6 elements, as in shape [2, 3], but got 7 in shape [7]}}
  %0 = kina.reshape %a : tensor<2x3xf32> -> tensor<7xf32>
  return
}

// -----

func.func @reshape_c3(%a: tensor<2x3xf32>) {
  // expected-error @below {{'kina.reshape' op expected 1 extent operands for 'tensor<?xf32>', but got 0}}
  %0 = kina.reshape %a : tensor<2x3xf32> -> tensor<?xf32>
  return
}

// -----

func.func @reshape_c3_list(%a: tensor<2x3xf32>, %n: index) {
  // expected-error @below {{custom op 'kina.reshape' expected the extents of the result type 'tensor<2x?xf32>' in this list, '?' as operands}}
  %0 = kina.reshape %a to [3, %n] : tensor<2x3xf32> -> tensor<2x?xf32>
  return
}

// -----

func.func @reshape_c3_short_list(%a: tensor<2x3xf32>, %n: index) {
  // expected-error @below {{custom op 'kina.reshape' expected the extents of the result type 'tensor<2x?xf32>' in this list, '?' as operands}}
  %0 = kina.reshape %a to [%n] : tensor<2x3xf32> -> tensor<2x?xf32>
  return
}

// -----

func.func @reshape_zero_extent(%a: tensor<2x3xf32>) {
  // expected-error @below {{'kina.reshape' op result #0 must be ranked tensor of f32, f64, f16, bf16, i64, i32, i8 or i1 with extents of at least 1 and a byte size below 2^63, but got 'tensor<2x3x0xf32>'}}
  %0 = kina.reshape %a : tensor<2x3xf32> -> tensor<2x3x0xf32>
  return
}

// -----

func.func @reshape_overflow(%a: tensor<4294967296x4294967296xf32>) {
  // expected-error @below {{'kina.reshape' op operand #0 must be ranked tensor of f32, f64, f16, bf16, i64, i32, i8 or i1 with extents of at least 1 and a byte size below 2^63, but got 'tensor<4294967296x4294967296xf32>'}}
  %0 = kina.reshape %a : tensor<4294967296x4294967296xf32> -> tensor<1xf32>
  return
}

// -----

func.func @reshape_unranked(%a: tensor<*xf32>) {
  // expected-error @below {{'kina.reshape' op operand #0 must be ranked tensor of f32, f64, f16, bf16, i64, i32, i8 or i1 with extents of at least 1 and a byte size below 2^63, but got 'tensor<*xf32>'}}
  %0 = kina.reshape %a : tensor<*xf32> -> tensor<6xf32>
  return
}
