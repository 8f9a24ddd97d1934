// O-09: bounds that are none.
// RUN: kina-opt %s -split-input-file -verify-diagnostics

func.func @slice_c1(%a: tensor<4x3xf32>) {
  // expected-error @below {{'kina.slice' op expected an axis from 0 to 1, but got 2}}
  %0 = kina.slice %a axis = 2 [0 : 2] : tensor<4x3xf32> -> tensor<2x3xf32>
  return
}

// -----

func.func @slice_negative_axis(%a: tensor<4x3xf32>) {
  // expected-error @below {{'kina.slice' op attribute 'axis' failed to satisfy constraint: 64-bit signless integer attribute whose value is non-negative}}
  %0 = kina.slice %a axis = -1 [0 : 2] : tensor<4x3xf32> -> tensor<2x3xf32>
  return
}

// -----

func.func @slice_c2_stop(%a: tensor<4x3xf32>) {
  // expected-error @below {{'kina.slice' op expected 0 <= start < stop <= 4 on axis 0, but got start 2 and stop 5}}
  %0 = kina.slice %a axis = 0 [2 : 5] : tensor<4x3xf32> -> tensor<3x3xf32>
  return
}

// -----

func.func @slice_c2_start(%a: tensor<4x3xf32>) {
  // expected-error @below {{'kina.slice' op expected 0 <= start < stop <= 4 on axis 0, but got start -1 and stop 2}}
  %0 = kina.slice %a axis = 0 [-1 : 2] : tensor<4x3xf32> -> tensor<3x3xf32>
  return
}

// -----

func.func @slice_c2_reversed(%a: tensor<4x3xf32>) {
  // expected-error @below {{'kina.slice' op expected 0 <= start < stop <= 4 on axis 0, but got start 3 and stop 1}}
  %0 = kina.slice %a axis = 0 [3 : 1] : tensor<4x3xf32> -> tensor<2x3xf32>
  return
}

// -----

func.func @slice_c2_empty(%a: tensor<4x3xf32>) {
  // expected-error @below {{'kina.slice' op expected 0 <= start < stop <= 4 on axis 0, but got start 2 and stop 2}}
  %0 = kina.slice %a axis = 0 [2 : 2] : tensor<4x3xf32> -> tensor<1x3xf32>
  return
}

// -----

func.func @slice_c2_huge(%a: tensor<4x3xf32>) {
  // expected-error @below {{'kina.slice' op expected 0 <= start < stop <= 4 on axis 0, but got start 9223372036854775807 and stop -9223372036854775807}}
  %0 = kina.slice %a axis = 0 [9223372036854775807 : -9223372036854775807] : tensor<4x3xf32> -> tensor<2x3xf32>
  return
}

// -----

func.func @slice_c2_dynamic_stop(%a: tensor<4x3xf32>, %s: index) {
  // expected-error @below {{'kina.slice' op expected 0 <= start < stop <= 4 on axis 0, but got start 4 and stop ?}}
  %0 = kina.slice %a axis = 0 [4 : %s] : tensor<4x3xf32> -> tensor<?x3xf32>
  return
}

// -----

func.func @slice_c3(%a: tensor<4x3xf32>) {
  // expected-error @below {{'kina.slice' op expected result type 'tensor<2x3xf32>', but got 'tensor<3x3xf32>'}}
  %0 = kina.slice %a axis = 0 [1 : 3] : tensor<4x3xf32> -> tensor<3x3xf32>
  return
}

// -----

func.func @slice_c3_element_type(%a: tensor<4x3xf32>) {
  // expected-error @below {{'kina.slice' op expected result type 'tensor<2x3xf32>', but got 'tensor<2x3xf64>'}}
  %0 = kina.slice %a axis = 0 [1 : 3] : tensor<4x3xf32> -> tensor<2x3xf64>
  return
}

// -----

func.func @slice_c4_bounds(%a: tensor<4x3xf32>) {
  // expected-error @below {{'kina.slice' op expected 2 bounds, but got 1}}
  %0 = "kina.slice"(%a) <{axis = 0 : i64, static_bounds = array<i64: 0>}> : (tensor<4x3xf32>) -> tensor<2x3xf32>
  return
}

// -----

func.func @slice_c4_operands(%a: tensor<4x3xf32>, %s: index) {
  // expected-error @below {{'kina.slice' op expected 0 operands as bounds, but got 1}}
  %0 = "kina.slice"(%a, %s) <{axis = 0 : i64, static_bounds = array<i64: 0, 2>}> : (tensor<4x3xf32>, index) -> tensor<2x3xf32>
  return
}

// -----

func.func @slice_no_bounds(%a: tensor<4x3xf32>) {
  // expected-error @below {{'kina.slice' op requires attribute 'static_bounds'}}
  %0 = "kina.slice"(%a) <{axis = 0 : i64}> : (tensor<4x3xf32>) -> tensor<2x3xf32>
  return
}
