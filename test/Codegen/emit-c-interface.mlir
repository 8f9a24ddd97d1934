// RUN: kina-opt %s --kina-emit-c-interface="library=lib cpu=x86-64-v3 triple=x86_64-linux features=avx2,fma,sahf" | FileCheck %s

// Bit 11 is avx2, bit 7 fma; the runtime knows no sahf, so the call does not
// check it.
// CHECK:       func.func private @step.body(
// CHECK-NOT:     kina.name
// CHECK-SAME:    attributes {{.*}}llvm.linkage = #llvm.linkage<internal>
func.func private @step(%s: index {kina.size = "S", kina.size_max = 100 : i64},
    %a: memref<2x?xf64> {kina.name = "a", kina.extents = ["2", "S"]},
    %r: memref<2xf64> {kina.name = "r", kina.result},
    %w: memref<?xi8> {kina.workspace})
    attributes {kina.export, kina.workspace_bytes = 64 : i64} {
  return
}

// CHECK:       llvm.func hidden @kina_runtime_supports_cpu(i64) -> i32

// CHECK-LABEL: llvm.func @lib_step(
// CHECK-SAME:    %{{.*}}: i64, %{{.*}}: !llvm.ptr, %{{.*}}: !llvm.ptr {llvm.noalias}, %{{.*}}: !llvm.ptr {llvm.noalias}) -> i32
// CHECK:         %[[MASK:.*]] = llvm.mlir.constant(2176 : i64)
// CHECK:         llvm.call @kina_runtime_supports_cpu(%[[MASK]])
// CHECK:         llvm.mlir.constant(3 : i32)
// CHECK:         llvm.cond_br
// CHECK:         llvm.mlir.constant(100 : i64)
// CHECK:         llvm.mlir.constant(2 : i32)
// CHECK:         llvm.cond_br
// CHECK:         llvm.ptrtoint
// CHECK:         llvm.mlir.constant(7 : i64)
// CHECK:         llvm.mlir.constant(1 : i32)
// CHECK:         llvm.cond_br
// CHECK:         call @step.body

// CHECK-LABEL: llvm.func @lib_step_workspace(
// CHECK-SAME:    %{{.*}}: i64) -> i64
// CHECK:         llvm.mlir.constant(-1 : i64)
// CHECK:         llvm.mlir.constant(64 : i64)

// CHECK:       llvm.mlir.global external constant @lib_manifest("{\22abi_version\22:1
// CHECK-SAME:    \22name\22:\22a\22,\22shape\22:[2,\22S\22],\22type\22:\22F64\22
// CHECK-SAME:    \22sizes\22:[{\22max\22:100,\22min\22:1,\22name\22:\22S\22}]
// CHECK-SAME:    \22symbol\22:\22lib_step\22,\22workspace\22:64
// CHECK-SAME:    \22library\22:\22lib\22
// CHECK-SAME:    \22cpu\22:\22x86-64-v3\22
