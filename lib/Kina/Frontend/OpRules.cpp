//===- OpRules.cpp - Typing and creation of each op -----------------------===//
//
// Part of Kina, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Kina/IR/KinaDialect.h"
#include "OpEmitter.h"
#include "Spelling.h"

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

static SmallVector<int64_t> getTypeExtents(ArrayRef<Extent> shape) {
  return llvm::map_to_vector(
      shape, [](Extent extent) { return extent.getTypeExtent(); });
}

LogicalResult OpEmitter::checkElementTypes(Application &app) {
  for (const Operand &operand : app.operands) {
    mlir::Type type = operand.value.getElementType();
    if (app.spec->takes == Takes::Floats && !mlir::isa<mlir::FloatType>(type))
      return emitError(app,
                       "expected floats (F32, F64, F16 or BF16), but got " +
                           spellElementType(type));
    if (app.spec->takes == Takes::Numbers && type.isInteger(1))
      return emitError(app, "expected numbers, but got I1");
  }
  return success();
}

FailureOr<TypedValue> OpEmitter::emitArgmax(Application &app) {
  if (failed(materializeAll(app)) || failed(checkElementTypes(app)))
    return failure();
  TypedValue input = app.operands[0].value;
  FailureOr<RankedTensorType> type = infer(app, [&](ErrorSite site) {
    return inferArgmax(site, input.getType(), *app.attrs.axis);
  });
  if (failed(type))
    return failure();
  SmallVector<Extent> shape(input.shape);
  shape.erase(shape.begin() + *app.attrs.axis);
  return TypedValue(
      ArgmaxOp::create(builder, app.loc, *type, input.value, *app.attrs.axis),
      module.extents.copy(shape));
}

FailureOr<TypedValue> OpEmitter::emitBroadcast(Application &app) {
  Operand &operand = app.operands[0];
  ArrayRef<Extent> shape = module.extents.copy(*app.attrs.shape);
  TypedValue result;
  if (operand.is(Operand::Kind::Literal)) {
    result = createConstant(app.loc, operand.literal,
                            getDefaultType(operand.literal), shape);
  } else if (materialize(operand)) {
    operand.loc = app.loc;
    result = createBroadcast(operand, shape);
  }
  if (!result)
    return failure();
  return result;
}

FailureOr<TypedValue> OpEmitter::emitCast(Application &app) {
  if (failed(materializeAll(app)))
    return failure();
  TypedValue input = app.operands[0].value;
  FailureOr<RankedTensorType> type = infer(app, [&](ErrorSite site) {
    return inferCast(site, input.getType(), app.attrs.elementType);
  });
  if (failed(type))
    return failure();
  return TypedValue(CastOp::create(builder, app.loc, *type, input.value),
                    input.shape);
}

FailureOr<TypedValue> OpEmitter::emitCompare(Application &app) {
  if (failed(unify(app)))
    return failure();
  TypedValue lhs = app.operands[0].value, rhs = app.operands[1].value;
  FailureOr<RankedTensorType> type = infer(app, [&](ErrorSite site) {
    return inferCompare(site, lhs.getType(), rhs.getType());
  });
  if (failed(type))
    return failure();
  return TypedValue(CompareOp::create(builder, app.loc, *type,
                                      *app.attrs.predicate, lhs.value,
                                      rhs.value),
                    lhs.shape);
}

FailureOr<TypedValue> OpEmitter::emitConcat(Application &app) {
  if (failed(materializeAll(app)))
    return failure();
  SmallVector<mlir::Value> values;
  SmallVector<RankedTensorType> types;
  for (const Operand &operand : app.operands) {
    values.push_back(operand.value.value);
    types.push_back(operand.value.getType());
  }
  int64_t axis = *app.attrs.axis;
  FailureOr<RankedTensorType> type = infer(
      app, [&](ErrorSite site) { return inferConcat(site, types, axis); });
  if (failed(type))
    return failure();

  SmallVector<Extent> shape(app.operands.front().value.shape);
  for (const Operand &operand : llvm::drop_begin(app.operands)) {
    for (auto [index, extent] : llvm::enumerate(operand.value.shape)) {
      if (static_cast<int64_t>(index) != axis) {
        if (failed(requireEqual(app, shape[index], extent,
                                "extents on axis " + Twine(index) + ",")))
          return failure();
        continue;
      }
      ExtentOr sum = module.extents.add(shape[index], extent);
      if (!sum.extent) {
        return emitError(app, "the sum of the extents on axis " + Twine(axis) +
                                  " " + sum.problem);
      }
      shape[index] = sum.extent;
    }
  }
  // The extents may be known where those of the operands are not.
  type = infer(app, [&](ErrorSite site) {
    return getLegalTensor(site, getTypeExtents(shape), type->getElementType());
  });
  if (failed(type))
    return failure();
  return TypedValue(ConcatOp::create(builder, app.loc, *type, values, axis),
                    module.extents.copy(shape));
}

