// RUN: kina-opt %s --kina-to-llvm="library=lib" | FileCheck %s
// RUN: kina-opt %s --kina-to-llvm="library=lib" | mlir-translate --mlir-to-llvmir | opt -passes=verify -S -o /dev/null
// RUN: kina-translate --kina-to-llvmir --library=lib --cpu=x86-64-v3 %s | FileCheck %s --check-prefix=LLVM
// RUN: kina-translate --kina-to-object --library=lib --cpu=x86-64-v3 %s -o %t.o
// RUN: llvm-nm --extern-only --defined-only %t.o | FileCheck %s --check-prefix=SYMBOLS --implicit-check-not=" T "
// RUN: not kina-translate --kina-to-object --cpu=pentium-ix %s 2>&1 | FileCheck %s --check-prefix=CPU

// CHECK-NOT:   builtin.unrealized_conversion_cast
// CHECK-NOT:   kina.
// CHECK:       llvm.func @lib_free(

// SYMBOLS-DAG: T lib_free
// SYMBOLS-DAG: T lib_free_workspace
// SYMBOLS-DAG: R lib_manifest

// LLVM-NOT:    @free(
// LLVM:        define {{.*}}i32 @lib_free(

// CPU: error: 'pentium-ix' is no CPU of x86_64-{{.*}}: expected a name such as x86-64-v3, or native

// A function of the name of a libc function does not replace it.
func.func @free(%a: tensor<2x3xf32>) -> tensor<2x3xf32> {
  %0 = kina.softmax %a axis = 1 : tensor<2x3xf32>
  return %0 : tensor<2x3xf32>
}
