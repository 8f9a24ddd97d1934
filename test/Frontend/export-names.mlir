// RUN: kina-translate --mlir-to-kina %s | FileCheck %s --match-full-lines --strict-whitespace
// RUN: kina-translate --mlir-to-kina %s | kina-translate --kina-to-mlir --mlir-print-debuginfo \
// RUN:   | kina-translate --mlir-to-kina | FileCheck %s --match-full-lines --strict-whitespace

// What the language does not have as a name is made one, and stays apart from
// the others.
//      CHECK:fn exp_(
// CHECK-NEXT:    _0: Tensor[F32, [], @host],
// CHECK-NEXT:    let_: Tensor[F32, [], @host],
// CHECK-NEXT:    let_0: Tensor[F32, [], @host],
// CHECK-NEXT:    a_b: Tensor[F32, [], @host],
// CHECK-NEXT:    arg4: Tensor[F32, [], @host]
// CHECK-NEXT:) -> Tensor[F32, [], @host] {
// CHECK-NEXT:  let v0_ = _0 + let_
// CHECK-NEXT:  let a_b_0 = v0_ + let_0
// CHECK-NEXT:  let _1 = a_b_0 + a_b
// CHECK-NEXT:  return _1 + arg4 + _1
// CHECK-NEXT:}
func.func @exp(%0: tensor<f32> {kina.name = "0"}, %1: tensor<f32> {kina.name = "let"},
               %2: tensor<f32> {kina.name = "let"}, %3: tensor<f32> {kina.name = "a.b"},
               %4: tensor<f32>) -> tensor<f32> {
  %5 = kina.add %0, %1 : tensor<f32> loc("v0 ")
  %6 = kina.add %5, %2 : tensor<f32> loc("a b")
  %7 = kina.add %6, %3 : tensor<f32>
  %8 = kina.add %7, %4 : tensor<f32>
  %9 = kina.add %8, %7 : tensor<f32>
  return %9 : tensor<f32>
}

// A name is bound again where its first value is not used any more.
//      CHECK:fn rebound(x: Tensor[F32, [], @host]) -> Tensor[F32, [], @host] {
// CHECK-NEXT:  let h = exp(x)
// CHECK-NEXT:  let h = exp(h)
// CHECK-NEXT:  let h_0 = exp(h)
// CHECK-NEXT:  let x_0 = h + h_0
// CHECK-NEXT:  return x + x_0
// CHECK-NEXT:}
func.func @rebound(%x: tensor<f32> {kina.name = "x"}) -> tensor<f32> {
  %0 = kina.exp %x : tensor<f32> loc("h")
  %1 = kina.exp %0 : tensor<f32> loc("h")
  %2 = kina.exp %1 : tensor<f32> loc("h")
  %3 = kina.add %1, %2 : tensor<f32> loc("x")
  %4 = kina.add %x, %3 : tensor<f32>
  return %4 : tensor<f32>
}

// The names of the results come out again: by the name of the value, by another
// name for it, or by parentheses.
//      CHECK:fn results(x: Tensor[F32, [], @host]) -> (
//      CHECK:  let q = exp(x)
// CHECK-NEXT:  let named = log(x)
// CHECK-NEXT:  let r = q
// CHECK-NEXT:  let s = q
// CHECK-NEXT:  let y = x
// CHECK-NEXT:  return (r, s, (named), y, x, (q))
// CHECK-NEXT:}
func.func @results(%x: tensor<f32> {kina.name = "x"})
    -> (tensor<f32> {kina.name = "r"}, tensor<f32> {kina.name = "s"},
        tensor<f32> {kina.name = "out2"}, tensor<f32> {kina.name = "y"},
        tensor<f32> {kina.name = "out4"}, tensor<f32> {kina.name = "out5"}) {
  %0 = kina.exp %x : tensor<f32> loc("q")
  %1 = kina.log %x : tensor<f32> loc("named")
  return %0, %0, %1, %x, %x, %0
    : tensor<f32>, tensor<f32>, tensor<f32>, tensor<f32>, tensor<f32>, tensor<f32>
}

// Without names in the locations those of the MLIR text count, but not numbers.
//      CHECK:fn of_text(x: Tensor[F32, [], @host]) -> Tensor[F32, [], @host] {
// CHECK-NEXT:  let half = x * 0.5
// CHECK-NEXT:  let from_elements = exp(half)
// CHECK-NEXT:  let (a, b) = pair(half + 1.0, from_elements)
// CHECK-NEXT:  let sum_all = a + b
// CHECK-NEXT:  let (c, _) = pair(sum_all, sum_all)
// CHECK-NEXT:  return c
// CHECK-NEXT:}
func.func @of_text(%x: tensor<f32>) -> tensor<f32> {
  %5 = kina.constant dense<0.5> : tensor<f32>
  %half = kina.mul %x, %5 : tensor<f32>
  %from_elements = kina.exp %half : tensor<f32>
  %0 = kina.constant dense<1.0> : tensor<f32>
  %1 = kina.add %half, %0 : tensor<f32>
  %a.b:2 = call @pair(%1, %from_elements) : (tensor<f32>, tensor<f32>) -> (tensor<f32>, tensor<f32>)
  %sum$all = kina.add %a.b#0, %a.b#1 : tensor<f32>
  %c, %2 = call @pair(%sum$all, %sum$all) : (tensor<f32>, tensor<f32>) -> (tensor<f32>, tensor<f32>)
  return %c : tensor<f32>
}
//      CHECK:fn pair(x: Tensor[F32, [], @host], y: Tensor[F32, [], @host]) -> (
func.func @pair(%x: tensor<f32>, %y: tensor<f32>) -> (tensor<f32>, tensor<f32>) {
  return %x, %y : tensor<f32>, tensor<f32>
}

// A name that was given a number gets it back where it may be bound again.
//      CHECK:fn numbered(x: Tensor[F32, [], @host]) -> Tensor[F32, [], @host] {
// CHECK-NEXT:  let h = exp(x)
// CHECK-NEXT:  let h = exp(h)
// CHECK-NEXT:  let h_1 = exp(h)
// CHECK-NEXT:  let x_0 = h + h_1
// CHECK-NEXT:  return x + x_0
// CHECK-NEXT:}
func.func @numbered(%x: tensor<f32>) -> tensor<f32> {
  %h = kina.exp %x : tensor<f32>
  %h_0 = kina.exp %h : tensor<f32>
  %h_1 = kina.exp %h_0 : tensor<f32>
  %x_0 = kina.add %h_0, %h_1 : tensor<f32>
  %0 = kina.add %x, %x_0 : tensor<f32>
  return %0 : tensor<f32>
}

// Where a value is called `inf`, the number stands where it can be nothing else.
//      CHECK:fn infinity(inf: Tensor[F32, [], @host]) -> Tensor[F32, [], @host] {
// CHECK-NEXT:  return inf * tensor(inf)
// CHECK-NEXT:}
func.func @infinity(%x: tensor<f32> {kina.name = "inf"}) -> tensor<f32> {
  %0 = kina.constant dense<0x7F800000> : tensor<f32>
  %1 = kina.mul %x, %0 : tensor<f32>
  return %1 : tensor<f32>
}

//      CHECK:fn infinite[inf]() -> Tensor[F32, [2], @host] {
// CHECK-NEXT:  return tensor(-inf, [2])
// CHECK-NEXT:}
func.func @infinite(%s: index {kina.size = "inf"}) -> tensor<2xf32> {
  %0 = kina.constant dense<0xFF800000> : tensor<2xf32>
  return %0 : tensor<2xf32>
}
