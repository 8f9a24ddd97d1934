// RUN: kina-opt %s -split-input-file -verify-diagnostics

func.func @clamp_c1(%a: tensor<2xf32>, %b: tensor<1xf32>) {
  // expected-error @below {{'kina.clamp' op failed to verify that all of {input, min, max, output} have same type}}
  %0 = "kina.clamp"(%a, %b, %a) : (tensor<2xf32>, tensor<1xf32>, tensor<2xf32>) -> tensor<2xf32>
  return
}

// -----

func.func @clamp_c1_element_type(%a: tensor<2xf32>, %b: tensor<2xf16>) {
  // expected-error @below {{'kina.clamp' op failed to verify that all of {input, min, max, output} have same type}}
  %0 = "kina.clamp"(%a, %a, %b) : (tensor<2xf32>, tensor<2xf32>, tensor<2xf16>) -> tensor<2xf32>
  return
}

// -----

func.func @clamp_booleans(%a: tensor<2xi1>) {
  // expected-error @below {{'kina.clamp' op operand #0 must be ranked tensor of f32, f64, f16, bf16, i64, i32 or i8 with extents of at least 1 and a byte size below 2^63, but got 'tensor<2xi1>'}}
  %0 = kina.clamp %a, %a, %a : tensor<2xi1>
  return
}

// -----

func.func @clamp_two_operands(%a: tensor<2xf32>) {
  // expected-error @below {{'kina.clamp' op expected 3 operands, but found 2}}
  %0 = "kina.clamp"(%a, %a) : (tensor<2xf32>, tensor<2xf32>) -> tensor<2xf32>
  return
}
