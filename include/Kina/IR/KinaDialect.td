//===- KinaDialect.td - The kina dialect -------------------*- tablegen -*-===//
//
// Part of Kina, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef KINA_IR_KINADIALECT_TD
#define KINA_IR_KINADIALECT_TD

include "mlir/IR/DialectBase.td"

def Kina_Dialect : Dialect {
  let name = "kina";
  let cppNamespace = "::kina";
  let summary = "The steps of a language model as pure tensor functions";
  let description = [{
    The dialect holds the steps of a language model (prefill, decode, pad,
    sample) as pure functions on ranked tensors. Functions are `func.func`,
    calls are `func.call`; there is no control flow inside a function.

    Element types are f32, f64, f16, bf16, i64, i32, i8 (signless, read as
    signed) and i1 (0 or 1). A static extent is at least 1, and the byte size
    of a type fits in 64 bits. No op changes its operands; every op is `Pure`.

    The dialect's attributes on functions:

    - `kina.name` (argument and result attribute, string): the name that the
      value has in the source, in the C header and in Python.
    - `kina.size` (argument attribute, string): the argument, of type `index`,
      is the size of that name.
    - `kina.size_min`, `kina.size_max` (argument attributes, integers): the range
      of a size, both ends included; 1 and 2^63 - 1 where they do not stand.
    - `kina.extents` (argument and result attribute, array of strings): the
      extents of the type as expressions over size names.

    - `kina.communicator` (argument attribute, unit): the argument, of type i64,
      is the address of a `KinaCommunicator`.
    - `kina.shard` (argument attribute, a dictionary of `grid_axis`, `axis`,
      `extent` and `units`): the argument is the device's part of a tensor that
      has that extent, in that many units, on that axis.

    and one on modules:

    - `kina.grid` (array of dictionaries of `axis` and `devices`): the grid of
      devices that the module runs on, the slowest axis first.

    Other attributes of the dialect are written by passes, for later passes.
  }];
  let dependentDialects = ["::mlir::func::FuncDialect"];
  let hasConstantMaterializer = 1;
  let useDefaultAttributePrinterParser = 1;
}

#endif // KINA_IR_KINADIALECT_TD
