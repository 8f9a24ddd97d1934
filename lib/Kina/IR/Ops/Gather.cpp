//===- Gather.cpp - kina.gather ------------------------------------------===//
//
// Part of Kina, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Fold.h"
#include "Verify.h"

using namespace mlir;
using namespace kina;

LogicalResult GatherOp::verify() {
  return verifyResult(*this, inferGather(getOperation(), getTable().getType(),
                                         getIndices().getType()));
}

OpFoldResult GatherOp::fold(FoldAdaptor adaptor) {
  DenseElementsAttr table = getConstant(adaptor.getTable());
  DenseElementsAttr ids = getConstant(adaptor.getIndices());
  RankedTensorType output = getOutput().getType();
  if (!table || !ids || !output.hasStaticShape())
    return {};
  bool isSplat = ids.isSplat() && table.isSplat();
  if (!isSplat && !isFoldable(output))
    return {};
  // An id outside the table stays, for kina-to-linalg to complain about.
  int64_t rows = getTable().getType().getDimSize(0);
  SmallVector<int64_t> positions;
  for (const APInt &id : ids.getValues<APInt>()) {
    if (id.isNegative() || id.sge(rows))
      return {};
    positions.push_back(id.getSExtValue());
    if (isSplat)
      break;
  }
  if (table.isSplat())
    return table.resizeSplat(output);
  return dispatchElement(output, [&](auto tag) -> Attribute {
    using Element = decltype(tag);
    int64_t rowSize = getTable().getType().getNumElements() / rows;
    SmallVector<Element> elements;
    for (int64_t id : positions) {
      auto row = table.value_begin<Element>() + id * rowSize;
      elements.append(row, row + rowSize);
    }
    return DenseElementsAttr::get(output, elements);
  });
}
