// RUN: kina-translate --mlir-to-kina --allow-unregistered-dialect --split-input-file --verify-diagnostics %s
// RUN: not kina-translate --mlir-to-kina --allow-unregistered-dialect %s 2>/dev/null | count 0

// What comes before an error is not written either.
func.func @fine(%x: tensor<f32>) -> tensor<f32> {
  return %x : tensor<f32>
}

func.func @dense() -> tensor<2xf32> {
  // expected-error @+1 {{expected a constant whose elements are all the same number, since .kina has no literal for others}}
  %0 = kina.constant dense<[1.0, 2.0]> : tensor<2xf32>
  return %0 : tensor<2xf32>
}

// -----

func.func @nan() -> tensor<f32> {
  // expected-error @+1 {{expected a constant whose elements are all the same number}}
  %0 = kina.constant dense<0x7FC00001> : tensor<f32>
  return %0 : tensor<f32>
}

// -----

func.func @element_type(%x: tensor<1xbf16>) -> tensor<2xbf16> {
  // expected-error @+1 {{expected a constant of F32 or I64 here, but got BF16: a literal takes another type from the operand beside it only}}
  %0 = kina.constant dense<1.0> : tensor<1xbf16>
  %1 = kina.concat %x, %0 axis = 0 : (tensor<1xbf16>, tensor<1xbf16>) -> tensor<2xbf16>
  return %1 : tensor<2xbf16>
}

// -----

func.func @iota() -> tensor<2xi32> {
  // expected-error @+1 {{expected an iota of I64, but got 'tensor<2xi32>'}}
  %0 = kina.iota axis = 0 : tensor<2xi32>
  return %0 : tensor<2xi32>
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
func.func @size(%s: index {kina.size = "S"},
                %x: tensor<?xf32> {kina.name = "x", kina.extents = ["S"]}) {
  return
}

// -----

func.func @extent(%x: tensor<2xf32>) -> tensor<2xf32> {
  // expected-error @+1 {{expected a type that .kina has, but got 'tensor<?xi64>'}}
  %0 = "test.op"() : () -> tensor<?xi64>
  return %x : tensor<2xf32>
}
