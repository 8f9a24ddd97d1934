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
  DenseElementsAttr condition = getConstant(adaptor.getCondition());
  if (!condition)
    return {};
  if (condition.isSplat())
    return foldTo(*this,
                  condition.getSplatValue<bool>() ? getOnTrue() : getOnFalse());
  DenseElementsAttr onTrue = getConstant(adaptor.getOnTrue());
  DenseElementsAttr onFalse = getConstant(adaptor.getOnFalse());
  RankedTensorType output = getOutput().getType();
  if (!onTrue || !onFalse || !isFoldable(output))
    return {};
  return dispatchElement(output, [&](auto tag) -> Attribute {
    using Element = decltype(tag);
    SmallVector<Element> elements;
    for (auto [bit, ifTrue, ifFalse] :
         llvm::zip(condition.getValues<bool>(), onTrue.getValues<Element>(),
                   onFalse.getValues<Element>()))
      elements.push_back(bit ? ifTrue : ifFalse);
    return DenseElementsAttr::get(output, elements);
  });
}
