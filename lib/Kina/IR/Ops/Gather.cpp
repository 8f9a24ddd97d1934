//===- Gather.cpp - kina.gather ------------------------------------------===//
//
// Part of Kina, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Fold.h"
#include "Verify.h"
#include "mlir/IR/Matchers.h"

using namespace mlir;
using namespace kina;

std::optional<std::pair<int64_t, int64_t>> kina::getKnownIds(Value ids) {
  // These rearrange the ids and drop none. In unreachable blocks they may go
  // round in a circle.
  for (unsigned step = 0;
       step < 8 && isa_and_nonnull<ReshapeOp, TransposeOp, BroadcastOp>(
                       ids.getDefiningOp());
       ++step)
    ids = ids.getDefiningOp()->getOperand(0);
  if (auto iota = ids.getDefiningOp<IotaOp>()) {
    int64_t extent = iota.getType().getDimSize(iota.getAxis());
    if (ShapedType::isDynamic(extent))
      return std::nullopt;
    return std::pair<int64_t, int64_t>(0, extent - 1);
  }
  Attribute value;
  if (!matchPattern(ids, m_Constant(&value)))
    return std::nullopt;
  Elements constant = value;
  if (!constant)
    return std::nullopt;
  std::pair<int64_t, int64_t> range(INT64_MAX, INT64_MIN);
  for (APInt id : constant.values<APInt>()) {
    range.first = std::min(range.first, id.getSExtValue());
    range.second = std::max(range.second, id.getSExtValue());
    if (constant.isSplat())
      break;
  }
  return range;
}

LogicalResult GatherOp::verify() {
  return verifyResult(*this, inferGather(getOperation(), getTable().getType(),
                                         getIndices().getType()));
}

OpFoldResult GatherOp::fold(FoldAdaptor adaptor) {
  Elements table = adaptor.getTable(), ids = adaptor.getIndices();
  RankedTensorType output = getOutput().getType();
  if (!table || !ids || !output.hasStaticShape())
    return {};
  bool isSplat = ids.isSplat() && table.isSplat();
  if (!isSplat && !isFoldable(output))
    return {};
  // An id outside the table stays, for kina-to-linalg to complain about.
  int64_t rows = getTable().getType().getDimSize(0);
  SmallVector<int64_t> positions;
  for (APInt id : ids.values<APInt>()) {
    if (id.isNegative() || id.sge(rows))
      return {};
    positions.push_back(id.getSExtValue());
    if (isSplat)
      break;
  }
  if (table.isSplat())
    return table.fill(output);
  return dispatchElement(output, [&](auto tag) -> Attribute {
    using Element = typename decltype(tag)::type;
    int64_t rowSize = getTable().getType().getNumElements() / rows;
    SmallVector<Element> elements;
    for (int64_t id : positions) {
      auto row = table.begin<Element>() + id * rowSize;
      elements.append(row, row + rowSize);
    }
    return DenseElementsAttr::get(output, elements);
  });
}
