// RUN: kina-opt %s -split-input-file -verify-diagnostics

func.func @select_c1(%c: tensor<2xi1>, %a: tensor<2xf32>, %b: tensor<2xf64>) {
  // expected-error @below {{'kina.select' op failed to verify that all of {on_true, on_false, output} have same type}}
  %0 = "kina.select"(%c, %a, %b) : (tensor<2xi1>, tensor<2xf32>, tensor<2xf64>) -> tensor<2xf32>
  return
}

// -----

func.func @select_c2(%c: tensor<3xi1>, %a: tensor<2xf32>) {
  // expected-error @below {{'kina.select' op failed to verify that condition has the result's extents and element type i1}}
  %0 = "kina.select"(%c, %a, %a) : (tensor<3xi1>, tensor<2xf32>, tensor<2xf32>) -> tensor<2xf32>
  return
}

// -----

func.func @select_c2_element_type(%c: tensor<2xi8>, %a: tensor<2xf32>) {
  // expected-error @below {{'kina.select' op operand #0 must be ranked tensor of i1 with extents of at least 1 and a byte size below 2^63, but got 'tensor<2xi8>'}}
  %0 = "kina.select"(%c, %a, %a) : (tensor<2xi8>, tensor<2xf32>, tensor<2xf32>) -> tensor<2xf32>
  return
}
