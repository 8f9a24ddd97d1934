// RUN: kina-translate --mlir-to-kina --allow-unregistered-dialect --split-input-file --verify-diagnostics %s
// RUN: not kina-translate --mlir-to-kina --allow-unregistered-dialect %s 2>/dev/null | count 0
// RUN: not kina-translate --mlir-to-kina --allow-unregistered-dialect %s 2>&1 | FileCheck %s --implicit-check-not="see current operation"

// CHECK: export-invalid.mlir:{{[0-9]+}}:{{[0-9]+}}: error:

// What comes before an error is not written either.
func.func @fine(%x: tensor<f32>) -> tensor<f32> {
  return %x : tensor<f32>
}

func.func @nan() -> tensor<f32> {
  // expected-error @+1 {{expected no NaN but that of 'nan' and '-nan', since .kina has no literal for others}}
  %0 = kina.constant dense<0x7FC00001> : tensor<f32>
  return %0 : tensor<f32>
}

// -----

func.func @nan_in_list() -> tensor<2xbf16> {
  // expected-error @+1 {{expected no NaN but that of 'nan' and '-nan'}}
  %0 = kina.constant dense<[1.0, 0x7FC1]> : tensor<2xbf16>
  return %0 : tensor<2xbf16>
}

// -----

// expected-error @+1 {{expected a type that .kina has, but got 'f32'}}
func.func @scalar(%x: f32) {
  return
}

// -----

// expected-error @+1 {{expected a type that .kina has, but got 'tensor<2xcomplex<f32>>'}}
func.func @complex() -> tensor<2xcomplex<f32>> {
  %0 = "test.op"() : () -> tensor<2xcomplex<f32>>
  return %0 : tensor<2xcomplex<f32>>
}

// -----

func.func @rank(%x: tensor<1xf32>) -> tensor<1xf32> {
  // expected-error @+1 {{expected a type that .kina has, but got 'tensor<1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1xf32>'}}
  %0 = kina.reshape %x : tensor<1xf32> -> tensor<1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1xf32>
  return %x : tensor<1xf32>
}

// -----

// expected-error @+1 {{expected a function with a body of one block, since .kina has no others}}
func.func private @declared(tensor<f32>) -> tensor<f32>

// -----

// expected-error @+1 {{expected a function with a body of one block, since .kina has no others}}
func.func @blocks(%x: tensor<f32>) -> tensor<f32> {
  "test.br"()[^next] : () -> ()
^next:
  return %x : tensor<f32>
}

// -----

func.func @foreign(%x: tensor<f32>) -> tensor<f32> {
  // expected-error @+1 {{expected an op that .kina has, but got 'test.op'}}
  %0 = "test.op"(%x) : (tensor<f32>) -> tensor<f32>
  return %0 : tensor<f32>
}

// -----

func.func @terminator() {
  // expected-error @+1 {{expected func.return}}
  "test.end"() : () -> ()
}

// -----

func.func @none() {
  return
}
// expected-error @+1 {{expected func.func, but got 'builtin.module'}}
module @inner {
}

// -----

// expected-error @+1 {{expected a type that .kina has, but got 'index'}}
func.func @size(%s: index) {
  return
}

// -----

// expected-error @+1 {{expected another name of a size, but got "a.b"}}
func.func @size_name(%s: index {kina.size = "a.b"}) {
  return
}

// -----

// expected-error @+1 {{expected another name of a size, but got "S"}}
func.func @size_twice(%s: index {kina.size = "S"}, %t: index {kina.size = "S"}) {
  return
}

// -----

// expected-error @+1 {{expected a range of at least one size from 0, but got 3..2 for "S"}}
func.func @range(%s: index {kina.size = "S", kina.size_min = 3 : i64, kina.size_max = 2 : i64}) {
  return
}

// -----

// expected-error @+1 {{expected kina.extents that say what is '?' in 'tensor<?xf32>' over the sizes of the function}}
func.func @no_extents(%s: index {kina.size = "S"}, %x: tensor<?xf32>) {
  return
}

// -----

// expected-error @+1 {{expected kina.extents that say what is '?' in 'tensor<?xf32>' over the sizes of the function, but got ["T"]}}
func.func @other_extents(%s: index {kina.size = "S"}, %x: tensor<?xf32> {kina.extents = ["T"]}) {
  return
}

// -----

func.func @divided(%s: index {kina.size = "S"}) {
  %c2 = arith.constant 2 : index
  // expected-error @+1 {{expected a type that .kina has, but got 'index'}}
  %0 = arith.divui %s, %c2 : index
  return
}

// -----

func.func @large(%s: index {kina.size = "S"}) {
  %c = arith.constant 9223372036854775807 : index
  %0 = arith.muli %s, %c : index
  // expected-error @+1 {{expected an extent of 64 bits, but it does not fit in 64 bits}}
  %1 = arith.muli %0, %c : index
  return
}

// -----

func.func @number_extent() {
  %c2 = arith.constant 2 : index
  // expected-error @+1 {{expected a result with '?' where [2] has no number, but got 'tensor<?xi64>'}}
  %0 = kina.iota to [%c2] axis = 0 : tensor<?xi64>
  return
}

// -----

func.func @empty(%s: index {kina.size = "S"}) {
  %c1 = arith.constant 1 : index
  %0 = arith.subi %s, %c1 : index
  // expected-error @+1 {{expected an extent of at least 1, but got S - 1 with S in 1..}}
  %1 = kina.iota to [%0] axis = 0 : tensor<?xi64>
  return
}

// -----

