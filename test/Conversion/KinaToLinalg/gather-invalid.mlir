// O-06: a constant id outside the table; simplified or not.
// RUN: kina-opt %s --kina-to-linalg -split-input-file -verify-diagnostics
// RUN: kina-opt %s --canonicalize --kina-to-linalg -split-input-file -verify-diagnostics

func.func @too_large(%table: tensor<8x4xf32>) -> tensor<2x4xf32> {
  %0 = kina.constant dense<[7, 8]> : tensor<2xi64>
  // expected-error @below {{'kina.gather' op id 8 is outside the table, which has 8 rows}}
  %1 = kina.gather %table, %0 : (tensor<8x4xf32>, tensor<2xi64>) -> tensor<2x4xf32>
  return %1 : tensor<2x4xf32>
}

// -----

func.func @negative(%table: tensor<?xf32>) -> tensor<f32> {
  %0 = kina.constant dense<-1> : tensor<i32>
  // expected-error @below {{'kina.gather' op id -1 is outside the table}}
  %1 = kina.gather %table, %0 : (tensor<?xf32>, tensor<i32>) -> tensor<f32>
  return %1 : tensor<f32>
}

// -----

func.func @splat(%table: tensor<4xf32>) -> tensor<1000000000xf32> {
  %0 = kina.constant dense<-9223372036854775808> : tensor<1000000000xi64>
  // expected-error @below {{'kina.gather' op id -9223372036854775808 is outside the table, which has 4 rows}}
  %1 = kina.gather %table, %0 : (tensor<4xf32>, tensor<1000000000xi64>) -> tensor<1000000000xf32>
  return %1 : tensor<1000000000xf32>
}

// -----

// Through what only rearranges the ids.
func.func @rearranged(%table: tensor<4xf32>) -> tensor<3x2xf32> {
  %0 = kina.constant dense<[[1], [4]]> : tensor<2x1xi64>
  %1 = kina.reshape %0 : tensor<2x1xi64> -> tensor<2xi64>
  %2 = kina.broadcast %1 : tensor<2xi64> -> tensor<3x2xi64>
  // expected-error @below {{'kina.gather' op id 4 is outside the table, which has 4 rows}}
  %3 = kina.gather %table, %2 : (tensor<4xf32>, tensor<3x2xi64>) -> tensor<3x2xf32>
  return %3 : tensor<3x2xf32>
}

// -----

// Before and after folding: an iota is known as well.
func.func @iota(%table: tensor<4xf32>) -> tensor<5xf32> {
  %0 = kina.iota axis = 0 : tensor<5xi32>
  // expected-error @below {{'kina.gather' op id 4 is outside the table, which has 4 rows}}
  %1 = kina.gather %table, %0 : (tensor<4xf32>, tensor<5xi32>) -> tensor<5xf32>
  return %1 : tensor<5xf32>
}
