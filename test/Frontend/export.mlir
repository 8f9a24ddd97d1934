// RUN: kina-translate --mlir-to-kina %s | FileCheck %s --match-full-lines --strict-whitespace
// RUN: kina-translate --mlir-to-kina %s | kina-translate --kina-to-mlir --mlir-print-debuginfo \
// RUN:   | kina-translate --mlir-to-kina | FileCheck %s --match-full-lines --strict-whitespace

// Operators with the parentheses that they need.
//      CHECK:fn operators(a: Tensor[F32, [2, 2], @host], b: Tensor[F32, [2, 2], @host]) -> (
// CHECK-NEXT:    Tensor[F32, [2, 2], @host],
// CHECK-NEXT:    Tensor[F32, [2, 2], @host],
// CHECK-NEXT:    Tensor[F32, [2, 2], @host]
// CHECK-NEXT:) {
// CHECK-NEXT:  return (a @ b * a - (a - b) / a, -(-(a + b)), -a @ b)
// CHECK-NEXT:}
func.func @operators(%a: tensor<2x2xf32> {kina.name = "a"}, %b: tensor<2x2xf32> {kina.name = "b"})
    -> (tensor<2x2xf32>, tensor<2x2xf32>, tensor<2x2xf32>) {
  %0 = kina.matmul %a, %b : (tensor<2x2xf32>, tensor<2x2xf32>) -> tensor<2x2xf32>
  %1 = kina.mul %0, %a : tensor<2x2xf32>
  %2 = kina.sub %a, %b : tensor<2x2xf32>
  %3 = kina.div %2, %a : tensor<2x2xf32>
  %4 = kina.sub %1, %3 : tensor<2x2xf32>
  %5 = kina.add %a, %b : tensor<2x2xf32>
  %6 = kina.neg %5 : tensor<2x2xf32>
  %7 = kina.neg %6 : tensor<2x2xf32>
  %8 = kina.neg %a : tensor<2x2xf32>
  %9 = kina.matmul %8, %b : (tensor<2x2xf32>, tensor<2x2xf32>) -> tensor<2x2xf32>
  return %4, %7, %9 : tensor<2x2xf32>, tensor<2x2xf32>, tensor<2x2xf32>
}

// A value with two uses has a name; the order of the ops is kept.
//      CHECK:fn order(x: Tensor[F32, [2], @host]) -> Tensor[F32, [2], @host] {
// CHECK-NEXT:  let _0 = exp(x)
// CHECK-NEXT:  let _1 = log(x)
// CHECK-NEXT:  let _2 = sin(x)
// CHECK-NEXT:  let _ = cos(x)
// CHECK-NEXT:  return _2 + _1 + _0 + _0
// CHECK-NEXT:}
func.func @order(%x: tensor<2xf32> {kina.name = "x"}) -> tensor<2xf32> {
  %0 = kina.exp %x : tensor<2xf32>
  %1 = kina.log %x : tensor<2xf32>
  %2 = kina.sin %x : tensor<2xf32>
  %3 = kina.cos %x : tensor<2xf32>
  %4 = kina.add %2, %1 : tensor<2xf32>
  %5 = kina.add %4, %0 : tensor<2xf32>
  %6 = kina.add %5, %0 : tensor<2xf32>
  return %6 : tensor<2xf32>
}

// A broadcast without a shape and a literal, where they stand as the front end
// would make them; else spelled out.
//      CHECK:fn sugar(
// CHECK-NEXT:    x: Tensor[F32, [2, 3], @host],
// CHECK-NEXT:    w: Tensor[F32, [3, 4], @host],
// CHECK-NEXT:    c: Tensor[F32, [1], @host]
// CHECK-NEXT:) -> Tensor[F32, [2, 4], @host] {
// CHECK-NEXT:  let _0 = broadcast(c, [2, 3])
// CHECK-NEXT:  return (0.5 * x + _0 * broadcast(c)) @ w - -1e9
// CHECK-NEXT:}
func.func @sugar(%x: tensor<2x3xf32> {kina.name = "x"}, %w: tensor<3x4xf32> {kina.name = "w"},
                 %c: tensor<1xf32> {kina.name = "c"}) -> tensor<2x4xf32> {
  %0 = kina.broadcast %c : tensor<1xf32> -> tensor<2x3xf32>
  %1 = kina.constant dense<0.5> : tensor<2x3xf32>
  %2 = kina.mul %1, %x : tensor<2x3xf32>
  %3 = kina.broadcast %c : tensor<1xf32> -> tensor<2x3xf32>
  %4 = kina.mul %0, %3 : tensor<2x3xf32>
  %5 = kina.add %2, %4 : tensor<2x3xf32>
  %6 = kina.matmul %5, %w : (tensor<2x3xf32>, tensor<3x4xf32>) -> tensor<2x4xf32>
  %7 = kina.constant dense<-1.0e9> : tensor<2x4xf32>
  %8 = kina.sub %6, %7 : tensor<2x4xf32>
  return %8 : tensor<2x4xf32>
}

