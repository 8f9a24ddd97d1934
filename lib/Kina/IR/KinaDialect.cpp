//===- KinaDialect.cpp - The kina dialect ---------------------------------===//
//
// Part of Kina, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Kina/IR/KinaDialect.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/IR/Builders.h"
#include "mlir/IR/DialectImplementation.h"
#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;
using namespace kina;

#include "Kina/IR/KinaDialect.cpp.inc"
#include "Kina/IR/KinaEnums.cpp.inc"

#define GET_ATTRDEF_CLASSES
#include "Kina/IR/KinaAttributes.cpp.inc"

void KinaDialect::initialize() {
  addOperations<
#define GET_OP_LIST
#include "Kina/IR/KinaOps.cpp.inc"
      >();
  addAttributes<
#define GET_ATTRDEF_LIST
#include "Kina/IR/KinaAttributes.cpp.inc"
      >();
}

Operation *KinaDialect::materializeConstant(OpBuilder &builder, Attribute value,
                                            Type type, Location loc) {
  auto elements = dyn_cast<ElementsAttr>(value);
  if (!elements || elements.getType() != type || !isLegalTensor(type))
    return nullptr;
  return ConstantOp::create(builder, loc, type, elements);
}
