//===- Elements.cpp - The elements of a constant --------------------------===//
//
// Part of Kina, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Elements.h"
#include "Kina/IR/ShapeInference.h"
#include "mlir/IR/BuiltinTypes.h"
#include "mlir/IR/DialectResourceBlobManager.h"
#include <cstring>

using namespace mlir;
using namespace kina;

int64_t kina::getByteCount(RankedTensorType type) {
  return type.getNumElements() * getElementBytes(type.getElementType());
}

Elements::Elements(Attribute attr) {
  if (auto written = dyn_cast_if_present<DenseIntOrFPElementsAttr>(attr)) {
    type = dyn_cast<RankedTensorType>(written.getType());
    if (!type)
      return;
    dense = written;
    splat = dense.isSplat();
    return;
  }
  // Folders may meet what the verifier has not seen.
  auto resource = dyn_cast_if_present<DenseResourceElementsAttr>(attr);
  if (!resource)
    return;
  type = dyn_cast<RankedTensorType>(resource.getType());
  AsmResourceBlob *blob = resource.getRawHandle().getBlob();
  if (!type || !isLegalTensor(type) || !type.hasStaticShape() || !blob ||
      blob->getData().size() != static_cast<size_t>(getByteCount(type)))
    return;
  data = blob->getData();
  // Every byte equals the one that is an element further on.
  size_t rest = data.size() - getElementBytes(type.getElementType());
  splat = std::memcmp(data.data(), data.data() + data.size() - rest, rest) == 0;
}

template <> APInt Elements::get(int64_t position) const {
  if (dense)
    return *(dense.value_begin<APInt>() + position);
  int64_t bytes = getElementBytes(type.getElementType());
  uint64_t bits = 0;
  for (int64_t i = bytes - 1; i >= 0; --i)
    bits = bits << 8 | static_cast<uint8_t>(data[position * bytes + i]);
  unsigned width = type.getElementTypeBitWidth();
  return width == 1 ? APInt(1, bits != 0) : APInt(width, bits);
}

template <> APFloat Elements::get(int64_t position) const {
  if (dense)
    return *(dense.value_begin<APFloat>() + position);
  auto floating = cast<FloatType>(type.getElementType());
  return APFloat(floating.getFloatSemantics(), get<APInt>(position));
}

APInt Elements::getBits(int64_t position) const {
  return dense && isFloat() ? get<APFloat>(position).bitcastToAPInt()
                            : get<APInt>(position);
}

Attribute Elements::fill(RankedTensorType output) const {
  if (isa<FloatType>(output.getElementType()))
    return DenseElementsAttr::get(output, get<APFloat>(0));
  return DenseElementsAttr::get(output, get<APInt>(0));
}
