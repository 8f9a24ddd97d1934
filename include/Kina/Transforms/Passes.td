//===- Passes.td - From kina to kina -----------------------*- tablegen -*-===//
//
// Part of Kina, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef KINA_TRANSFORMS_PASSES_TD
#define KINA_TRANSFORMS_PASSES_TD

include "mlir/Pass/PassBase.td"

def ShardToSlices : Pass<"kina-shard-to-slices", "::mlir::ModuleOp"> {
  let summary = "Run all devices of shard_map and shard_heads in one process";
  let description = [{
    Each device gets its slices of the operands and a copy of the body, in
    their order; the results are concatenated, or, where they are partial, added
    in the order of the devices. What comes out is the functional encoding of a
    sharded program: the one that `kina-shard-to-spmd` has to agree with to the
    bit.

    ```mlir
    func.func @f(%x: tensor<1x4xf32>, %w: tensor<4x8xf32>) -> tensor<1x8xf32> {
      %y = kina.shard_map over "columns" devices = 2
          ins(%x replicated : tensor<1x4xf32>, %w axis 1 : tensor<4x8xf32>)
          outs(axis 1 : tensor<1x8xf32>) {
      ^bb0(%x0: tensor<1x4xf32>, %w0: tensor<4x4xf32>):
        %0 = kina.matmul %x0, %w0 : (tensor<1x4xf32>, tensor<4x4xf32>) -> tensor<1x4xf32>
        kina.yield %0 : tensor<1x4xf32>
      }
      return %y : tensor<1x8xf32>
    }
    ```

    becomes

    ```mlir
    func.func @f(%x: tensor<1x4xf32>, %w: tensor<4x8xf32>) -> tensor<1x8xf32> {
      %w0 = kina.slice %w axis = 1 [0 : 4] : tensor<4x8xf32> -> tensor<4x4xf32>
      %y0 = kina.matmul %x, %w0 : (tensor<1x4xf32>, tensor<4x4xf32>) -> tensor<1x4xf32>
      %w1 = kina.slice %w axis = 1 [4 : 8] : tensor<4x8xf32> -> tensor<4x4xf32>
      %y1 = kina.matmul %x, %w1 : (tensor<1x4xf32>, tensor<4x4xf32>) -> tensor<1x4xf32>
      %y = kina.concat %y0, %y1 axis = 1 : (tensor<1x4xf32>, tensor<1x4xf32>) -> tensor<1x8xf32>
      return %y : tensor<1x8xf32>
    }
    ```
  }];
  let dependentDialects = ["::kina::KinaDialect"];
}

def ShardToSpmd : Pass<"kina-shard-to-spmd", "::mlir::ModuleOp"> {
  let summary = "Make a program of one device out of a sharded one";
  let description = [{
    Every process runs the same program (single program, multiple data) and is
    one device of the grid, whose axes are those that the module's shard_map and
    shard_heads name, in the order in which they come; `kina.grid` tells them.
    The body runs once, on the device's part, and `kina.all_gather` brings
    together what the devices have. A partial sum is gathered too, and then
    added in the order of the devices, so that every device has the same bits.

    An argument whose only uses are splits on one axis becomes the part itself:
    each process holds its share only. `kina.shard` says so to the caller. A
    function that needs the others gets one more argument, the communicator.

    ```mlir
    func.func @f(%x: tensor<1x4xf32>, %w: tensor<4x8xf32>) -> tensor<1x8xf32> {
      %y = kina.shard_map over "columns" devices = 2
          ins(%x replicated : tensor<1x4xf32>, %w axis 1 : tensor<4x8xf32>)
          outs(axis 1 : tensor<1x8xf32>) {
      ^bb0(%x0: tensor<1x4xf32>, %w0: tensor<4x4xf32>):
        %0 = kina.matmul %x0, %w0 : (tensor<1x4xf32>, tensor<4x4xf32>) -> tensor<1x4xf32>
        kina.yield %0 : tensor<1x4xf32>
      }
      return %y : tensor<1x8xf32>
    }
    ```

    becomes

    ```mlir
    func.func @f(%x: tensor<1x4xf32>,
                 %w: tensor<4x4xf32> {kina.shard = {axis = 1 : i64, extent = 8 : i64, grid_axis = "columns", units = 2 : i64}},
                 %c: i64 {kina.communicator}) -> tensor<1x8xf32> {
      %0 = kina.matmul %x, %w : (tensor<1x4xf32>, tensor<4x4xf32>) -> tensor<1x4xf32>
      %1 = kina.all_gather %0 over %c axis = 0 devices = 2 : tensor<1x4xf32> -> tensor<2x4xf32>
      %2 = kina.slice %1 axis = 0 [0 : 1] : tensor<2x4xf32> -> tensor<1x4xf32>
      %3 = kina.slice %1 axis = 0 [1 : 2] : tensor<2x4xf32> -> tensor<1x4xf32>
      %y = kina.concat %2, %3 axis = 1 : (tensor<1x4xf32>, tensor<1x4xf32>) -> tensor<1x8xf32>
      return %y : tensor<1x8xf32>
    }
    ```
  }];
  let dependentDialects = [
    "::kina::KinaDialect", "::mlir::arith::ArithDialect",
    "::mlir::tensor::TensorDialect"
  ];
}

#endif // KINA_TRANSFORMS_PASSES_TD
