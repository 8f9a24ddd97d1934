// RUN: kina-opt %s -split-input-file -verify-diagnostics

func.func @compare_c1(%a: tensor<2xf32>, %b: tensor<2xf64>) {
  // expected-error @below {{'kina.compare' op failed to verify that all of {lhs, rhs} have same type}}
  %0 = "kina.compare"(%a, %b) <{predicate = #kina<predicate eq>}> : (tensor<2xf32>, tensor<2xf64>) -> tensor<2xi1>
  return
}

// -----

func.func @compare_c2(%a: tensor<2xf32>) {
  // expected-error @below {{'kina.compare' op all non-scalar operands/results must have the same shape and base type}}
  %0 = kina.compare lt %a, %a : tensor<2xf32> -> tensor<3xi1>
  return
}

// -----

func.func @compare_c2_element_type(%a: tensor<2xf32>) {
  // expected-error @below {{'kina.compare' op result #0 must be ranked tensor of i1 with extents of at least 1 and a byte size below 2^63, but got 'tensor<2xf32>'}}
  %0 = kina.compare lt %a, %a : tensor<2xf32> -> tensor<2xf32>
  return
}

// -----

func.func @compare_predicate(%a: tensor<2xf32>) {
  // expected-error @below {{custom op 'kina.compare' expected ::kina::ComparePredicate to be one of: eq, ne, lt, le, gt, ge}}
  // expected-error @below {{custom op 'kina.compare' failed to parse Kina_ComparePredicateAttr parameter 'value' which is to be a `::kina::ComparePredicate`}}
  %0 = kina.compare less %a, %a : tensor<2xf32> -> tensor<2xi1>
  return
}

// -----

func.func @compare_no_predicate(%a: tensor<2xf32>) {
  // expected-error @below {{'kina.compare' op requires attribute 'predicate'}}
  %0 = "kina.compare"(%a, %a) : (tensor<2xf32>, tensor<2xf32>) -> tensor<2xi1>
  return
}
