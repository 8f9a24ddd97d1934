//===- KinaShardOps.td - One program over several devices --*- tablegen -*-===//
//
// Part of Kina, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef KINA_IR_KINASHARDOPS_TD
#define KINA_IR_KINASHARDOPS_TD

include "Kina/IR/KinaDialect.td"
include "Kina/IR/KinaTypeConstraints.td"
include "mlir/Interfaces/SideEffectInterfaces.td"
include "mlir/IR/OpBase.td"

/// What runs on each device of a grid axis. Whether it is right is seen in the
/// region as a whole.
class Kina_ShardRegionOp<string mnemonic>
    : Op<Kina_Dialect, mnemonic, [Pure, IsolatedFromAbove, SingleBlock]> {
  let results = (outs Variadic<Kina_Tensor>:$outputs);
  let regions = (region SizedRegion<1>:$body);
  let hasRegionVerifier = 1;
  let hasCanonicalizer = 1;
}

def Kina_ShardMapOp : Kina_ShardRegionOp<"shard_map"> {
  let summary = "The same computation on each device, on its part of the operands";
  let description = [{
    The devices of one axis of the grid, `grid_axis`, run the body once each. An
    operand is split in equal parts along one of its axes, and device `r` gets
    part `r`, or it is replicated. A result of the body is a part of the op's
    result along an axis, a summand of it (`partial`), or, being the same on
    every device, the result itself (`replicated`). Partial sums are added in
    the order of the devices. The body sees nothing but its arguments.

    It is written by hand or by the front end, and removed by
    `kina-shard-to-slices`, which runs all devices in one process, or by
    `kina-shard-to-spmd`, after which each process is one device. Both give the
    same bits. The scheme is that of `shard_map` in JAX.

    Constraints:
    - C1. `devices` is at least 1.
    - C2. An axis is below the rank, and its extent is static and a multiple of
      `devices`.
    - C3. The body has one argument for each operand, of the type of a part.
    - C4. `kina.yield` has one operand for each result, of the type of a part
      where the result has an axis, else of the result's type.
    - C5. A partial result is no i1.

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
  }];
  let arguments = (ins Variadic<Kina_Tensor>:$inputs, StrAttr:$grid_axis,
                       I64Attr:$devices, DenseI64ArrayAttr:$input_axes,
                       DenseI64ArrayAttr:$output_axes);
  let assemblyFormat = [{
    `over` $grid_axis `devices` `=` $devices
    custom<ShardedOperands>($inputs, type($inputs), $input_axes)
    custom<ShardedResults>(type($outputs), $output_axes)
    attr-dict-with-keyword $body
  }];
}

def Kina_ShardHeadsOp : Kina_ShardRegionOp<"shard_heads"> {
  let summary = "Attention with its heads on several devices";
  let description = [{
    `kina.shard_map` for attention: axis 1 of every operand and result holds
    heads. An operand with one head is replicated (a scale, a mask, the keys of
    multi-query attention); the others are split in whole groups, a group being
    one key-value head with the query heads that read it. The number of groups
    is the smallest number of heads of the operands that are split.

    With `uneven` the number of groups may be any that is not below `devices`:
    the first devices own one group more. All of them compute as many groups as
    the first, so that one body serves all; what a device computes beyond its
    own groups is dropped.

    Constraints:
    - C1. `devices` is at least 1.
    - C2. Operands and results have rank 4, with a static number of heads.
    - C3. The heads of each operand that is split are a multiple of the number
      of groups.
    - C4. `devices` divides the number of groups; with `uneven` it is not above.
    - C5. The body has one argument for each operand, of the type of a part.
    - C6. `kina.yield` has one operand for each result, of the type of a part.

    ```mlir
    func.func @f(%q: tensor<1x4x1x2xf32>, %k: tensor<1x2x2x3xf32>) -> tensor<1x4x1x3xf32> {
      %c = kina.shard_heads %q, %k devices = 2
          : (tensor<1x4x1x2xf32>, tensor<1x2x2x3xf32>) -> tensor<1x4x1x3xf32> {
      ^bb0(%q0: tensor<1x2x1x2xf32>, %k0: tensor<1x1x2x3xf32>):
        %0 = kina.reshape %q0 : tensor<1x2x1x2xf32> -> tensor<1x1x2x2xf32>
        %1 = kina.matmul %0, %k0 : (tensor<1x1x2x2xf32>, tensor<1x1x2x3xf32>) -> tensor<1x1x2x3xf32>
        %2 = kina.reshape %1 : tensor<1x1x2x3xf32> -> tensor<1x2x1x3xf32>
        kina.yield %2 : tensor<1x2x1x3xf32>
      }
      return %c : tensor<1x4x1x3xf32>
    }
    ```
  }];
  let arguments = (ins Variadic<Kina_Tensor>:$inputs,
                       DefaultValuedStrAttr<StrAttr, "heads">:$grid_axis,
                       I64Attr:$devices, UnitAttr:$uneven);
  let assemblyFormat = [{
    $inputs (`over` $grid_axis^)? `devices` `=` $devices (`uneven` $uneven^)?
    attr-dict-with-keyword `:` functional-type($inputs, $outputs) $body
  }];
}

