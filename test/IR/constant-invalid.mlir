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

func.func @constant_c2_missing() {
  // expected-error @below {{'kina.constant' op expected resource 'blob' of 8 bytes for 'tensor<2xf32>', but it is missing}}
  %0 = kina.constant dense_resource<blob> : tensor<2xf32>
  return
}

// -----

func.func @constant_c2_generic() {
  // expected-error @below {{'kina.constant' op expected resource 'blob' of 6 bytes for 'tensor<3xbf16>', but it is missing}}
  %0 = "kina.constant"() <{value = dense_resource<blob> : tensor<3xbf16>}> : () -> tensor<3xbf16>
  return
}

// -----

func.func @constant_c2_short() {
  // expected-error @below {{'kina.constant' op expected resource 'short' of 8 bytes for 'tensor<2xf32>', but got 4 bytes}}
  %0 = kina.constant dense_resource<short> : tensor<2xf32>
  return
}

{-#
  dialect_resources: {builtin: {short: "0x040000000000803F"}}
#-}

// -----

func.func @constant_c2_long() {
  // expected-error @below {{'kina.constant' op expected resource 'long' of 3 bytes for 'tensor<3xi1>', but got 4 bytes}}
  %0 = kina.constant dense_resource<long> : tensor<3xi1>
  return
}

{-#
  dialect_resources: {builtin: {long: "0x0100000000010001"}}
#-}

// -----

func.func @constant_c2_empty() {
  // expected-error @below {{'kina.constant' op expected resource 'empty' of 2 bytes for 'tensor<f16>', but got 0 bytes}}
  %0 = kina.constant dense_resource<empty> : tensor<f16>
  return
}

{-#
  dialect_resources: {builtin: {empty: "0x02000000"}}
#-}

// -----

func.func @constant_c2_alignment() {
  %0 = kina.constant dense_resource<odd> : tensor<f32>
  return
}

{-#
  // expected-error @below {{expected hex string blob for key 'odd' to encode alignment in first 4 bytes, but got non-power-of-2 value: 3}}
  dialect_resources: {builtin: {odd: "0x030000000000803F"}}
#-}

// -----

func.func @constant_c1_open_resource() {
  // expected-error @below {{'kina.constant' op expected a dense attribute of integers or floats, but got dense_resource<blob> : tensor<?xf32>}}
  %0 = kina.constant dense_resource<blob> : tensor<?xf32>
  return
}

// -----

func.func @constant_c1_resource_type() {
  // expected-error @below {{'kina.constant' op result #0 must be ranked tensor}}
  %0 = kina.constant dense_resource<blob> : vector<2xf32>
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