FailureOr<TypedValue> OpEmitter::emitTensor(Application &app) {
  if (!app.list.empty())
    return emitNumbers(app);
  const Literal &literal = app.operands[0].literal;
  ArrayRef<Extent> shape;
  if (app.attrs.shape)
    shape = module.extents.copy(*app.attrs.shape);
  mlir::Type elementType = app.attrs.elementType;
  if (!elementType)
    elementType = getDefaultType(literal);
  TypedValue result = createConstant(app.loc, literal, elementType, shape);
  if (!result)
    return failure();
  return result;
}

/// The list of a tensor.
FailureOr<TypedValue> OpEmitter::emitNumbers(Application &app) {
  if (app.attrs.shape) {
    module.emitError(app.operands[0].loc,
                     "expected a number to fill the shape with, but got a "
                     "list, which has a shape");
    return failure();
  }
  mlir::Type elementType = app.attrs.elementType;
  if (!elementType) {
    elementType = builder.getI64Type();
    for (const NumberList::Number &number : app.list.numbers)
      if (number.literal.kind != Literal::Integer)
        elementType = builder.getF32Type();
  }
  SmallVector<mlir::Attribute> elements;
  for (const NumberList::Number &number : app.list.numbers) {
    auto element = getElement(number.literal, elementType);
    if (const auto *problem = std::get_if<std::string>(&element)) {
      module.emitError(number.loc, *problem);
      return failure();
    }
    elements.push_back(std::get<mlir::Attribute>(element));
  }
  SmallVector<Extent> shape;
  for (int64_t extent : app.list.shape)
    shape.push_back(module.extents.getConstant(extent));
  FailureOr<TensorType> type =
      module.getTensorType(app.loc, elementType, module.extents.copy(shape));
  if (failed(type))
    return failure();
  auto value = mlir::DenseElementsAttr::get(type->type, elements);
  return TypedValue(ConstantOp::create(builder, app.loc, type->type, value),
                    type->shape);
}

FailureOr<TypedValue> OpEmitter::emitElementwise(Application &app) {
  // One operand has no neighbour to take a shape from.
  bool isAlone = app.operands.size() == 1;
  if (failed(isAlone ? materializeAll(app) : unify(app)) ||
      failed(checkElementTypes(app)))
    return failure();
  SmallVector<mlir::Value, 2> values;
  SmallVector<RankedTensorType, 2> types;
  for (const Operand &operand : app.operands) {
    values.push_back(operand.value.value);
    types.push_back(operand.value.getType());
  }
  FailureOr<RankedTensorType> type =
      infer(app, [&](ErrorSite site) { return inferElementwise(site, types); });
  if (failed(type))
    return failure();

  ArrayRef<Extent> shape = app.operands[0].value.shape;
  switch (app.spec->kind) {
#define ELEMENTWISE(name, Op, operands, takes)                                 \
  case OpKind::name:                                                           \
    return TypedValue(                                                         \
        Op::create(builder, app.loc, mlir::TypeRange(*type), values), shape);
#include "Ops.def"
  default:
    llvm_unreachable("the op is elementwise");
  }
}

LogicalResult OpEmitter::checkIds(Application &app) {
  TypedValue table = app.operands[0].value, indices = app.operands[1].value;
  auto range = getKnownIds(indices.value);
  std::optional<int64_t> rows = table.shape.front().getConstant();
  if (!range || !rows)
    return success();
  auto [smallest, largest] = *range;
  if (smallest >= 0 && largest < *rows)
    return success();
  return emitError(app, "id " + Twine(smallest < 0 ? smallest : largest) +
                            " is outside of the table: expected 0 to " +
                            Twine(*rows - 1));
}

