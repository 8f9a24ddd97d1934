// O-16: literals that do not fit their type.
// RUN: kina-opt %s -split-input-file -verify-diagnostics

func.func @constant_c1_count() {
  // expected-error @below {{inferred shape of elements literal ([3]) does not match type ([2, 2])}}
  %0 = kina.constant dense<[1.0, 2.0, 3.0]> : tensor<2x2xf32>
  return
}

// -----

func.func @constant_c1_bytes() {
  // expected-error @below {{elements hex data size is invalid for provided type: 'tensor<2xf32>'}}
  %0 = kina.constant dense<"0x00"> : tensor<2xf32>
  return
}

// -----

func.func @constant_c1_hex() {
  // expected-error @below {{expected string containing hex digits starting with `0x`}}
  %0 = kina.constant dense<"0xZZ"> : tensor<2xf32>
  return
}

// -----

func.func @constant_c1_integer_for_float() {
  // expected-error @below {{unexpected decimal integer literal for a floating point value}}
  // expected-note @below {{add a trailing dot to make the literal a float}}
  %0 = kina.constant dense<1> : tensor<2xf32>
  return
}

// -----

func.func @constant_c1_empty() {
  // expected-error @below {{inferred shape of elements literal ([0]) does not match type ([2])}}
  %0 = kina.constant dense<[]> : tensor<2xf32>
  return
}

// -----

func.func @constant_c1_types() {
  // expected-error @below {{'kina.constant' op failed to verify that all of {value, output} have same type}}
  %0 = "kina.constant"() <{value = dense<1.0> : tensor<2x2xf32>}> : () -> tensor<4xf32>
  return
}

// -----

func.func @constant_c1_no_value() {
  // expected-error @below {{'kina.constant' op requires attribute 'value'}}
  %0 = "kina.constant"() : () -> tensor<4xf32>
  return
}

// -----

func.func @constant_c1_resource() {
  // expected-error @below {{'kina.constant' op expected a dense attribute of integers or floats, but got dense_resource<blob> : tensor<2xf32>}}
  %0 = kina.constant dense_resource<blob> : tensor<2xf32>
  return
}

// -----

func.func @constant_c1_sparse() {
  // expected-error @below {{'kina.constant' op expected a dense attribute of integers or floats, but got sparse<0, 1.000000e+00> : tensor<2xf32>}}
  %0 = kina.constant sparse<[[0]], [1.0]> : tensor<2xf32>
  return
}

// -----

func.func @constant_zero_extent() {
  // expected-error @below {{'kina.constant' op result #0 must be ranked tensor of f32, f64, f16, bf16, i64, i32, i8 or i1 with extents of at least 1 and a byte size below 2^63, but got 'tensor<0xf32>'}}
  %0 = kina.constant dense<> : tensor<0xf32>
  return
}

// -----

func.func @constant_overflow() {
  // expected-error @below {{'kina.constant' op result #0 must be ranked tensor of f32, f64, f16, bf16, i64, i32, i8 or i1 with extents of at least 1 and a byte size below 2^63, but got 'tensor<4611686018427387904x2xf32>'}}
  %0 = kina.constant dense<0.0> : tensor<4611686018427387904x2xf32>
  return
}

// -----

func.func @constant_element_type() {
  // expected-error @below {{'kina.constant' op result #0 must be ranked tensor of f32, f64, f16, bf16, i64, i32, i8 or i1 with extents of at least 1 and a byte size below 2^63, but got 'tensor<2xi16>'}}
  %0 = kina.constant dense<1> : tensor<2xi16>
  return
}