func.func @not_equal(%s: index {kina.size = "S"}, %t: index {kina.size = "T"},
                     %x: tensor<?xf32> {kina.extents = ["S"]},
                     %y: tensor<?xf32> {kina.extents = ["T"]}) {
  // expected-error @+1 {{expected extents that are equal for all sizes, but got [S] and [T]}}
  %0 = kina.add %x, %y : tensor<?xf32>
  return
}

// -----

func.func @elements(%s: index {kina.size = "S"}, %t: index {kina.size = "T"},
                    %x: tensor<?xf32> {kina.extents = ["S"]}) {
  // expected-error @+1 {{expected as many elements for all sizes, but got [S] and [T]}}
  %0 = kina.reshape %x to [%t] : tensor<?xf32> -> tensor<?xf32>
  return
}

// -----

func.func @bounds(%s: index {kina.size = "S"}, %x: tensor<4xf32>) {
  // expected-error @+1 {{expected 0 <= start < stop <= 4 for all sizes, but got start 0 and stop S}}
  %0 = kina.slice %x axis = 0 [0 : %s] : tensor<4xf32> -> tensor<?xf32>
  return
}

// -----

func.func @returned(%s: index {kina.size = "S"}, %x: tensor<?xf32> {kina.extents = ["S"]})
    -> (tensor<?xf32> {kina.extents = ["2 * S"]}) {
  // expected-error @+1 {{expected extents that are equal for all sizes, but got [2 * S] and [S]}}
  return %x : tensor<?xf32>
}

// -----

func.func @number(%s: index {kina.size = "S"}) -> tensor<i64> {
  %0 = arith.addi %s, %s : index
  // expected-error @+1 {{expected a size of the function as a scalar of I64: .kina has no other use of an index as a number}}
  %1 = arith.index_cast %0 : index to i64
  %2 = tensor.from_elements %1 : tensor<i64>
  return %2 : tensor<i64>
}

// -----

func.func @from_elements(%s: index {kina.size = "S"}) -> tensor<1xi64> {
  %1 = arith.index_cast %s : index to i64
  // expected-error @+1 {{expected a size of the function as a scalar of I64: .kina has no other tensor.from_elements}}
  %2 = tensor.from_elements %1 : tensor<1xi64>
  return %2 : tensor<1xi64>
}

// -----

func.func @cast(%x: tensor<2xf32>) {
  // expected-error @+1 {{expected a cast of what a call takes or returns: .kina has no other tensor.cast}}
  %0 = tensor.cast %x : tensor<2xf32> to tensor<?xf32>
  %1 = kina.exp %0 : tensor<?xf32>
  return
}

// -----

func.func @callee(%s: index {kina.size = "S", kina.size_max = 4 : i64},
                  %x: tensor<?xf32> {kina.extents = ["S"]}) {
  return
}
func.func @number_size(%x: tensor<2xf32>) {
  %c2 = arith.constant 2 : index
  %0 = tensor.cast %x : tensor<2xf32> to tensor<?xf32>
  // expected-error @+1 {{expected sizes that are not numbers, since .kina makes a function of its own for a number, but got S = 2}}
  call @callee(%c2, %0) : (index, tensor<?xf32>) -> ()
  return
}

// -----

func.func @callee(%s: index {kina.size = "S", kina.size_max = 4 : i64},
                  %x: tensor<?xf32> {kina.extents = ["S"]}) {
  return
}
func.func @outside(%s: index {kina.size = "S"}, %x: tensor<?xf32> {kina.extents = ["S"]}) {
  // expected-error @+1 {{expected S in 1..4, but got S with S in 1..}}
  call @callee(%s, %x) : (index, tensor<?xf32>) -> ()
  return
}

// -----

func.func @callee(%s: index {kina.size = "S"}, %x: tensor<?xf32> {kina.extents = ["S"]}) {
  return
}
func.func @argument(%s: index {kina.size = "S"}, %t: index {kina.size = "T"},
                    %x: tensor<?xf32> {kina.extents = ["S"]}) {
  // expected-error @+1 {{expected an argument of shape [T], but got [S]}}
  call @callee(%t, %x) : (index, tensor<?xf32>) -> ()
  return
}

// -----

func.func @callee(%s: index {kina.size = "S"}, %t: index {kina.size = "T", kina.size_min = 0 : i64})
    -> (tensor<?xf32> {kina.extents = ["S + T"]}) {
  %0 = kina.constant dense<0.0> : tensor<f32>
  %1 = arith.addi %s, %t : index
  %2 = kina.broadcast %0 to [%1] : tensor<f32> -> tensor<?xf32>
  return %2 : tensor<?xf32>
}
func.func @result(%s: index {kina.size = "S", kina.size_max = 3 : i64}) {
  %c4 = arith.constant 4 : index
  %0 = arith.subi %c4, %s : index
  // expected-error @+1 {{expected a tensor.cast of the result to shape [4], which it has for these sizes}}
  %1 = call @callee(%s, %0) : (index, index) -> tensor<?xf32>
  return
}

// -----

func.func @callee(%s: index {kina.size = "S"})
    -> (tensor<?xf32> {kina.extents = ["3000000000000000000 * S"]}) {
  %0 = kina.constant dense<0.0> : tensor<f32>
  %c = arith.constant 3000000000000000000 : index
  %1 = arith.muli %c, %s : index
  %2 = kina.broadcast %0 to [%1] : tensor<f32> -> tensor<?xf32>
  return %2 : tensor<?xf32>
}
func.func @wide_result(%s: index {kina.size = "S"}) {
  %c4 = arith.constant 4 : index
  %0 = arith.muli %c4, %s : index
  // expected-error @+1 {{expected a result of 64-bit extents, but got [3000000000000000000 * S] of the callee}}
  %1 = call @callee(%0) : (index) -> tensor<?xf32>
  return
}
