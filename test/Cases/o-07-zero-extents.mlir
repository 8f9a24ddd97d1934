// O-05 b to e, O-07: an extent of 0 is refused by every verifier, before any
// rewrite sees it.
// RUN: kina-opt %s -split-input-file -verify-diagnostics
// RUN: kina-opt %s --canonicalize -split-input-file -verify-diagnostics
// RUN: kina-opt %s --kina-to-linalg -split-input-file -verify-diagnostics

func.func @matmul(%a: tensor<2x0xf32>, %b: tensor<0x3xf32>) {
  // expected-error @below {{'kina.matmul' op operand #0 must be ranked tensor of f32, f64, f16, bf16, i64, i32 or i8 with extents of at least 1}}
  %0 = kina.matmul %a, %b : (tensor<2x0xf32>, tensor<0x3xf32>) -> tensor<2x3xf32>
  return
}

// -----

func.func @sum(%a: tensor<2x0xf32>) {
  // expected-error @below {{'kina.reduce' op operand #0 must be ranked tensor of f32, f64, f16, bf16, i64, i32 or i8 with extents of at least 1}}
  %0 = kina.reduce sum %a axis = 1 : tensor<2x0xf32> -> tensor<2xf32>
  return
}

// -----

func.func @max(%a: tensor<2x0xf32>) {
  // expected-error @below {{'kina.reduce' op operand #0 must be ranked tensor of f32, f64, f16, bf16, i64, i32 or i8 with extents of at least 1}}
  %0 = kina.reduce max %a axis = 1 : tensor<2x0xf32> -> tensor<2xf32>
  return
}

// -----

func.func @argmax(%a: tensor<2x0xf32>) {
  // expected-error @below {{'kina.argmax' op operand #0 must be ranked tensor of f32, f64, f16, bf16, i64, i32 or i8 with extents of at least 1}}
  %0 = kina.argmax %a axis = 1 : tensor<2x0xf32> -> tensor<2xi64>
  return
}

// -----

func.func @argmax_of_none(%a: tensor<0x3xf32>) {
  // expected-error @below {{'kina.argmax' op operand #0 must be ranked tensor of f32, f64, f16, bf16, i64, i32 or i8 with extents of at least 1}}
  %0 = kina.argmax %a axis = 1 : tensor<0x3xf32> -> tensor<0xi64>
  return
}

// -----

func.func @concat(%a: tensor<2x0xf32>, %b: tensor<2x3xf32>) {
  // expected-error @below {{'kina.concat' op operand #0 must be variadic of ranked tensor of f32, f64, f16, bf16, i64, i32, i8 or i1 with extents of at least 1}}
  %0 = kina.concat %a, %b axis = 1 : (tensor<2x0xf32>, tensor<2x3xf32>) -> tensor<2x3xf32>
  return
}

// -----

func.func @slice(%a: tensor<4x3xf32>) {
  // expected-error @below {{'kina.slice' op result #0 must be ranked tensor of f32, f64, f16, bf16, i64, i32, i8 or i1 with extents of at least 1}}
  %0 = kina.slice %a axis = 0 [2 : 2] : tensor<4x3xf32> -> tensor<0x3xf32>
  return
}

// -----

func.func @gather(%a: tensor<4x3xf32>, %i: tensor<0xi64>) {
  // expected-error @below {{'kina.gather' op operand #1 must be ranked tensor of i64 or i32 with extents of at least 1}}
  %0 = kina.gather %a, %i : (tensor<4x3xf32>, tensor<0xi64>) -> tensor<0x3xf32>
  return
}

// -----

func.func @reshape(%a: tensor<2x0x4xf32>) {
  // expected-error @below {{'kina.reshape' op operand #0 must be ranked tensor of f32, f64, f16, bf16, i64, i32, i8 or i1 with extents of at least 1}}
  %0 = kina.reshape %a : tensor<2x0x4xf32> -> tensor<0x5xf32>
  return
}

// -----

func.func @constant() {
  // expected-error @below {{'kina.constant' op result #0 must be ranked tensor of f32, f64, f16, bf16, i64, i32, i8 or i1 with extents of at least 1}}
  %0 = kina.constant dense<> : tensor<2x0xf32>
  return
}
