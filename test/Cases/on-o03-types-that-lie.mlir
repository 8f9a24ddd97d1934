// ON-O03: types of operands and results that contradict each other; the error
// names both.
// RUN: kina-opt %s -split-input-file -verify-diagnostics

func.func @softmax(%a: tensor<2x3xf32>) {
  // expected-error @below {{'kina.softmax' op failed to verify that all of {input, output} have same type}}
  %0 = "kina.softmax"(%a) <{axis = 1 : i64}> : (tensor<2x3xf32>) -> tensor<3x2xf32>
  return
}

// -----

func.func @matmul(%a: tensor<2x4xf32>, %b: tensor<4x3xf16>) {
  // expected-error @below {{'kina.matmul' op expected operands of one element type, but got 'f32' and 'f16'}}
  %0 = kina.matmul %a, %b : (tensor<2x4xf32>, tensor<4x3xf16>) -> tensor<2x3xf32>
  return
}

// -----

func.func @argmax(%a: tensor<2x3xf32>) {
  // expected-error @below {{'kina.argmax' op result #0 must be ranked tensor of i64 with extents of at least 1 and a byte size below 2^63, but got 'tensor<2xi32>'}}
  %0 = kina.argmax %a axis = 1 : tensor<2x3xf32> -> tensor<2xi32>
  return
}

// -----

func.func @gather(%t: tensor<8x4xf32>, %i: tensor<3xf32>) {
  // expected-error @below {{'kina.gather' op operand #1 must be ranked tensor of i64 or i32 with extents of at least 1 and a byte size below 2^63, but got 'tensor<3xf32>'}}
  %0 = kina.gather %t, %i : (tensor<8x4xf32>, tensor<3xf32>) -> tensor<3x4xf32>
  return
}

// -----

func.func @transpose(%a: tensor<2x3xf32>) {
  // expected-error @below {{'kina.transpose' op expected result type 'tensor<3x2xf32>', but got 'tensor<2x3xf32>'}}
  %0 = kina.transpose %a perm = [1, 0] : tensor<2x3xf32> -> tensor<2x3xf32>
  return
}

// -----

func.func @reduce(%a: tensor<2x3xf32>) {
  // expected-error @below {{'kina.reduce' op expected result type 'tensor<2xf32>', but got 'tensor<3xf32>'}}
  %0 = kina.reduce sum %a axis = 1 : tensor<2x3xf32> -> tensor<3xf32>
  return
}

// -----

func.func @select(%c: tensor<2x3xi1>, %a: tensor<3x2xf32>) {
  // expected-error @below {{'kina.select' op failed to verify that condition has the result's extents and element type i1}}
  %0 = "kina.select"(%c, %a, %a) : (tensor<2x3xi1>, tensor<3x2xf32>, tensor<3x2xf32>) -> tensor<3x2xf32>
  return
}
