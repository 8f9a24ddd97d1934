//===- SliceRules.cpp - Slices and splits ---------------------------------===//
//
// Part of Kina, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Semantics/OpChecker.h"
#include "Semantics/Spelling.h"

using namespace kina;
using namespace kina::frontend;
using llvm::ArrayRef;
using llvm::SmallVector;
using llvm::Twine;
using mlir::failure;
using mlir::FailureOr;
using mlir::LogicalResult;
using mlir::RankedTensorType;
using mlir::success;

/// A split makes a slice for each part.
static constexpr int64_t maxParts = 4096;

static SmallVector<int64_t> getTypeExtents(ArrayRef<Extent> shape) {
  return llvm::map_to_vector(
      shape, [](Extent extent) { return extent.getTypeExtent(); });
}

/// The bounds of a slice, where one of them or the extent is not a number;
/// else the shape function checks them.
LogicalResult OpChecker::checkBounds(Application &app, Extent extent) {
  Extent start = *app.attrs.start, stop = *app.attrs.stop;
  if (start.getConstant() && stop.getConstant() && extent.getConstant())
    return success();
  auto isAtLeast = [&](Extent lhs, Extent rhs, int64_t distance) {
    ExtentOr difference = module.extents.sub(lhs, rhs);
    return difference.extent &&
           module.isAtLeast(difference.extent, distance, &function);
  };
  if (module.isAtLeast(start, 0, &function) && isAtLeast(stop, start, 1) &&
      isAtLeast(extent, stop, 0))
    return success();
  SmallVector<llvm::StringRef> names;
  for (Extent part : {start, stop, extent})
    for (llvm::StringRef name : part.getNames())
      if (!llvm::is_contained(names, name))
        names.push_back(name);
  return emitError(app, "expected 0 <= start < stop <= " + extent.str() +
                            " on axis " + Twine(*app.attrs.axis) + " for all " +
                            spellRanges(names, &function) + ", but got start " +
                            start.str() + " and stop " + stop.str());
}

FailureOr<TypedValue> OpChecker::checkSlice(Application &app) {
  if (failed(materializeAll(app)))
    return failure();
  TypedValue input = app.operands[0].value;
  int64_t axis = *app.attrs.axis;
  Extent startExtent = *app.attrs.start, stopExtent = *app.attrs.stop;
  // One of these is the number that stands for an extent that is not known.
  for (Extent bound : {startExtent, stopExtent}) {
    if (bound.getConstant().value_or(0) < 0) {
      return emitError(app,
                       "expected bounds of at least 0, but got " + bound.str());
    }
  }
  int64_t start = startExtent.getTypeExtent();
  int64_t stop = stopExtent.getTypeExtent();
  FailureOr<RankedTensorType> type = infer(app, [&](ErrorSite site) {
    return inferSlice(site, input.getType(), axis, start, stop);
  });
  if (failed(type) || failed(checkBounds(app, input.shape[axis])))
    return failure();
  SmallVector<Extent> shape(input.shape);
  // Does not overflow: it is between 1 and the extent.
  shape[axis] = module.extents.sub(stopExtent, startExtent).extent;
  return make(
      app, RankedTensorType::get(getTypeExtents(shape), type->getElementType()),
      module.extents.copy(shape));
}

/// Equal parts, each a slice.
Operand OpChecker::checkSplit(Application &app) {
  Operand poison = Operand::poison(app.loc);
  if (failed(materializeAll(app)))
    return poison;
  if (!app.attrs.parts && wantedResults == 0) {
    module.emitError(app.loc, "expected the attribute 'parts' for 'split', "
                              "which no 'let (a, b) = ..' binds");
    return poison;
  }
  TypedValue input = app.operands[0].value;
  int64_t axis = *app.attrs.axis;
  int64_t parts = app.attrs.parts.value_or(wantedResults);
  if (parts < 1 || parts > maxParts) {
    emitError(app, "expected 1 to " + Twine(maxParts) + " parts, but got " +
                       Twine(parts));
    return poison;
  }
  FailureOr<RankedTensorType> whole =
      infer(app, [&](ErrorSite site) -> FailureOr<RankedTensorType> {
        if (failed(checkAxis(site, input.getType(), axis)))
          return failure();
        return input.getType();
      });
  if (failed(whole))
    return poison;
  ExtentContext &extents = module.extents;
  Extent extent = input.shape[axis];
  Extent part = extents.div(extent, extents.getConstant(parts)).extent;
  if (!part) {
    emitError(app, "expected an extent that " + Twine(parts) +
                       " divides on axis " + Twine(axis) + ", but got " +
                       extent.str());
    return poison;
  }

  SmallVector<TypedValue> values;
  Extent start = extents.getConstant(0);
  for (int64_t index = 0; index < parts; ++index) {
    Application slice(app.loc, &OpSpec::get(OpKind::slice), app.operands);
    slice.attrs.axis = axis;
    slice.attrs.start = start;
    slice.attrs.stop = start = extents.add(start, part).extent;
    FailureOr<TypedValue> value = checkSlice(slice);
    if (failed(value))
      return poison;
    values.push_back(*value);
  }
  if (values.size() == 1)
    return Operand::get(app.loc, values.front());
  return Operand::results(app.loc, ArrayRef(values).copy(body.allocator),
                          app.spec->name);
}
