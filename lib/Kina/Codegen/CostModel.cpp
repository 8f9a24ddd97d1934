//===- CostModel.cpp - How code is shaped for a target --------------------===//
//
// Part of Kina, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "CostModel.h"
#include <algorithm>

using namespace mlir;
using namespace kina;

ContractionTile kina::chooseContractionTile(int64_t vectorBytes, Type sumType) {
  ContractionTile tile;
  tile.lanes =
      std::max<int64_t>(1, vectorBytes * 8 / sumType.getIntOrFloatBitWidth());
  tile.vectors = 2;
  // 32 registers with AVX-512, else 16; without FMA a product needs one too.
  tile.rows = vectorBytes == 64 ? 8 : vectorBytes == 32 ? 6 : 4;
  tile.depth = 256;
  tile.fewRows = 4;
  tile.streams = 8;
  return tile;
}
