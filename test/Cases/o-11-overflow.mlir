// O-11: element counts and byte sizes that do not fit in 63 bits.
// RUN: kina-opt %s --kina-to-linalg -split-input-file -verify-diagnostics

func.func @wraps_to_zero(%a: tensor<4294967296x4294967296xf32>) {
  // expected-error @below {{'kina.reshape' op operand #0 must be ranked tensor of f32, f64, f16, bf16, i64, i32, i8 or i1 with extents of at least 1 and a byte size below 2^63, but got 'tensor<4294967296x4294967296xf32>'}}
  %0 = kina.reshape %a : tensor<4294967296x4294967296xf32> -> tensor<0xf32>
  return
}

// -----

// expected-error @below {{'func.func' op byte size of shape [4611686018427387904, 2] of 'f32' does not fit in 63 bits}}
func.func @argument(%a: tensor<4611686018427387904x2xf32>, %b: tensor<2xf32>) -> tensor<2xf32> {
  %0 = kina.neg %b : tensor<2xf32>
  return %0 : tensor<2xf32>
}

// -----

func.func @reshape(%a: tensor<4611686018427387904x2xf32>) {
  // expected-error @below {{a byte size below 2^63, but got 'tensor<4611686018427387904x2xf32>'}}
  %0 = kina.reshape %a : tensor<4611686018427387904x2xf32> -> tensor<2xf32>
  return
}

// -----

func.func @constant() {
  // expected-error @below {{a byte size below 2^63, but got 'tensor<4611686018427387904x2xf32>'}}
  %0 = kina.constant dense<0.0> : tensor<4611686018427387904x2xf32>
  return
}

// -----

// The element count fits, the byte size does not.
func.func @bytes() {
  // expected-error @below {{a byte size below 2^63, but got 'tensor<2305843009213693952xf32>'}}
  %0 = kina.constant dense<0.0> : tensor<2305843009213693952xf32>
  return
}

// -----

func.func @fits() -> tensor<2305843009213693951xf32> {
  %0 = kina.constant dense<0.0> : tensor<2305843009213693951xf32>
  return %0 : tensor<2305843009213693951xf32>
}

// -----

func.func @matmul(%a: tensor<4294967296x1xf32>, %b: tensor<1x4294967296xf32>) {
  // expected-error @below {{a byte size below 2^63, but got 'tensor<4294967296x4294967296xf32>'}}
  %0 = kina.matmul %a, %b : (tensor<4294967296x1xf32>, tensor<1x4294967296xf32>) -> tensor<4294967296x4294967296xf32>
  return
}
