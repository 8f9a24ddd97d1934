//===- Select.cpp - kina.select
//--------------------------------------------===//
//
// Part of Kina, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Fold.h"

using namespace mlir;
using namespace kina;

OpFoldResult SelectOp::fold(FoldAdaptor adaptor) {
  if (getOnTrue() == getOnFalse())
    return foldTo(*this, getOnTrue());
  Elements condition = adaptor.getCondition();
  if (!condition)
    return {};
  if (condition.isSplat())
    return foldTo(*this,
                  condition.get<APInt>(0).isOne() ? getOnTrue() : getOnFalse());
  Elements onTrue = adaptor.getOnTrue();
  Elements onFalse = adaptor.getOnFalse();
  RankedTensorType output = getOutput().getType();
  if (!onTrue || !onFalse || !isFoldable(output))
    return {};
  return dispatchElement(output, [&](auto tag) -> Attribute {
    using Element = typename decltype(tag)::type;
    SmallVector<Element> elements;
    for (auto [bit, ifTrue, ifFalse] :
         llvm::zip(condition.values<APInt>(), onTrue.values<Element>(),
                   onFalse.values<Element>()))
      elements.push_back(bit.isOne() ? ifTrue : ifFalse);
    return DenseElementsAttr::get(output, elements);
  });
}
