// RUN: kina-opt %s --kina-pack-constants | FileCheck %s
// RUN: kina-opt %s --kina-pack-constants --kina-pack-constants | FileCheck %s

// CHECK: llvm.mlir.global private constant @weights(dense_resource<w> : tensor<16xi8>)
// CHECK-SAME: alignment = 64 : i64
// CHECK-SAME: !llvm.array<16 x i8>
llvm.mlir.global private constant @weights(dense_resource<w> : tensor<2x2xf32>) : !llvm.array<2 x array<2 x f32>>

// CHECK: @aligned(dense_resource<w> : tensor<16xi8>)
// CHECK-SAME: alignment = 128 : i64
llvm.mlir.global private constant @aligned(dense_resource<w> : tensor<8xbf16>) {alignment = 128 : i64} : !llvm.array<8 x bf16>

// CHECK: @few(dense<[1, 2]> : tensor<2xi32>)
llvm.mlir.global private constant @few(dense<[1, 2]> : tensor<2xi32>) : !llvm.array<2 x i32>
// CHECK: @splat(dense<1.000000e+00> : tensor<30000xf32>)
llvm.mlir.global private constant @splat(dense<1.0> : tensor<30000xf32>) : !llvm.array<30000 x f32>
// CHECK: @text("abc")
llvm.mlir.global private constant @text("abc")
// CHECK: @empty() {{.*}} : i32
llvm.mlir.global external @empty() : i32

// CHECK: w: "0x040000000000803F0000004000004040000080C0"
{-#
  dialect_resources: {builtin: {w: "0x040000000000803F0000004000004040000080C0"}}
#-}