// The type of a literal is that of the operand beside it, F32 or I64 without.
//      CHECK:fn literals(x: Tensor[BF16, [2], @host], b: Tensor[I1, [2], @host]) -> (
//      CHECK:  let _0 = select(b, 0.1 * x, -inf)
// CHECK-NEXT:  let _1 = concat(broadcast(3e-5, [1]), broadcast(nan, [1]), axis=0)
// CHECK-NEXT:  let z = 0
// CHECK-NEXT:  return (_0, _1, broadcast(z, [2]), select(1, broadcast(-9223372036854775808, [2]), 7), neg(2.0))
// CHECK-NEXT:}
func.func @literals(%x: tensor<2xbf16> {kina.name = "x"}, %b: tensor<2xi1> {kina.name = "b"})
    -> (tensor<2xbf16>, tensor<2xf32>, tensor<2xi64>, tensor<2xi64>, tensor<f32>) {
  %20 = kina.constant dense<0.1> : tensor<2xbf16>
  %0 = kina.mul %20, %x : tensor<2xbf16>
  %21 = kina.constant dense<0xFF80> : tensor<2xbf16>
  %1 = kina.select %b, %0, %21 : tensor<2xbf16>
  %2 = kina.constant dense<3.0e-5> : tensor<1xf32>
  %3 = kina.constant dense<0x7FC00000> : tensor<1xf32>
  %4 = kina.concat %2, %3 axis = 0 : (tensor<1xf32>, tensor<1xf32>) -> tensor<2xf32>
  %5 = kina.constant dense<0> : tensor<i64> loc("z")
  %6 = kina.broadcast %5 : tensor<i64> -> tensor<2xi64>
  %7 = kina.constant dense<-9223372036854775808> : tensor<2xi64>
  %8 = kina.constant dense<1> : tensor<2xi1>
  %9 = kina.constant dense<7> : tensor<2xi64>
  %10 = kina.select %8, %7, %9 : tensor<2xi64>
  %11 = kina.constant dense<2.0> : tensor<f32>
  %12 = kina.neg %11 : tensor<f32>
  return %1, %4, %6, %10, %12
    : tensor<2xbf16>, tensor<2xf32>, tensor<2xi64>, tensor<2xi64>, tensor<f32>
}

// A constant that is not made for the op that it stands before is a value of its
// own.
//      CHECK:fn hoisted(x: Tensor[F16, [2], @host]) -> Tensor[F16, [2], @host] {
// CHECK-NEXT:  let _0 = tensor(0.5, [2], type=F16)
// CHECK-NEXT:  return exp(x * _0) + _0
// CHECK-NEXT:}
func.func @hoisted(%x: tensor<2xf16> {kina.name = "x"}) -> tensor<2xf16> {
  %0 = kina.constant dense<0.5> : tensor<2xf16>
  %1 = kina.mul %x, %0 : tensor<2xf16>
  %2 = kina.exp %1 : tensor<2xf16>
  %3 = kina.add %2, %0 : tensor<2xf16>
  return %3 : tensor<2xf16>
}

