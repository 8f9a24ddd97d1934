//===- KinaTypeConstraints.td - Tensor types that kina takes -*- tablegen -*-=//
//
// Part of Kina, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef KINA_IR_KINATYPECONSTRAINTS_TD
#define KINA_IR_KINATYPECONSTRAINTS_TD

include "mlir/IR/CommonTypeConstraints.td"

/// Ranked, without encoding, every static extent at least 1, byte size below
/// 2^63: what `kina::isLegalTensor` says.
def Kina_LegalTensorPred
    : CPred<"::kina::isLegalTensor($_self)">;

class Kina_TensorOf<list<Type> elements, string elementSummary>
    : Type<And<[RankedTensorOf<elements>.predicate, Kina_LegalTensorPred]>,
           "ranked tensor of " # elementSummary #
           " with extents of at least 1 and a byte size below 2^63",
           "::mlir::RankedTensorType">;

defvar Kina_FloatTypes = [F32, F64, F16, BF16];
defvar Kina_IntegerTypes = [I64, I32, I8];

def Kina_Tensor
    : Kina_TensorOf<!listconcat(Kina_FloatTypes, Kina_IntegerTypes, [I1]),
                    "f32, f64, f16, bf16, i64, i32, i8 or i1">;
def Kina_NumberTensor
    : Kina_TensorOf<!listconcat(Kina_FloatTypes, Kina_IntegerTypes),
                    "f32, f64, f16, bf16, i64, i32 or i8">;
def Kina_FloatTensor
    : Kina_TensorOf<Kina_FloatTypes, "f32, f64, f16 or bf16">;
def Kina_IndexTensor : Kina_TensorOf<[I64, I32], "i64 or i32">;
def Kina_I64Tensor : Kina_TensorOf<[I64], "i64">;
def Kina_BoolTensor : Kina_TensorOf<[I1], "i1">;

#endif // KINA_IR_KINATYPECONSTRAINTS_TD
