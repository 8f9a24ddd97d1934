//===- Constant.cpp - kina.constant --------------------------------------===//
//
// Part of Kina, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Elements.h"
#include "Verify.h"
#include "mlir/IR/DialectResourceBlobManager.h"

using namespace mlir;
using namespace kina;

LogicalResult ConstantOp::verify() {
  // constant_c1
  if (isa<DenseIntOrFPElementsAttr>(getValue()))
    return success();
  auto resource = dyn_cast<DenseResourceElementsAttr>(getValue());
  RankedTensorType type = getType();
  if (!resource || !type.hasStaticShape())
    return emitOpError("expected a dense attribute of integers or floats, but "
                       "got ")
           << getValue();
  // constant_c2
  DenseResourceElementsHandle handle = resource.getRawHandle();
  AsmResourceBlob *blob = handle.getBlob();
  if (blob && blob->getData().size() == static_cast<size_t>(getByteCount(type)))
    return success();
  InFlightDiagnostic error = emitOpError("expected resource '")
                             << handle.getKey() << "' of " << getByteCount(type)
                             << " bytes for " << static_cast<Type>(type)
                             << ", but ";
  if (!blob)
    return error << "it is missing";
  return error << "got " << blob->getData().size() << " bytes";
}

DenseElementsAttr ConstantOp::getDense() {
  if (auto dense = dyn_cast<DenseElementsAttr>(getValue()))
    return dense;
  auto resource = cast<DenseResourceElementsAttr>(getValue());
  RankedTensorType type = getType();
  ArrayRef<char> data = resource.getRawHandle().getBlob()->getData();
  if (!type.getElementType().isInteger(1))
    return DenseElementsAttr::getFromRawBuffer(type, data);
  // How `dense` keeps these is its own affair.
  auto bits = llvm::map_to_vector(data, [](char byte) { return byte != 0; });
  return DenseElementsAttr::get(type, ArrayRef<bool>(bits));
}

OpFoldResult ConstantOp::fold(FoldAdaptor) { return getValue(); }
