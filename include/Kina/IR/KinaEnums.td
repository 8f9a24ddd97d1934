//===- KinaEnums.td - Enumerations of the kina dialect -----*- tablegen -*-===//
//
// Part of Kina, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef KINA_IR_KINAENUMS_TD
#define KINA_IR_KINAENUMS_TD

include "Kina/IR/KinaDialect.td"
include "mlir/IR/EnumAttr.td"

class Kina_Enum<string name, string summary, list<I32EnumAttrCase> cases>
    : I32EnumAttr<name, summary, cases> {
  let cppNamespace = "::kina";
  let genSpecializedAttr = 0;
}

def Kina_ReduceKind : Kina_Enum<"ReduceKind", "what a reduction computes", [
  I32EnumAttrCase<"sum", 0>,
  I32EnumAttrCase<"max", 1>,
  I32EnumAttrCase<"min", 2>,
  I32EnumAttrCase<"mean", 3>
]>;
def Kina_ReduceKindAttr : EnumAttr<Kina_Dialect, Kina_ReduceKind, "reduce_kind">;

def Kina_ComparePredicate : Kina_Enum<"ComparePredicate", "an order relation", [
  I32EnumAttrCase<"eq", 0>,
  I32EnumAttrCase<"ne", 1>,
  I32EnumAttrCase<"lt", 2>,
  I32EnumAttrCase<"le", 3>,
  I32EnumAttrCase<"gt", 4>,
  I32EnumAttrCase<"ge", 5>
]>;
def Kina_ComparePredicateAttr
    : EnumAttr<Kina_Dialect, Kina_ComparePredicate, "predicate">;

#endif // KINA_IR_KINAENUMS_TD