// Numbers that differ are a list; long ones are broken in rows.
//      CHECK:fn lists() -> (
//      CHECK:  let long = tensor(
// CHECK-NEXT:      {{\[}}[1000000000, 1000000001, 1000000002, 1000000003, 1000000004, 1000000005, 1000000006,
// CHECK-NEXT:        1000000007],
// CHECK-NEXT:       [2000000000, 2000000001, 2000000002, 2000000003, 2000000004, 2000000005, 2000000006,
// CHECK-NEXT:        2000000007]{{\]}})
// CHECK-NEXT:  return (
// CHECK-NEXT:      tensor([{{\[}}1.5, -inf], [nan, -0.0]{{\]}}),
// CHECK-NEXT:      tensor([1.0, -nan], type=BF16),
// CHECK-NEXT:      tensor([1, 0], type=I1),
// CHECK-NEXT:      tensor(-128, type=I8),
// CHECK-NEXT:      long,
// CHECK-NEXT:      iota([2, 3], axis=1, type=I32))
// CHECK-NEXT:}
func.func @lists() -> (tensor<2x2xf32>, tensor<2xbf16>, tensor<2xi1>, tensor<i8>, tensor<2x8xi64>, tensor<2x3xi32>) {
  %long = kina.constant dense<[[1000000000, 1000000001, 1000000002, 1000000003, 1000000004, 1000000005, 1000000006, 1000000007],
                               [2000000000, 2000000001, 2000000002, 2000000003, 2000000004, 2000000005, 2000000006, 2000000007]]> : tensor<2x8xi64>
  %0 = kina.constant dense<[[1.5, 0xFF800000], [0x7FC00000, -0.0]]> : tensor<2x2xf32>
  %1 = kina.constant dense<[1.0, 0xFFC0]> : tensor<2xbf16>
  %2 = kina.constant dense<[true, false]> : tensor<2xi1>
  %3 = kina.constant dense<-128> : tensor<i8>
  %4 = kina.iota axis = 1 : tensor<2x3xi32>
  return %0, %1, %2, %3, %long, %4
    : tensor<2x2xf32>, tensor<2xbf16>, tensor<2xi1>, tensor<i8>, tensor<2x8xi64>, tensor<2x3xi32>
}

// A filled tensor of a size, in a type that a literal alone does not have.
//      CHECK:fn filled[S](x: Tensor[BF16, [S], @host]) -> Tensor[BF16, [2 * S], @host] {
// CHECK-NEXT:  return concat(x, tensor(1.0, [S], type=BF16), axis=0)
func.func @filled(%s: index {kina.size = "S"}, %x: tensor<?xbf16> {kina.extents = ["S"]})
    -> (tensor<?xbf16> {kina.extents = ["2 * S"]}) {
  %0 = kina.constant dense<1.0> : tensor<bf16>
  %1 = kina.broadcast %0 to [%s] : tensor<bf16> -> tensor<?xbf16>
  %2 = kina.concat %x, %1 axis = 0 : (tensor<?xbf16>, tensor<?xbf16>) -> tensor<?xbf16>
  return %2 : tensor<?xbf16>
}

// Results of calls.
//      CHECK:private fn two(x: Tensor[F32, [], @host]) -> (Tensor[F32, [], @host], Tensor[F32, [], @host]) {
// CHECK-NEXT:  return (x, exp(x))
// CHECK-NEXT:}
func.func private @two(%x: tensor<f32> {kina.name = "x"}) -> (tensor<f32>, tensor<f32>) {
  %0 = kina.exp %x : tensor<f32>
  return %x, %0 : tensor<f32>, tensor<f32>
}
//      CHECK:fn none() -> () {
// CHECK-NEXT:  return ()
// CHECK-NEXT:}
func.func @none() {
  return
}
//      CHECK:fn calls(x: Tensor[F32, [], @host]) -> (Tensor[F32, [], @host], Tensor[F32, [], @host]) {
// CHECK-NEXT:  let (_0, _) = two(x)
// CHECK-NEXT:  let () = none()
// CHECK-NEXT:  return two(-_0)
// CHECK-NEXT:}
func.func @calls(%x: tensor<f32> {kina.name = "x"}) -> (tensor<f32>, tensor<f32>) {
  %0:2 = call @two(%x) : (tensor<f32>) -> (tensor<f32>, tensor<f32>)
  call @none() : () -> ()
  %1 = kina.neg %0#0 : tensor<f32>
  %2:2 = call @two(%1) : (tensor<f32>) -> (tensor<f32>, tensor<f32>)
  return %2#0, %2#1 : tensor<f32>, tensor<f32>
}

// A number in a list is made behind all that stands there.
//      CHECK:fn list(x: Tensor[F32, [], @host]) -> (
//      CHECK:  return (broadcast(1.0, []), exp(x), 2.0, x)
func.func @list(%x: tensor<f32> {kina.name = "x"})
    -> (tensor<f32>, tensor<f32>, tensor<f32>, tensor<f32>) {
  %0 = kina.constant dense<1.0> : tensor<f32>
  %1 = kina.exp %x : tensor<f32>
  %2 = kina.constant dense<2.0> : tensor<f32>
  return %0, %1, %2, %x : tensor<f32>, tensor<f32>, tensor<f32>, tensor<f32>
}
