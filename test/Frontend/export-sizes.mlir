// RUN: kina-translate --mlir-to-kina %s | FileCheck %s --match-full-lines --strict-whitespace
// RUN: kina-translate --mlir-to-kina %s | kina-translate --kina-to-mlir --mlir-print-debuginfo \
// RUN:   | kina-translate --mlir-to-kina | FileCheck %s --match-full-lines --strict-whitespace

// The extents of ops that the front end would not make so: computed anywhere,
// from sizes and other extents. Names that are sizes are none of values.
//      CHECK:fn extents[S in 2.., v0](S0: Tensor[F32, [S], @host]) -> (
// CHECK-NEXT:    Tensor[F32, [S * v0 - v0], @host],
// CHECK-NEXT:    Tensor[I64, [S - 1], @host]
// CHECK-NEXT:) {
// CHECK-NEXT:  let _0 = 0.0
// CHECK-NEXT:  let _1 = iota([S - 1], axis=0)
// CHECK-NEXT:  let _2 = broadcast(_0, [S * v0 - v0])
// CHECK-NEXT:  return (_2 + _2, _1 * _1)
// CHECK-NEXT:}
func.func @extents(%s: index {kina.size = "S", kina.size_min = 2 : i64},
                   %t: index {kina.size = "v0"},
                   %x: tensor<?xf32> {kina.name = "S", kina.extents = ["S"]})
    -> (tensor<?xf32> {kina.extents = ["(S - 1) * v0"]},
        tensor<?xi64> {kina.extents = ["S + 3 - 4"]}) {
  %20 = kina.constant dense<0.0> : tensor<f32>
  %c1 = arith.constant 1 : index
  %s1 = arith.subi %s, %c1 : index
  %st = arith.muli %s1, %t : index
  %0 = kina.iota to [%s1] axis = 0 : tensor<?xi64>
  %1 = kina.broadcast %20 to [%st] : tensor<f32> -> tensor<?xf32>
  %2 = kina.add %1, %1 : tensor<?xf32>
  %3 = kina.mul %0, %0 : tensor<?xi64>
  return %2, %3 : tensor<?xf32>, tensor<?xi64>
}
