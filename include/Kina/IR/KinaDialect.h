//===- KinaDialect.h - The kina dialect and its ops -------------*- C++ -*-===//
//
// Part of Kina, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef KINA_IR_KINADIALECT_H
#define KINA_IR_KINADIALECT_H

#include "Kina/IR/ShapeInference.h"
#include "mlir/Bytecode/BytecodeOpInterface.h"
#include "mlir/IR/Builders.h"
#include "mlir/IR/BuiltinTypes.h"
#include "mlir/IR/Dialect.h"
#include "mlir/IR/OpDefinition.h"
#include "mlir/IR/OpImplementation.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"

#include "Kina/IR/KinaDialect.h.inc"

#define GET_ATTRDEF_CLASSES
#include "Kina/IR/KinaAttributes.h.inc"

#define GET_OP_CLASSES
#include "Kina/IR/KinaOps.h.inc"

#endif // KINA_IR_KINADIALECT_H
