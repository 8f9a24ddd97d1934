//===- OpRules.cpp - Typing and creation of each op -----------------------===//
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

static SmallVector<int64_t> getTypeExtents(ArrayRef<Extent> shape) {
  return llvm::map_to_vector(
      shape, [](Extent extent) { return extent.getTypeExtent(); });
}

LogicalResult OpChecker::checkElementTypes(Application &app) {
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

FailureOr<TypedValue> OpChecker::checkArgmax(Application &app) {
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
  return make(app, *type, module.extents.copy(shape));
}

FailureOr<TypedValue> OpChecker::checkBroadcast(Application &app) {
  Operand &operand = app.operands[0];
  ArrayRef<Extent> shape = *app.attrs.shape;
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

FailureOr<TypedValue> OpChecker::checkCast(Application &app) {
  if (failed(materializeAll(app)))
    return failure();
  TypedValue input = app.operands[0].value;
  FailureOr<RankedTensorType> type = infer(app, [&](ErrorSite site) {
    return inferCast(site, input.getType(), app.attrs.elementType);
  });
  if (failed(type))
    return failure();
  return make(app, *type, input.shape);
}

FailureOr<TypedValue> OpChecker::checkCompare(Application &app) {
  if (failed(unify(app)))
    return failure();
  TypedValue lhs = app.operands[0].value, rhs = app.operands[1].value;
  FailureOr<RankedTensorType> type = infer(app, [&](ErrorSite site) {
    return inferCompare(site, lhs.getType(), rhs.getType());
  });
  if (failed(type))
    return failure();
  return make(app, *type, lhs.shape);
}

FailureOr<TypedValue> OpChecker::checkConcat(Application &app) {
  if (failed(materializeAll(app)))
    return failure();
  SmallVector<RankedTensorType> types;
  for (const Operand &operand : app.operands)
    types.push_back(operand.value.getType());
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
  return make(app, *type, module.extents.copy(shape));
}

FailureOr<TypedValue> OpChecker::checkTensor(Application &app) {
  if (!app.list.empty())
    return checkNumbers(app);
  const Literal &literal = app.operands[0].literal;
  ArrayRef<Extent> shape;
  if (app.attrs.shape)
    shape = *app.attrs.shape;
  mlir::Type elementType = app.attrs.elementType;
  if (!elementType)
    elementType = getDefaultType(literal);
  TypedValue result = createConstant(app.loc, literal, elementType, shape);
  if (!result)
    return failure();
  return result;
}

/// The list of a tensor.
FailureOr<TypedValue> OpChecker::checkNumbers(Application &app) {
  if (app.attrs.shape) {
    module.emitError(app.operands[0].loc,
                     "expected a number to fill the shape with, but got a "
                     "list, which has a shape");
    return failure();
  }
  mlir::Type elementType = app.attrs.elementType;
  if (!elementType) {
    elementType = mlir::IntegerType::get(module.getContext(), 64);
    for (const NumberList::Number &number : app.list.numbers)
      if (number.literal.kind != Literal::Integer)
        elementType = mlir::Float32Type::get(module.getContext());
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
  checked::Constant constant{{checked::Op::Constant, OpKind::tensor, app.loc}};
  constant.value = mlir::DenseElementsAttr::get(type->type, elements);
  checked::Value &result = body.append(constant)->results[0];
  result.type = type->type;
  result.shape = type->shape.data();
  return TypedValue(&result);
}

FailureOr<TypedValue> OpChecker::checkElementwise(Application &app) {
  // One operand has no neighbour to take a shape from.
  bool isAlone = app.operands.size() == 1;
  if (failed(isAlone ? materializeAll(app) : unify(app)) ||
      failed(checkElementTypes(app)))
    return failure();
  SmallVector<RankedTensorType, 2> types;
  for (const Operand &operand : app.operands)
    types.push_back(operand.value.getType());
  FailureOr<RankedTensorType> type =
      infer(app, [&](ErrorSite site) { return inferElementwise(site, types); });
  if (failed(type))
    return failure();

  return make(app, *type, app.operands[0].value.shape);
}

/// The smallest and the largest id, where they are known; as kina::getKnownIds
/// has it for ops.
static std::optional<std::pair<int64_t, int64_t>>
getKnownIds(const checked::Value *ids) {
  const checked::Op *op = ids->maker;
  auto rearranges = [](const checked::Op *op) {
    return op && op->kind == checked::Op::Kina &&
           (op->op == OpKind::reshape || op->op == OpKind::transpose ||
            op->op == OpKind::broadcast);
  };
  for (unsigned step = 0; step < 8 && rearranges(op); ++step)
    op = op->operands[0]->maker;
  if (!op)
    return std::nullopt;
  if (op->kind == checked::Op::Kina && op->op == OpKind::iota) {
    std::optional<int64_t> extent =
        op->results[0].getShape()[*op->attrs->axis].getConstant();
    if (!extent)
      return std::nullopt;
    return std::pair<int64_t, int64_t>(0, *extent - 1);
  }
  std::optional<int64_t> size;
  if (op->kind == checked::Op::Size)
    size = static_cast<const checked::Size *>(op)->extent.getConstant();
  if (size)
    return std::pair(*size, *size);
  if (op->kind != checked::Op::Constant)
    return std::nullopt;
  auto value = mlir::cast<mlir::DenseElementsAttr>(
      static_cast<const checked::Constant *>(op)->value);
  std::pair<int64_t, int64_t> range(INT64_MAX, INT64_MIN);
  for (const llvm::APInt &id : value.getValues<llvm::APInt>()) {
    range.first = std::min(range.first, id.getSExtValue());
    range.second = std::max(range.second, id.getSExtValue());
    if (value.isSplat())
      break;
  }
  return range;
}

LogicalResult OpChecker::checkIds(Application &app) {
  TypedValue table = app.operands[0].value, indices = app.operands[1].value;
  auto range = ::getKnownIds(indices.value);
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

FailureOr<TypedValue> OpChecker::checkGather(Application &app) {
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
  return make(app, *type, module.extents.copy(shape));
}

FailureOr<TypedValue> OpChecker::checkIota(Application &app) {
  ArrayRef<Extent> shape = *app.attrs.shape;
  SmallVector<int64_t> extents = getTypeExtents(shape);
  mlir::Type elementType = app.attrs.elementType;
  if (!elementType)
    elementType = mlir::IntegerType::get(module.getContext(), 64);
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
  return make(app, *type, shape);
}

FailureOr<TypedValue> OpChecker::checkMatmul(Application &app) {
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
  return make(app, *type, module.extents.copy(shape));
}

FailureOr<TypedValue> OpChecker::checkReduce(Application &app) {
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
  return make(app, *type, module.extents.copy(shape));
}

/// Where an extent is not a number; else the shape function has checked it.
LogicalResult OpChecker::checkElementCounts(Application &app,
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

FailureOr<TypedValue> OpChecker::checkReshape(Application &app) {
  if (failed(materializeAll(app)))
    return failure();
  TypedValue input = app.operands[0].value;
  ArrayRef<Extent> shape = *app.attrs.shape;
  FailureOr<RankedTensorType> type = infer(app, [&](ErrorSite site) {
    return inferReshape(site, input.getType(), getTypeExtents(shape));
  });
  if (failed(type) || failed(checkElementCounts(app, input.shape, shape)))
    return failure();
  return make(app, *type, shape);
}

FailureOr<TypedValue> OpChecker::checkSelect(Application &app) {
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
  return make(app, *type, onTrue.shape);
}

FailureOr<TypedValue> OpChecker::checkSoftmax(Application &app) {
  if (failed(materializeAll(app)) || failed(checkElementTypes(app)))
    return failure();
  TypedValue input = app.operands[0].value;
  FailureOr<RankedTensorType> type = infer(app, [&](ErrorSite site) {
    return inferSoftmax(site, input.getType(), *app.attrs.axis);
  });
  if (failed(type))
    return failure();
  return make(app, *type, input.shape);
}

FailureOr<TypedValue> OpChecker::checkTranspose(Application &app) {
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
  return make(app, *type, module.extents.copy(shape));
}
