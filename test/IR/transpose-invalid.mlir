// O-12: permutations that are none.
// RUN: kina-opt %s -split-input-file -verify-diagnostics

func.func @transpose_c1_range(%a: tensor<2x3xf32>) {
  // expected-error @below {{'kina.transpose' op expected permutation entries from 0 to 1, but got 2}}
  %0 = kina.transpose %a perm = [2, 0] : tensor<2x3xf32> -> tensor<3x2xf32>
  return
}

// -----

func.func @transpose_c1_twice(%a: tensor<2x3xf32>) {
  // expected-error @below {{'kina.transpose' op expected each axis once in the permutation, but got 0 twice}}
  %0 = kina.transpose %a perm = [0, 0] : tensor<2x3xf32> -> tensor<3x2xf32>
  return
}

// -----

func.func @transpose_c1_negative(%a: tensor<2x3xf32>) {
  // expected-error @below {{'kina.transpose' op expected permutation entries from 0 to 1, but got -1}}
  %0 = kina.transpose %a perm = [-1, 0] : tensor<2x3xf32> -> tensor<3x2xf32>
  return
}

// -----

func.func @transpose_c1_short(%a: tensor<2x3xf32>) {
  // expected-error @below {{'kina.transpose' op expected 2 permutation entries, but got 1}}
  %0 = kina.transpose %a perm = [0] : tensor<2x3xf32> -> tensor<3x2xf32>
  return
}

// -----

func.func @transpose_c1_empty(%a: tensor<2x3xf32>) {
  // expected-error @below {{'kina.transpose' op expected 2 permutation entries, but got 0}}
  %0 = kina.transpose %a perm = [] : tensor<2x3xf32> -> tensor<3x2xf32>
  return
}

// -----

func.func @transpose_c1_long(%a: tensor<2x3xf32>) {
  // expected-error @below {{'kina.transpose' op expected 2 permutation entries, but got 3}}
  %0 = kina.transpose %a perm = [0, 1, 2] : tensor<2x3xf32> -> tensor<3x2xf32>
  return
}

// -----

func.func @transpose_c1_huge(%a: tensor<2x3xf32>) {
  // expected-error @below {{'kina.transpose' op expected permutation entries from 0 to 1, but got 9223372036854775807}}
  %0 = kina.transpose %a perm = [9223372036854775807, 0] : tensor<2x3xf32> -> tensor<3x2xf32>
  return
}

// -----

func.func @transpose_c2(%a: tensor<2x3xf32>) {
  // expected-error @below {{'kina.transpose' op expected result type 'tensor<3x2xf32>', but got 'tensor<2x3xf32>'}}
  %0 = kina.transpose %a perm = [1, 0] : tensor<2x3xf32> -> tensor<2x3xf32>
  return
}

// -----

func.func @transpose_c2_element_type(%a: tensor<2x3xf32>) {
  // expected-error @below {{'kina.transpose' op expected result type 'tensor<3x2xf32>', but got 'tensor<3x2xf64>'}}
  %0 = kina.transpose %a perm = [1, 0] : tensor<2x3xf32> -> tensor<3x2xf64>
  return
}

// -----

func.func @transpose_no_perm(%a: tensor<2x3xf32>) {
  // expected-error @below {{'kina.transpose' op requires attribute 'perm'}}
  %0 = "kina.transpose"(%a) : (tensor<2x3xf32>) -> tensor<3x2xf32>
  return
}
