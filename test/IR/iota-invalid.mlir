// RUN: kina-opt %s -split-input-file -verify-diagnostics

func.func @iota_c1() {
  // expected-error @below {{'kina.iota' op expected an axis from 0 to 1, but got 2}}
  %0 = kina.iota axis = 2 : tensor<4x6xi64>
  return
}

// -----

func.func @iota_c1_rank0() {
  // expected-error @below {{'kina.iota' op expected an input of rank at least 1, since axis 0 is asked for, but got 'tensor<i64>'}}
  %0 = kina.iota axis = 0 : tensor<i64>
  return
}

// -----

func.func @iota_negative_axis() {
  // expected-error @below {{'kina.iota' op attribute 'axis' failed to satisfy constraint: 64-bit signless integer attribute whose value is non-negative}}
  %0 = kina.iota axis = -1 : tensor<4xi64>
  return
}

// -----

func.func @iota_c2() {
  // expected-error @below {{'kina.iota' op expected 1 extent operands for 'tensor<?xi64>', but got 0}}
  %0 = kina.iota axis = 0 : tensor<?xi64>
  return
}

// -----

func.func @iota_c2_list(%n: index) {
  // expected-error @below {{custom op 'kina.iota' expected the extents of the result type 'tensor<5x?xi64>' in this list, '?' as operands}}
  %0 = kina.iota to [4, %n] axis = 0 : tensor<5x?xi64>
  return
}

// -----

func.func @iota_c2_count(%n: index) {
  // expected-error @below {{'kina.iota' op expected 1 extent operands for 'tensor<?xi64>', but got 2}}
  %0 = "kina.iota"(%n, %n) <{axis = 0 : i64}> : (index, index) -> tensor<?xi64>
  return
}

// -----

func.func @iota_floats() {
  // expected-error @below {{'kina.iota' op result #0 must be ranked tensor of i64 or i32 with extents of at least 1 and a byte size below 2^63, but got 'tensor<4xf32>'}}
  %0 = kina.iota axis = 0 : tensor<4xf32>
  return
}

// -----

func.func @iota_no_axis() {
  // expected-error @below {{'kina.iota' op requires attribute 'axis'}}
  %0 = "kina.iota"() : () -> tensor<4xi64>
  return
}
