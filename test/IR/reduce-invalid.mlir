// RUN: kina-opt %s -split-input-file -verify-diagnostics

func.func @reduce_c1(%a: tensor<2x3xf32>) {
  // expected-error @below {{'kina.reduce' op expected an axis from 0 to 1, but got 2}}
  %0 = kina.reduce sum %a axis = 2 : tensor<2x3xf32> -> tensor<2xf32>
  return
}

// -----

func.func @reduce_c1_rank0(%a: tensor<f32>) {
  // expected-error @below {{'kina.reduce' op expected an input of rank at least 1, since axis 0 is asked for, but got 'tensor<f32>'}}
  %0 = kina.reduce sum %a axis = 0 : tensor<f32> -> tensor<f32>
  return
}

// -----

func.func @reduce_c2(%a: tensor<2x3xi32>) {
  // expected-error @below {{'kina.reduce' op expected a tensor of floats for mean, but got 'tensor<2x3xi32>'}}
  %0 = kina.reduce mean %a axis = 1 : tensor<2x3xi32> -> tensor<2xi32>
  return
}

// -----

func.func @reduce_c3(%a: tensor<2x3xf32>) {
  // expected-error @below {{'kina.reduce' op expected result type 'tensor<2xf32>', but got 'tensor<2x1xf32>'}}
  %0 = kina.reduce sum %a axis = 1 : tensor<2x3xf32> -> tensor<2x1xf32>
  return
}

// -----

func.func @reduce_c3_keep(%a: tensor<2x3xf32>) {
  // expected-error @below {{'kina.reduce' op expected result type 'tensor<2x1xf32>', but got 'tensor<2xf32>'}}
  %0 = kina.reduce sum %a axis = 1 keep : tensor<2x3xf32> -> tensor<2xf32>
  return
}

// -----

func.func @reduce_c3_element_type(%a: tensor<2x3xf16>) {
  // expected-error @below {{'kina.reduce' op expected result type 'tensor<2xf16>', but got 'tensor<2xf32>'}}
  %0 = kina.reduce sum %a axis = 1 : tensor<2x3xf16> -> tensor<2xf32>
  return
}

// -----

func.func @reduce_kind(%a: tensor<2x3xf32>) {
  // expected-error @below {{custom op 'kina.reduce' expected ::kina::ReduceKind to be one of: sum, max, min, mean}}
  // expected-error @below {{custom op 'kina.reduce' failed to parse Kina_ReduceKindAttr parameter 'value' which is to be a `::kina::ReduceKind`}}
  %0 = kina.reduce prod %a axis = 1 : tensor<2x3xf32> -> tensor<2xf32>
  return
}

// -----

func.func @reduce_no_kind(%a: tensor<2x3xf32>) {
  // expected-error @below {{'kina.reduce' op requires attribute 'kind'}}
  %0 = "kina.reduce"(%a) <{axis = 1 : i64}> : (tensor<2x3xf32>) -> tensor<2xf32>
  return
}
