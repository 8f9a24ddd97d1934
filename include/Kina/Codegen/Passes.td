//===- Passes.td - From linalg to a C library --------------*- tablegen -*-===//
//
// Part of Kina, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef KINA_CODEGEN_PASSES_TD
#define KINA_CODEGEN_PASSES_TD

include "mlir/Pass/PassBase.td"

def AnnotateInterface : Pass<"kina-annotate-interface", "::mlir::ModuleOp"> {
  let summary = "Write what callers may rely on to the function signatures";
  let description = [{
    Runs on kina ops, since the lowered code no longer shows these facts:

    - `kina.ids_below = 8` on an argument that a gather uses as ids, directly
      or in a callee: the smallest extent of the tables it looks up in.
    - `kina.view = {argument = 0, offset = 0, strides = [2, 1]}` on a result
      that is a slice or a transpose of an argument, in elements. The compiled
      function still copies it; a caller may take the view and spare the call.
  }];
}

def DestinationPassing : Pass<"kina-destination-passing", "::mlir::ModuleOp"> {
  let summary = "Give every function its results as destination arguments";
  let description = [{
    Each tensor result gets an argument behind the inputs, marked
    `kina.result`, and is materialized in it; inputs are marked as not
    writable. Public functions become private and are marked `kina.export`, so
    that bufferization may drop the results that are the destinations again.

    ```mlir
    func.func @f(%a: tensor<2xf32>) -> tensor<2xf32> {
      return %a : tensor<2xf32>
    }
    ```

    becomes

    ```mlir
    func.func private @f(%a: tensor<2xf32> {bufferization.writable = false},
        %d: tensor<2xf32> {bufferization.writable = true, kina.result})
        -> tensor<2xf32> attributes {kina.export} {
      %0 = bufferization.materialize_in_destination %a in %d
          : (tensor<2xf32>, tensor<2xf32>) -> tensor<2xf32>
      return %0 : tensor<2xf32>
    }
    ```
  }];
  let dependentDialects = ["::mlir::arith::ArithDialect",
                           "::mlir::bufferization::BufferizationDialect",
                           "::mlir::tensor::TensorDialect"];
}

def Bufferize : Pass<"kina-bufferize", "::mlir::ModuleOp"> {
  let summary = "One-shot bufferization with Kina's options";
  let description = [{
    Empty tensors are replaced by the destinations that they end in, functions
    are bufferized with identity layouts, and a copy is a `linalg.copy`, since
    a strided `memref.copy` would call a runtime function. The time grows with
    the number of ops, where upstream's analysis takes the square of it.
  }];
  let dependentDialects = [
    "::mlir::bufferization::BufferizationDialect",
    "::mlir::linalg::LinalgDialect", "::mlir::memref::MemRefDialect"
  ];
}

def PlanWorkspace : Pass<"kina-plan-workspace", "::mlir::ModuleOp"> {
  let summary = "Lay every allocation out in one buffer of the caller";
  let description = [{
    Each function gets a last argument `memref<?xi8>`, marked
    `kina.workspace`, and an allocation becomes a view into it. Buffers whose
    lives do not overlap share bytes; the workspace of a callee is one more
    buffer, which lives during the call. `kina.workspace_bytes` says how large
    the workspace has to be; where that depends on sizes, the function
    `@<name>.workspace` computes it from them, and `@<name>.workspace_bound` in
    doubles, which tell where that would wrap. The functions may not be
    recursive, and an allocation may depend on sizes only.
  }];
  let dependentDialects = ["::mlir::arith::ArithDialect",
                           "::mlir::math::MathDialect",
                           "::mlir::memref::MemRefDialect"];
}

def OutlineKernels : Pass<"kina-outline-kernels", "::mlir::ModuleOp"> {
  let summary = "Make each linalg op on buffers a function of its own";
  let description = [{
    LLVM takes more than linear time for a long function, and compiles equal
    loops as often as they stand there. So each linalg op becomes a call of a
    private function marked `kina.kernel`, and ops that differ only in their
    operands call the same one: what is compiled grows with the number of
    different ops. The kernels are never inlined again.

    ```mlir
    func.func @f(%a: memref<4xf32>, %b: memref<4xf32>, %c: memref<4xf32>) {
      linalg.copy ins(%a : memref<4xf32>) outs(%b : memref<4xf32>)
      linalg.copy ins(%b : memref<4xf32>) outs(%c : memref<4xf32>)
      return
    }
    ```

    becomes

    ```mlir
    func.func private @kernel.copy(%from: memref<4xf32>, %to: memref<4xf32>) attributes {kina.kernel, no_inline} {
      linalg.copy ins(%from : memref<4xf32>) outs(%to : memref<4xf32>)
      return
    }
    func.func @f(%a: memref<4xf32>, %b: memref<4xf32>, %c: memref<4xf32>) {
      call @kernel.copy(%a, %b) : (memref<4xf32>, memref<4xf32>) -> ()
      call @kernel.copy(%b, %c) : (memref<4xf32>, memref<4xf32>) -> ()
      return
    }
    ```

    Constants go along; where a slice starts does not count, only its strides.
  }];
  let dependentDialects = ["::mlir::func::FuncDialect",
                           "::mlir::memref::MemRefDialect"];
}

