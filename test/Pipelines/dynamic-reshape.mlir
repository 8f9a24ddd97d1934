// RUN: kina-opt %s --kina-to-llvm | FileCheck %s
// RUN: kina-opt %s --kina-to-llvm | mlir-translate --mlir-to-llvmir | opt -passes=verify -S -o /dev/null

// Nothing is left of a reshape to more than one `?`.
// CHECK-NOT: memref
// CHECK-NOT: unrealized_conversion_cast
func.func @f(%s: index {kina.size = "S"}, %t: index {kina.size = "T"},
             %a: tensor<1x?x?x8xf32> {kina.extents = ["1", "S", "T", "8"]})
    -> (tensor<1x?x?x4x2xf32> {kina.extents = ["1", "S", "T", "4", "2"]}) {
  %0 = kina.exp %a : tensor<1x?x?x8xf32>
  %1 = kina.reshape %0 to [1, %s, %t, 4, 2] : tensor<1x?x?x8xf32> -> tensor<1x?x?x4x2xf32>
  %2 = kina.exp %1 : tensor<1x?x?x4x2xf32>
  return %2 : tensor<1x?x?x4x2xf32>
}