FailureOr<TypedValue> OpEmitter::emitGather(Application &app) {
  if (failed(materializeAll(app)))
    return failure();
  TypedValue table = app.operands[0].value, indices = app.operands[1].value;
  FailureOr<RankedTensorType> type = infer(app, [&](ErrorSite site) {
    return inferGather(site, table.getType(), indices.getType());
  });
  if (failed(type) || failed(checkIds(app)))
    return failure();
  SmallVector<Extent> shape(indices.shape);
  llvm::append_range(shape, table.shape.drop_front());
  return TypedValue(
      GatherOp::create(builder, app.loc, *type, table.value, indices.value),
      module.extents.copy(shape));
}

FailureOr<TypedValue> OpEmitter::emitIota(Application &app) {
  ArrayRef<Extent> shape = module.extents.copy(*app.attrs.shape);
  SmallVector<int64_t> extents = getTypeExtents(shape);
  mlir::Type elementType = app.attrs.elementType;
  if (!elementType)
    elementType = builder.getI64Type();
  if (!elementType.isInteger(64) && !elementType.isInteger(32))
    return emitError(app, "expected the element type I64 or I32, but got " +
                              spellElementType(elementType));
  FailureOr<RankedTensorType> type =
      infer(app, [&](ErrorSite site) -> FailureOr<RankedTensorType> {
        FailureOr<RankedTensorType> legal =
            getLegalTensor(site, extents, elementType);
        if (failed(legal) || failed(checkAxis(site, *legal, *app.attrs.axis)))
          return failure();
        return legal;
      });
  if (failed(type))
    return failure();
  return TypedValue(IotaOp::create(builder, app.loc, *type,
                                   createExtents(app.loc, shape),
                                   *app.attrs.axis),
                    shape);
}

FailureOr<TypedValue> OpEmitter::emitMatmul(Application &app) {
  if (failed(unifyBatches(app)) || failed(checkElementTypes(app)))
    return failure();
  TypedValue lhs = app.operands[0].value, rhs = app.operands[1].value;
  FailureOr<RankedTensorType> type = infer(app, [&](ErrorSite site) {
    return inferMatmul(site, lhs.getType(), rhs.getType(),
                       app.attrs.elementType);
  });
  if (failed(type))
    return failure();

  size_t rank = lhs.shape.size();
  for (size_t axis = 0; axis < rank - 2; ++axis)
    if (failed(requireEqual(app, lhs.shape[axis], rhs.shape[axis],
                            "batch extents")))
      return failure();
  if (failed(requireEqual(app, lhs.shape[rank - 1], rhs.shape[rank - 2],
                          "inner extents")))
    return failure();
  SmallVector<Extent> shape(lhs.shape.drop_back());
  shape.push_back(rhs.shape.back());
  return TypedValue(
      MatmulOp::create(builder, app.loc, *type, lhs.value, rhs.value),
      module.extents.copy(shape));
}

FailureOr<TypedValue> OpEmitter::emitReduce(Application &app) {
  if (failed(materializeAll(app)) || failed(checkElementTypes(app)))
    return failure();
  TypedValue input = app.operands[0].value;
  int64_t axis = *app.attrs.axis;
  FailureOr<RankedTensorType> type = infer(app, [&](ErrorSite site) {
    return inferReduce(site, *app.attrs.reduceKind, input.getType(), axis,
                       app.attrs.keep);
  });
  if (failed(type))
    return failure();
  SmallVector<Extent> shape(input.shape);
  if (app.attrs.keep)
    shape[axis] = module.extents.getConstant(1);
  else
    shape.erase(shape.begin() + axis);
  return TypedValue(ReduceOp::create(builder, app.loc, *type,
                                     *app.attrs.reduceKind, input.value, axis,
                                     app.attrs.keep),
                    module.extents.copy(shape));
}