def Kina_YieldOp : Op<Kina_Dialect, "yield", [
    Pure, Terminator, ParentOneOf<["ShardMapOp", "ShardHeadsOp"]>]> {
  let summary = "What a device contributes to the results";
  let description = [{
    Ends the body of `kina.shard_map` and `kina.shard_heads`.

    ```mlir
    func.func @f(%x: tensor<4xf32>) -> tensor<2xf32> {
      %y = kina.shard_map over "rows" devices = 2 ins(%x axis 0 : tensor<4xf32>) outs(partial : tensor<2xf32>) {
      ^bb0(%x0: tensor<2xf32>):
        kina.yield %x0 : tensor<2xf32>
      }
      return %y : tensor<2xf32>
    }
    ```
  }];
  let arguments = (ins Variadic<Kina_Tensor>:$operands);
  let assemblyFormat = "($operands^ `:` type($operands))? attr-dict";
}

def Kina_DeviceIndexOp : Op<Kina_Dialect, "device_index", [Pure]> {
  let summary = "Which device of a grid axis this process is";
  let description = [{
    Written by `kina-shard-to-spmd`. `axis` is a position in the module's
    `kina.grid`; `communicator` is the address of a `KinaCommunicator`
    (runtime/KinaCommunicator.h), the function's argument of that attribute.
    kina-to-linalg turns the op into a call of the runtime.

    ```mlir
    func.func @f(%communicator: i64) {
      %r = kina.device_index %communicator axis = 0 : index
      return
    }
    ```
  }];
  let arguments = (ins I64:$communicator,
                       ConfinedAttr<I64Attr, [IntNonNegative]>:$axis);
  let results = (outs Index:$output);
  let assemblyFormat = "$communicator `axis` `=` $axis attr-dict `:` type($output)";
}

def Kina_AllGatherOp : Op<Kina_Dialect, "all_gather", []> {
  let summary = "The tensors of all devices of a grid axis, one behind the other";
  let description = [{
    `output` holds the `input` of each device, in their order, along the first
    axis, of which there are `devices`; a scalar is taken for one element. Every
    device of the axis has to run it, with the same shape. Written by `kina-shard-to-spmd`, which makes
    concatenations along other axes and sums out of it; kina-to-linalg turns it
    into a call of the runtime. It is not pure: no device may skip it.

    Constraints:
    - C1. The result has the element type and extents of `input`, but for the
      first, which is `devices` times the input's.

    ```mlir
    func.func @f(%communicator: i64, %part: tensor<1x4xf32>) {
      %all = kina.all_gather %part over %communicator axis = 0 devices = 2 : tensor<1x4xf32> -> tensor<2x4xf32>
      return
    }
    ```
  }];
  let arguments = (ins Kina_Tensor:$input, I64:$communicator,
                       ConfinedAttr<I64Attr, [IntNonNegative]>:$axis,
                       ConfinedAttr<I64Attr, [IntPositive]>:$devices);
  let results = (outs Kina_Tensor:$output);
  let assemblyFormat = [{
    $input `over` $communicator `axis` `=` $axis `devices` `=` $devices attr-dict
    `:` type($input) `->` type($output)
  }];
  let hasVerifier = 1;
}

#endif // KINA_IR_KINASHARDOPS_TD
