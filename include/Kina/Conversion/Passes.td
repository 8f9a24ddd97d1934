//===- Passes.td - From kina to other dialects -------------*- tablegen -*-===//
//
// Part of Kina, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef KINA_CONVERSION_PASSES_TD
#define KINA_CONVERSION_PASSES_TD

include "mlir/Pass/PassBase.td"

def KinaToLinalg : Pass<"kina-to-linalg"> {
  let summary = "Rewrite kina ops to linalg, tensor, arith and math";
  let description = [{
    Every kina op becomes destination-passing linalg on tensors: a named op
    where one fits, `linalg.generic` elsewhere; concat becomes
    `tensor.insert_slice`, slice `tensor.extract_slice`. No kina op is left:
    `kina-shard-to-slices` or `kina-shard-to-spmd` has to run before, and the
    collectives of the latter become calls through the communicator.
    The ids of a gather are clamped to the table; a constant id outside it is
    an error here.

    ```mlir
    %0 = kina.add %a, %b : tensor<2x3xf32>
    ```

    becomes

    ```mlir
    %e = tensor.empty() : tensor<2x3xf32>
    %0 = linalg.add ins(%a, %b : tensor<2x3xf32>, tensor<2x3xf32>)
                    outs(%e : tensor<2x3xf32>) -> tensor<2x3xf32>
    ```
  }];
  let dependentDialects = [
    "::mlir::arith::ArithDialect", "::mlir::linalg::LinalgDialect",
    "::mlir::math::MathDialect", "::mlir::tensor::TensorDialect",
    "::mlir::bufferization::BufferizationDialect", "::mlir::LLVM::LLVMDialect",
    "::mlir::memref::MemRefDialect"
  ];
}

#endif // KINA_CONVERSION_PASSES_TD
