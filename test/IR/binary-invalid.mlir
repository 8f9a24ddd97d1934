// RUN: kina-opt %s -split-input-file -verify-diagnostics

func.func @add_c1(%a: tensor<2x3xf32>, %b: tensor<3xf32>) {
  // expected-error @below {{'kina.add' op failed to verify that all of {lhs, rhs, output} have same type}}
  %0 = "kina.add"(%a, %b) : (tensor<2x3xf32>, tensor<3xf32>) -> tensor<2x3xf32>
  return
}

// -----

func.func @mul_c1_element_type(%a: tensor<2xf32>, %b: tensor<2xf16>) {
  // expected-error @below {{'kina.mul' op failed to verify that all of {lhs, rhs, output} have same type}}
  %0 = "kina.mul"(%a, %b) : (tensor<2xf32>, tensor<2xf16>) -> tensor<2xf32>
  return
}

// -----

func.func @max_c1_result(%a: tensor<2xf32>) {
  // expected-error @below {{'kina.max' op failed to verify that all of {lhs, rhs, output} have same type}}
  %0 = "kina.max"(%a, %a) : (tensor<2xf32>, tensor<2xf32>) -> tensor<3xf32>
  return
}

// -----

func.func @div_booleans(%a: tensor<2xi1>) {
  // expected-error @below {{'kina.div' op operand #0 must be ranked tensor of f32, f64, f16, bf16, i64, i32 or i8 with extents of at least 1 and a byte size below 2^63, but got 'tensor<2xi1>'}}
  %0 = kina.div %a, %a : tensor<2xi1>
  return
}

// -----

func.func @pow_integers(%a: tensor<2xi32>) {
  // expected-error @below {{'kina.pow' op operand #0 must be ranked tensor of f32, f64, f16 or bf16 with extents of at least 1 and a byte size below 2^63, but got 'tensor<2xi32>'}}
  %0 = kina.pow %a, %a : tensor<2xi32>
  return
}

// -----

func.func @sub_unsigned(%a: tensor<2xui8>) {
  // expected-error @below {{'kina.sub' op operand #0 must be ranked tensor of f32, f64, f16, bf16, i64, i32 or i8 with extents of at least 1 and a byte size below 2^63, but got 'tensor<2xui8>'}}
  %0 = kina.sub %a, %a : tensor<2xui8>
  return
}

// -----

func.func @min_memref(%a: memref<2xf32>) {
  // expected-error @below {{custom op 'kina.min' invalid kind of type specified: expected builtin.tensor, but found 'memref<2xf32>'}}
  %0 = kina.min %a, %a : memref<2xf32>
  return
}