/// Where an extent is not a number; else the shape function has checked it.
LogicalResult OpEmitter::checkElementCounts(Application &app,
                                            ArrayRef<Extent> from,
                                            ArrayRef<Extent> to) {
  auto isNumber = [](Extent extent) { return extent.getConstant(); };
  if (llvm::all_of(from, isNumber) && llvm::all_of(to, isNumber))
    return success();
  auto count = [&](ArrayRef<Extent> shape) -> FailureOr<Extent> {
    Extent product = module.extents.getConstant(1);
    for (Extent extent : shape) {
      ExtentOr next = module.extents.mul(product, extent);
      if (!next.extent)
        return emitError(app, "the number of elements of " + spellShape(shape) +
                                  " " + next.problem);
      product = next.extent;
    }
    return product;
  };
  FailureOr<Extent> fromCount = count(from), toCount = count(to);
  if (failed(fromCount) || failed(toCount))
    return failure();
  return requireEqual(app, *fromCount, *toCount,
                      "the numbers of elements of " + spellShape(from) +
                          " and " + spellShape(to) + ",");
}

FailureOr<TypedValue> OpEmitter::emitReshape(Application &app) {
  if (failed(materializeAll(app)))
    return failure();
  TypedValue input = app.operands[0].value;
  ArrayRef<Extent> shape = module.extents.copy(*app.attrs.shape);
  FailureOr<RankedTensorType> type = infer(app, [&](ErrorSite site) {
    return inferReshape(site, input.getType(), getTypeExtents(shape));
  });
  if (failed(type) || failed(checkElementCounts(app, input.shape, shape)))
    return failure();
  return TypedValue(ReshapeOp::create(builder, app.loc, *type, input.value,
                                      createExtents(app.loc, shape)),
                    shape);
}

FailureOr<TypedValue> OpEmitter::emitSelect(Application &app) {
  if (failed(unify(app)))
    return failure();
  TypedValue condition = app.operands[0].value, onTrue = app.operands[1].value,
             onFalse = app.operands[2].value;
  FailureOr<RankedTensorType> type = infer(app, [&](ErrorSite site) {
    return inferSelect(site, condition.getType(), onTrue.getType(),
                       onFalse.getType());
  });
  if (failed(type))
    return failure();
  return TypedValue(SelectOp::create(builder, app.loc, *type, condition.value,
                                     onTrue.value, onFalse.value),
                    onTrue.shape);
}

/// The bounds of a slice, where one of them or the extent is not a number;
/// else the shape function checks them.
LogicalResult OpEmitter::checkBounds(Application &app, Extent extent) {
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

FailureOr<TypedValue> OpEmitter::emitSlice(Application &app) {
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
  return TypedValue(
      SliceOp::create(
          builder, app.loc,
          RankedTensorType::get(getTypeExtents(shape), type->getElementType()),
          input.value, axis, createExtents(app.loc, {startExtent, stopExtent}),
          ArrayRef({start, stop})),
      module.extents.copy(shape));
}

FailureOr<TypedValue> OpEmitter::emitSoftmax(Application &app) {
  if (failed(materializeAll(app)) || failed(checkElementTypes(app)))
    return failure();
  TypedValue input = app.operands[0].value;
  FailureOr<RankedTensorType> type = infer(app, [&](ErrorSite site) {
    return inferSoftmax(site, input.getType(), *app.attrs.axis);
  });
  if (failed(type))
    return failure();
  return TypedValue(
      SoftmaxOp::create(builder, app.loc, *type, input.value, *app.attrs.axis),
      input.shape);
}

FailureOr<TypedValue> OpEmitter::emitTranspose(Application &app) {
  if (failed(materializeAll(app)))
    return failure();
  TypedValue input = app.operands[0].value;
  FailureOr<RankedTensorType> type = infer(app, [&](ErrorSite site) {
    return inferTranspose(site, input.getType(), *app.attrs.perm);
  });
  if (failed(type))
    return failure();
  SmallVector<Extent> shape;
  for (int64_t axis : *app.attrs.perm)
    shape.push_back(input.shape[axis]);
  return TypedValue(TransposeOp::create(builder, app.loc, *type, input.value,
                                        *app.attrs.perm),
                    module.extents.copy(shape));
}
