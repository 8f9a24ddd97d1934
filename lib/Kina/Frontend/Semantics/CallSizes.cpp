//===- CallSizes.cpp - The sizes of a call --------------------------------===//
//
// Part of Kina, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Semantics/CallSizes.h"

using namespace kina::frontend;
using llvm::ArrayRef;
using llvm::SmallVector;
using llvm::StringRef;

CallSizes::CallSizes(ExtentContext &extents, const Function &callee,
                     const Application &app, const Function *caller)
    : callee(callee), values(callee.sizes.size()), locs(values.size()),
      origins(values.size()), extents(extents) {
  for (auto [index, size] : llvm::enumerate(callee.sizes)) {
    if (size.isStated())
      values[index] = size.value;
    for (const StatedSize &stated : app.sizes) {
      if (stated.name != size.name)
        continue;
      values[index] = stated.value;
      locs[index] = stated.loc;
    }
  }
  // Where an extent is a size alone there is nothing to solve.
  for (bool fromNamesOnly : {true, false}) {
    size_t unknown = values.size() + 1;
    while (true) {
      size_t left = llvm::count(values, Extent());
      if (left == 0 || left == unknown)
        break;
      unknown = left;
      for (auto [operand, parameter] :
           llvm::zip_equal(app.operands, callee.parameters))
        inferFrom(operand, parameter.type, fromNamesOnly);
    }
  }
  auto isInParameter = [&](StringRef name) {
    return llvm::any_of(callee.parameters, [&](const Parameter &parameter) {
      return llvm::any_of(parameter.type.shape, [&](Extent extent) {
        return llvm::is_contained(extent.getNames(), name);
      });
    });
  };
  for (auto [index, size] : llvm::enumerate(callee.sizes)) {
    const SizeParameter *same = caller ? caller->findSize(size.name) : nullptr;
    if (isKnown(index) || !same || isInParameter(size.name))
      continue;
    values[index] = same->value;
    locs[index] = app.loc;
  }
}

void CallSizes::inferFrom(const Operand &operand, const TensorType &wanted,
                          bool fromNamesOnly) {
  ArrayRef<Extent> shape = operand.value.shape;
  if (shape.size() != wanted.shape.size())
    return;
  for (auto [pattern, extent] : llvm::zip_equal(wanted.shape, shape)) {
    for (auto [index, size] : llvm::enumerate(callee.sizes)) {
      if (isKnown(index) || (fromNamesOnly && pattern != size.value) ||
          !solve(pattern, extent, index))
        continue;
      locs[index] = operand.loc;
      origins[index] = &operand;
    }
  }
}

/// Solves `pattern == extent` for the size, if it is the only one that is not
/// known.
bool CallSizes::solve(Extent pattern, Extent extent, unsigned index) {
  Extent factor, rest;
  if (!llvm::is_contained(pattern.getNames(), callee.sizes[index].name) ||
      !extents.splitLinear(pattern, callee.sizes[index].name, factor, rest))
    return false;
  factor = get(factor);
  rest = get(rest);
  if (!factor || !rest)
    return false;
  ExtentOr product = extents.sub(extent, rest);
  ExtentOr size =
      product.extent ? extents.div(product.extent, factor) : product;
  values[index] = size.extent;
  return isKnown(index);
}

Extent CallSizes::get(Extent extent) const {
  return extents
      .substitute(extent,
                  [&](StringRef name) {
                    const SizeParameter *size = callee.findSize(name);
                    return values[size - callee.sizes.begin()];
                  })
      .extent;
}

bool CallSizes::mayBe(Extent wanted, Extent extent) const {
  if (Extent known = get(wanted))
    return known == extent;
  SmallVector<StringRef> unknown;
  for (StringRef name : wanted.getNames())
    if (!isKnown(callee.findSize(name) - callee.sizes.begin()))
      unknown.push_back(name);
  // What is linear in one size was solved for it, if there is a solution; what
  // has no unknown size does not fit in 64 bits.
  Extent factor, rest;
  return unknown.size() > 1 ||
         (unknown.size() == 1 &&
          !extents.splitLinear(wanted, unknown[0], factor, rest));
}

std::optional<SmallVector<Extent>>
CallSizes::get(ArrayRef<Extent> shape) const {
  if (callee.sizes.empty())
    return SmallVector<Extent>(shape);
  SmallVector<Extent> known;
  for (Extent extent : shape) {
    known.push_back(get(extent));
    if (!known.back())
      return std::nullopt;
  }
  return known;
}