def LowerContractions : Pass<"kina-lower-contractions"> {
  let summary = "Make tiles of vectors of a matmul on buffers";
  let description = [{
    `linalg.matmul`, `batch_matmul` and `contract` become loops around tiles of
    the sum that stay in registers, with vectors along the columns. For few
    rows the right operand is streamed as it lies; for many it is packed, a
    panel of columns at a time, which also turns it where it is transposed. Odd
    extents are masked. Which of these runs is chosen at run time where the
    extent is open.

    Whatever is chosen, an element of the sum takes its products one by one in
    the order of the reduced axis, fused with the addition where the target
    does that. So tiles, remainders and open extents do not change a bit.

    The sizes of tiles come from the cost model, `lib/Kina/Codegen/CostModel.cpp`.
  }];
  let options = [
    Option<"vectorBytes", "vector-bytes", "int64_t", "16",
           "The bytes of a vector register: 16, 32 or 64">,
    Option<"hasFma", "fma", "bool", "false",
           "Whether the target fuses multiplication and addition">
  ];
  let dependentDialects = [
    "::mlir::arith::ArithDialect", "::mlir::math::MathDialect",
    "::mlir::memref::MemRefDialect", "::mlir::scf::SCFDialect",
    "::mlir::vector::VectorDialect"
  ];
}

def LoopsToBranches : Pass<"kina-loops-to-branches"> {
  let summary = "scf to cf, the last loop of a function first";
  let description = [{
    The patterns are those of upstream's `convert-scf-to-cf`. That pass begins
    with the first loop, and each loop moves all that follows it to a block of
    its own: the time grows with the square of the number of loops.
  }];
  let dependentDialects = ["::mlir::cf::ControlFlowDialect"];
}

def ExpandBFloat16 : Pass<"kina-expand-bfloat16"> {
  let summary = "bf16 as the integers that its bits are";
  let description = [{
    Conversions from and to f32 are spelt out in integer arithmetic, since those
    of the hardware flush denormals, and those of the compiler's runtime are not
    always there. What is left of bf16 is only moved, and becomes i16: LLVM
    would convert even a bf16 on its way from a load to a store.

    Runs on loops over memrefs. The upstream pass `arith-expand` would also
    rewrite `arith.maximumf`, and lose the order of -0 and +0.
  }];
  let dependentDialects = ["::mlir::arith::ArithDialect",
                           "::mlir::vector::VectorDialect"];
}

def PackConstants : Pass<"kina-pack-constants", "::mlir::ModuleOp"> {
  let summary = "Large constants as the bytes that they are";
  let description = [{
    An `llvm.mlir.global` whose value is a resource, or a `dense` of more than
    2^14 different elements, becomes an array of i8 over the same memory. LLVM
    would make an object of every innermost row, and write one element after the
    other.
  }];
  let dependentDialects = ["::mlir::LLVM::LLVMDialect"];
}

def EmitCInterface : Pass<"kina-emit-c-interface", "::mlir::ModuleOp"> {
  let summary = "Write the C functions of a library";
  let description = [{
    For each function marked `kina.export` an `llvm.func` of the name
    `<library>_<function>`, which takes pointers in the order sizes, inputs,
    results, workspace, checks them, calls the function, and returns a status;
    and `<library>_<function>_workspace`. The manifest is the constant
    `<library>_manifest`. No other symbol is visible from outside.
  }];
  let options = [
    Option<"library", "library", "std::string", "\"kina\"",
           "The first part of every symbol, a C identifier">,
    Option<"cpu", "cpu", "std::string", "\"\"",
           "Name of the target CPU, for the manifest">,
    Option<"triple", "triple", "std::string", "\"\"",
           "Target triple, for the manifest">,
    ListOption<"features", "features", "std::string",
               "CPU features that the code needs, as LLVM names them; those "
               "that the runtime knows are checked at each call">
  ];
  let dependentDialects = ["::mlir::LLVM::LLVMDialect",
                           "::mlir::arith::ArithDialect",
                           "::mlir::memref::MemRefDialect"];
}

#endif // KINA_CODEGEN_PASSES_TD
