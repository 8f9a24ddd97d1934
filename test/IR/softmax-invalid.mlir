// RUN: kina-opt %s -split-input-file -verify-diagnostics

func.func @softmax_c1(%a: tensor<2x3xf32>) {
  // expected-error @below {{'kina.softmax' op expected an axis from 0 to 1, but got 2}}
  %0 = kina.softmax %a axis = 2 : tensor<2x3xf32>
  return
}

// -----

func.func @softmax_c1_rank0(%a: tensor<f32>) {
  // expected-error @below {{'kina.softmax' op expected an input of rank at least 1, since axis 0 is asked for, but got 'tensor<f32>'}}
  %0 = kina.softmax %a axis = 0 : tensor<f32>
  return
}

// -----

func.func @softmax_negative_axis(%a: tensor<2x3xf32>) {
  // expected-error @below {{'kina.softmax' op attribute 'axis' failed to satisfy constraint: 64-bit signless integer attribute whose value is non-negative}}
  %0 = kina.softmax %a axis = -1 : tensor<2x3xf32>
  return
}

// -----

func.func @softmax_c2(%a: tensor<2x3xf32>) {
  // expected-error @below {{'kina.softmax' op failed to verify that all of {input, output} have same type}}
  %0 = "kina.softmax"(%a) <{axis = 0 : i64}> : (tensor<2x3xf32>) -> tensor<3x2xf32>
  return
}

// -----

func.func @softmax_c2_integers(%a: tensor<2x3xi32>) {
  // expected-error @below {{'kina.softmax' op operand #0 must be ranked tensor of f32, f64, f16 or bf16 with extents of at least 1 and a byte size below 2^63, but got 'tensor<2x3xi32>'}}
  %0 = kina.softmax %a axis = 0 : tensor<2x3xi32>
  return
}

// -----

func.func @softmax_no_axis(%a: tensor<2x3xf32>) {
  // expected-error @below {{'kina.softmax' op requires attribute 'axis'}}
  %0 = "kina.softmax"(%a) : (tensor<2x3xf32>) -> tensor<2x3xf32>
  return
}

// -----

func.func @softmax_complex(%a: tensor<2x3xcomplex<f32>>) {
  // expected-error @below {{'kina.softmax' op operand #0 must be ranked tensor of f32, f64, f16 or bf16 with extents of at least 1 and a byte size below 2^63, but got 'tensor<2x3xcomplex<f32>>'}}
  %0 = kina.softmax %a axis = 0 : tensor<2x3xcomplex<f32>>
  return
}

// -----

func.func @softmax_vector(%a: vector<2x3xf32>) {
  // expected-error @below {{custom op 'kina.softmax' invalid kind of type specified: expected builtin.tensor, but found 'vector<2x3xf32>'}}
  %0 = kina.softmax %a axis = 0 : vector<2x3xf32>
  return
}

// -----

func.func @softmax_scalar(%a: f32) {
  // expected-error @below {{custom op 'kina.softmax' invalid kind of type specified: expected builtin.tensor, but found 'f32'}}
  %0 = kina.softmax %a axis = 0 : f32
  return
}

// -----

func.func @softmax_encoding(%a: tensor<2x3xf32, "e">) {
  // expected-error @below {{'kina.softmax' op operand #0 must be ranked tensor of f32, f64, f16 or bf16 with extents of at least 1 and a byte size below 2^63, but got 'tensor<2x3xf32, "e">'}}
  %0 = kina.softmax %a axis = 0 : tensor<2x3xf32, "e">
  return
}
