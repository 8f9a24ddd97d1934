// ON-O08: functions that only hand on what they get, or give one value twice.
// Their numbers: python/test_cases.py.
// RUN: kina-opt %s --canonicalize --kina-to-llvm | FileCheck %s --implicit-check-not=bufferization. '--implicit-check-not=tensor<'
// RUN: kina-opt %s --kina-to-llvm | mlir-translate --mlir-to-llvmir | FileCheck %s --check-prefix=LLVM

// CHECK: llvm.func {{.*}}@kina_same
// LLVM: define {{.*}}@kina_same
func.func @same(%a: tensor<2x3xf32>) -> tensor<2x3xf32> {
  return %a : tensor<2x3xf32>
}

func.func @twice(%a: tensor<2x3xf32>) -> (tensor<2x3xf32>, tensor<2x3xf32>, tensor<2x3xf32>) {
  %0 = kina.add %a, %a : tensor<2x3xf32>
  return %0, %0, %a : tensor<2x3xf32>, tensor<2x3xf32>, tensor<2x3xf32>
}
