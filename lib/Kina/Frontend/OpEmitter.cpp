//===- OpEmitter.cpp - Typing and creation of ops -------------------------===//
//
// Part of Kina, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "OpEmitter.h"
#include "Kina/IR/KinaDialect.h"
#include "Spelling.h"
#include "mlir/IR/Matchers.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/Error.h"

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

//===----------------------------------------------------------------------===//
// Messages
//===----------------------------------------------------------------------===//

/// The operator that stands for the op, or nothing.
static llvm::StringRef getOperator(OpKind kind) {
  switch (kind) {
  case OpKind::add:
    return "+";
  case OpKind::sub:
    return "-";
  case OpKind::mul:
    return "*";
  case OpKind::div:
    return "/";
  case OpKind::matmul:
    return "@";
  default:
    return "";
  }
}

static std::string spellOperand(const Operand &operand) {
  switch (operand.kind) {
  case Operand::Kind::Literal:
    return operand.literal.str();
  case Operand::Kind::Broadcast:
    return "broadcast(" + spellShape(operand.value.shape) + ")";
  default:
    return spellShape(operand.value.shape);
  }
}

/// The shapes as in an equation: `[1, 4] @ [8, 4]`, `softmax([1, 4])`.
static std::string spellApplication(const Application &app) {
  SmallVector<std::string> operands;
  for (const Operand &operand : app.operands)
    operands.push_back(spellOperand(operand));
  llvm::StringRef op = getOperator(app.spec->kind);
  if (!op.empty())
    return llvm::join(operands, (" " + op + " ").str());
  return (app.spec->name + "(" + llvm::join(operands, ", ") + ")").str();
}

mlir::InFlightDiagnostic OpEmitter::emitError(Application &app,
                                              const Twine &message) {
  std::string equation = spellApplication(app), text = message.str();
  if (!llvm::StringRef(text).starts_with(equation))
    text = equation + ": " + text;
  mlir::InFlightDiagnostic diagnostic = module.emitError(app.loc, text);
  for (const Operand &operand : app.operands)
    if (operand.definition && operand.value)
      diagnostic.attachNote(*operand.definition)
          << quote(operand.name) << " is "
          << spellType(operand.value.getElementType(), operand.value.shape);
  return diagnostic;
}

FailureOr<RankedTensorType> OpEmitter::infer(
    Application &app,
    llvm::function_ref<FailureOr<RankedTensorType>(ErrorSite)> rule) {
  FailureOr<RankedTensorType> type = rule(std::nullopt);
  if (succeeded(type))
    return type;
  std::string message;
  {
    mlir::ScopedDiagnosticHandler handler(
        module.getContext(), [&](mlir::Diagnostic &diagnostic) {
          message = spellMessage(diagnostic);
          return success();
        });
    (void)rule(mlir::Location(app.loc));
  }
  return emitError(app, message);
}

LogicalResult OpEmitter::requireEqual(Application &app, Extent lhs, Extent rhs,
                                      const Twine &what) {
  if (lhs == rhs)
    return success();
  return emitError(app, what + " " + lhs.str() + " and " + rhs.str() +
                            (lhs.getConstant() && rhs.getConstant()
                                 ? " differ"
                                 : " are not known to be equal"));
}

//===----------------------------------------------------------------------===//
// Open operands
//===----------------------------------------------------------------------===//

/// The literal as an element of the type; what is wrong with it goes to
/// `problem`.
static mlir::Attribute getElement(const Literal &literal, mlir::Type type,
                                  std::string &problem) {
  if (auto floatType = mlir::dyn_cast<mlir::FloatType>(type)) {
    const llvm::fltSemantics &semantics = floatType.getFloatSemantics();
    llvm::APFloat value(semantics);
    if (literal.kind == Literal::Infinity) {
      value = llvm::APFloat::getInf(semantics);
    } else if (literal.kind == Literal::NaN) {
      value = llvm::APFloat::getNaN(semantics);
    } else {
      llvm::Expected<llvm::APFloat::opStatus> status = value.convertFromString(
          literal.spelling, llvm::APFloat::rmNearestTiesToEven);
      if (!status)
        llvm::reportFatalInternalError(status.takeError());
      if (!value.isFinite())
        problem = "is too large for";
      else if (value.isZero() && *status != llvm::APFloat::opOK)
        problem = "is too small for";
    }
    if (literal.isNegative)
      value.changeSign();
    return mlir::FloatAttr::get(floatType, value);
  }

  if (literal.kind != Literal::Integer) {
    problem = "is no integer as expected by";
    return nullptr;
  }
  unsigned width = type.getIntOrFloatBitWidth();
  llvm::APInt magnitude;
  if (literal.spelling.getAsInteger(10, magnitude))
    llvm_unreachable("the lexer takes digits only for an integer");
  // I1 is 0 or 1, the others are signed.
  magnitude = magnitude.zext(std::max(magnitude.getBitWidth(), width) + 1);
  llvm::APInt limit(magnitude.getBitWidth(), 1);
  if (width > 1) {
    limit <<= width - 1;
    if (!literal.isNegative)
      --limit;
  } else if (literal.isNegative) {
    --limit;
  }
  if (magnitude.ugt(limit))
    problem = "does not fit in";
  llvm::APInt value = magnitude.trunc(width);
  if (literal.isNegative)
    value.negate();
  return mlir::IntegerAttr::get(type, value);
}

TypedValue OpEmitter::createConstant(SourceLoc loc, const Literal &literal,
                                     mlir::Type elementType,
                                     ArrayRef<Extent> shape) {
  std::string problem;
  mlir::Attribute element = getElement(literal, elementType, problem);
  if (!problem.empty()) {
    module.emitError(loc, quote(literal.str()) + " " + problem + " " +
                              spellElementType(elementType));
    return {};
  }
  SmallVector<int64_t> extents;
  for (Extent extent : shape)
    extents.push_back(extent.getTypeExtent());
  FailureOr<RankedTensorType> type =
      getLegalTensor(std::nullopt, extents, elementType);
  if (failed(type)) {
    module.emitError(loc, "byte size of " + spellType(elementType, shape) +
                              " does not fit in 63 bits");
    return {};
  }
  auto value = mlir::DenseElementsAttr::get(*type, element);
  return {ConstantOp::create(builder, loc, *type, value), shape};
}

TypedValue OpEmitter::createBroadcast(Application &app, TypedValue input,
                                      ArrayRef<Extent> shape) {
  SmallVector<int64_t> extents;
  for (Extent extent : shape)
    extents.push_back(extent.getTypeExtent());
  FailureOr<RankedTensorType> type = infer(app, [&](ErrorSite site) {
    return inferBroadcast(site, input.getType(), extents);
  });
  if (failed(type))
    return {};
  ArrayRef<Extent> aligned = shape.take_back(input.shape.size());
  for (auto [from, to] : llvm::zip_equal(input.shape, aligned))
    if (from.getConstant() != 1 &&
        failed(requireEqual(app, from, to, "extents")))
      return {};
  return {BroadcastOp::create(builder, app.loc, *type, input.value,
                              mlir::ValueRange()),
          shape};
}

mlir::Type OpEmitter::getDefaultType(const Literal &literal) {
  if (literal.kind == Literal::Integer)
    return builder.getI64Type();
  return builder.getF32Type();
}

TypedValue OpEmitter::materialize(Operand &operand) {
  switch (operand.kind) {
  case Operand::Kind::Poison:
    return {};
  case Operand::Kind::Value:
    return operand.value;
  case Operand::Kind::Literal:
    operand = Operand::get(
        operand.loc, createConstant(operand.loc, operand.literal,
                                    getDefaultType(operand.literal), {}));
    return operand.value;
  case Operand::Kind::Broadcast:
    module.emitError(operand.loc,
                     "expected a shape, as in broadcast(x, [1, 4]): there is "
                     "no operand beside it to take the shape from");
    break;
  case Operand::Kind::Results:
    if (operand.values.empty())
      module.emitError(operand.loc, "expected a value, but " +
                                        quote(operand.callee->name) +
                                        " has no result");
    else
      module.emitError(operand.loc, "expected one value, but " +
                                        quote(operand.callee->name) + " has " +
                                        Twine(operand.values.size()) +
                                        " results; bind them with "
                                        "'let (a, b) = ..'");
    break;
  }
  operand = Operand::poison(operand.loc);
  return {};
}

LogicalResult OpEmitter::materializeAll(Application &app) {
  bool isLegal = true;
  for (Operand &operand : app.operands)
    isLegal &= static_cast<bool>(materialize(operand));
  return success(isLegal);
}

LogicalResult OpEmitter::unify(Application &app) {
  // The condition of a select is of I1, whatever it chooses from.
  size_t firstOfType = app.spec->kind == OpKind::select ? 1 : 0;
  const Operand *shaped = nullptr, *typed = nullptr;
  mlir::Type elementType = builder.getI64Type();
  for (auto [index, operand] : llvm::enumerate(app.operands)) {
    if (operand.is(Operand::Kind::Results) && !materialize(operand))
      return failure();
    if (operand.is(Operand::Kind::Literal)) {
      if (operand.literal.kind != Literal::Integer)
        elementType = getDefaultType(operand.literal);
      continue;
    }
    if (!shaped && operand.is(Operand::Kind::Value))
      shaped = &operand;
    if (!typed && index >= firstOfType)
      typed = &operand;
  }
  ArrayRef<Extent> shape = shaped ? shaped->value.shape : ArrayRef<Extent>();
  if (typed)
    elementType = typed->value.getElementType();

  for (auto [index, operand] : llvm::enumerate(app.operands)) {
    if (operand.is(Operand::Kind::Broadcast)) {
      if (!shaped) {
        materialize(operand);
        return failure();
      }
      Application broadcast(operand.loc, &OpSpec::get(OpKind::broadcast),
                            Operand::get(operand.loc, operand.value));
      operand.value = createBroadcast(broadcast, operand.value, shape);
    } else if (operand.is(Operand::Kind::Literal)) {
      operand.value = createConstant(
          operand.loc, operand.literal,
          index < firstOfType ? builder.getI1Type() : elementType, shape);
    }
    if (!operand.value)
      return failure();
    operand.kind = Operand::Kind::Value;
  }

  for (const Operand &operand : app.operands) {
    ArrayRef<Extent> other = operand.value.shape;
    if (other.size() != shape.size())
      return emitError(app, "ranks " + Twine(shape.size()) + " and " +
                                Twine(other.size()) +
                                " differ; write broadcast(..) around the "
                                "operand to be stretched");
    for (auto [axis, extents] : llvm::enumerate(llvm::zip_equal(shape, other)))
      if (failed(requireEqual(app, std::get<0>(extents), std::get<1>(extents),
                              "extents on axis " + Twine(axis) + ",")))
        return failure();
  }
  for (const Operand &operand : llvm::drop_begin(app.operands, firstOfType))
    if (operand.value.getElementType() != elementType)
      return emitError(app, "expected operands of one element type, but got " +
                                spellElementType(elementType) + " and " +
                                spellElementType(
                                    operand.value.getElementType()));
  return success();
}

LogicalResult OpEmitter::unifyBatches(Application &app) {
  for (Operand &operand : app.operands) {
    if (operand.is(Operand::Kind::Literal)) {
      emitError(app, "expected a tensor, but got a number");
      return failure();
    }
    if (!operand.is(Operand::Kind::Broadcast))
      continue;
    Operand &other = app.operands[&operand == &app.operands.front()];
    if (!other.is(Operand::Kind::Value)) {
      materialize(operand);
      return failure();
    }
    if (operand.value.shape.size() < 2 || other.value.shape.size() < 2)
      return emitError(app, "expected operands of rank at least 2");
    SmallVector<Extent> shape(other.value.shape.drop_back(2));
    llvm::append_range(shape, operand.value.shape.take_back(2));
    Application broadcast(operand.loc, &OpSpec::get(OpKind::broadcast),
                          Operand::get(operand.loc, operand.value));
    operand.value = createBroadcast(broadcast, operand.value,
                                    module.extents.copy(shape));
    if (!operand.value)
      return failure();
    operand.kind = Operand::Kind::Value;
  }
  return materializeAll(app);
}

//===----------------------------------------------------------------------===//
// Ops
//===----------------------------------------------------------------------===//

Operand OpEmitter::finish(Application &app, mlir::Value value,
                          ArrayRef<Extent> shape) {
  return Operand::get(app.loc, TypedValue{value, shape});
}

LogicalResult OpEmitter::checkElementTypes(Application &app) {
  for (const Operand &operand : app.operands) {
    mlir::Type type = operand.value.getElementType();
    if (app.spec->takes == Takes::Floats && !mlir::isa<mlir::FloatType>(type))
      return emitError(app, "expected floats (F32, F64, F16 or BF16), but got " +
                                spellElementType(type));
    if (app.spec->takes == Takes::Numbers && type.isInteger(1))
      return emitError(app, "expected numbers, but got I1");
  }
  return success();
}

Operand OpEmitter::emit(Application &app) {
  if (llvm::any_of(app.operands, std::mem_fn(&Operand::isPoison)))
    return Operand::poison(app.loc);

  unsigned wanted = app.spec->operandCount, given = app.operands.size();
  if (wanted == OpSpec::anyNumber ? given == 0 : given != wanted) {
    module.emitError(app.loc,
                     (wanted == OpSpec::anyNumber ? "expected at least 1"
                                                  : "expected " + Twine(wanted)) +
                         " operand" + (wanted == 1 ? "" : "s") + " for " +
                         quote(app.spec->name) + ", but got " + Twine(given));
    return Operand::poison(app.loc);
  }
  switch (app.spec->kind) {
  case OpKind::argmax:
    return emitArgmax(app);
  case OpKind::broadcast:
    return emitBroadcast(app);
  case OpKind::cast:
    return emitCast(app);
  case OpKind::compare:
    return emitCompare(app);
  case OpKind::concat:
    return emitConcat(app);
  case OpKind::gather:
    return emitGather(app);
  case OpKind::iota:
    return emitIota(app);
  case OpKind::matmul:
    return emitMatmul(app);
  case OpKind::reduce:
    return emitReduce(app);
  case OpKind::reshape:
    return emitReshape(app);
  case OpKind::select:
    return emitSelect(app);
  case OpKind::slice:
    return emitSlice(app);
  case OpKind::softmax:
    return emitSoftmax(app);
  case OpKind::transpose:
    return emitTranspose(app);
#define UNARY(name, Op, takes) case OpKind::name:
#define BINARY(name, Op, takes) case OpKind::name:
#include "Ops.def"
    return emitElementwise(app);
  }
  llvm_unreachable("every op is emitted");
}

Operand OpEmitter::emitArgmax(Application &app) {
  if (failed(materializeAll(app)) || failed(checkElementTypes(app)))
    return Operand::poison(app.loc);
  TypedValue input = app.operands[0].value;
  FailureOr<RankedTensorType> type = infer(app, [&](ErrorSite site) {
    return inferArgmax(site, input.getType(), *app.attrs.axis);
  });
  if (failed(type))
    return Operand::poison(app.loc);
  SmallVector<Extent> shape(input.shape);
  shape.erase(shape.begin() + *app.attrs.axis);
  return finish(app,
                ArgmaxOp::create(builder, app.loc, *type, input.value,
                                 *app.attrs.axis),
                module.extents.copy(shape));
}

Operand OpEmitter::emitBroadcast(Application &app) {
  Operand &operand = app.operands[0];
  if (!app.attrs.shape) {
    // A literal takes shape and type from the operand beside it anyway.
    if (operand.is(Operand::Kind::Literal))
      return Operand::get(app.loc, operand.literal);
    TypedValue input = materialize(operand);
    return input ? Operand::broadcast(app.loc, input)
                 : Operand::poison(app.loc);
  }
  ArrayRef<Extent> shape = module.extents.copy(*app.attrs.shape);
  if (operand.is(Operand::Kind::Literal))
    return Operand::get(app.loc,
                        createConstant(app.loc, operand.literal,
                                       getDefaultType(operand.literal), shape));
  TypedValue input = materialize(operand);
  if (!input)
    return Operand::poison(app.loc);
  return Operand::get(app.loc, createBroadcast(app, input, shape));
}

Operand OpEmitter::emitCast(Application &app) {
  if (failed(materializeAll(app)))
    return Operand::poison(app.loc);
  TypedValue input = app.operands[0].value;
  FailureOr<RankedTensorType> type = infer(app, [&](ErrorSite site) {
    return inferCast(site, input.getType(), app.attrs.elementType);
  });
  if (failed(type))
    return Operand::poison(app.loc);
  return finish(app, CastOp::create(builder, app.loc, *type, input.value),
                input.shape);
}

Operand OpEmitter::emitCompare(Application &app) {
  if (failed(unify(app)))
    return Operand::poison(app.loc);
  TypedValue lhs = app.operands[0].value, rhs = app.operands[1].value;
  FailureOr<RankedTensorType> type = infer(app, [&](ErrorSite site) {
    return inferCompare(site, lhs.getType(), rhs.getType());
  });
  if (failed(type))
    return Operand::poison(app.loc);
  return finish(app,
                CompareOp::create(builder, app.loc, *type,
                                  *app.attrs.predicate, lhs.value, rhs.value),
                lhs.shape);
}

Operand OpEmitter::emitConcat(Application &app) {
  if (failed(materializeAll(app)))
    return Operand::poison(app.loc);
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
    return Operand::poison(app.loc);

  SmallVector<Extent> shape(app.operands.front().value.shape);
  for (const Operand &operand : llvm::drop_begin(app.operands)) {
    for (auto [index, extent] : llvm::enumerate(operand.value.shape)) {
      if (static_cast<int64_t>(index) != axis) {
        if (failed(requireEqual(app, shape[index], extent,
                                "extents on axis " + Twine(index) + ",")))
          return Operand::poison(app.loc);
        continue;
      }
      ExtentOr sum = module.extents.add(shape[index], extent);
      if (!sum.extent) {
        emitError(app, "the sum of the extents on axis " + Twine(axis) + " " +
                           sum.problem);
        return Operand::poison(app.loc);
      }
      shape[index] = sum.extent;
    }
  }
  return finish(app, ConcatOp::create(builder, app.loc, *type, values, axis),
                module.extents.copy(shape));
}

Operand OpEmitter::emitElementwise(Application &app) {
  // A unary op has no operand to take a shape from.
  if (failed(app.spec->isUnary() ? materializeAll(app) : unify(app)) ||
      failed(checkElementTypes(app)))
    return Operand::poison(app.loc);
  SmallVector<RankedTensorType, 2> types;
  for (const Operand &operand : app.operands)
    types.push_back(operand.value.getType());
  FailureOr<RankedTensorType> type = infer(
      app, [&](ErrorSite site) { return inferElementwise(site, types); });
  if (failed(type))
    return Operand::poison(app.loc);

  ArrayRef<Extent> shape = app.operands[0].value.shape;
  mlir::Value first = app.operands.front().value.value;
  mlir::Value last = app.operands.back().value.value;
  switch (app.spec->kind) {
#define UNARY(name, Op, takes)                                                 \
  case OpKind::name:                                                           \
    return finish(app, Op::create(builder, app.loc, *type, first), shape);
#define BINARY(name, Op, takes)                                                \
  case OpKind::name:                                                           \
    return finish(app, Op::create(builder, app.loc, *type, first, last), shape);
#include "Ops.def"
  default:
    llvm_unreachable("the op is unary or binary");
  }
}

/// The largest and the smallest index if `indices` is known here: a filled
/// tensor or an iota, reshaped at most a few times.
static std::optional<std::pair<int64_t, int64_t>>
getIndexRange(mlir::Value indices) {
  for (unsigned step = 0; step < 8; ++step) {
    mlir::Operation *op = indices.getDefiningOp();
    if (!op)
      return std::nullopt;
    if (auto iota = mlir::dyn_cast<IotaOp>(op)) {
      int64_t extent = iota.getType().getDimSize(iota.getAxis());
      if (mlir::ShapedType::isDynamic(extent))
        return std::nullopt;
      return std::pair<int64_t, int64_t>(0, extent - 1);
    }
    llvm::APInt value;
    if (mlir::matchPattern(op, mlir::m_ConstantInt(&value)))
      return std::pair(value.getSExtValue(), value.getSExtValue());
    if (!mlir::isa<ReshapeOp, BroadcastOp, TransposeOp>(op))
      return std::nullopt;
    indices = op->getOperand(0);
  }
  return std::nullopt;
}

LogicalResult OpEmitter::checkIds(Application &app) {
  TypedValue table = app.operands[0].value, indices = app.operands[1].value;
  auto range = getIndexRange(indices.value);
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

Operand OpEmitter::emitGather(Application &app) {
  if (failed(materializeAll(app)))
    return Operand::poison(app.loc);
  TypedValue table = app.operands[0].value, indices = app.operands[1].value;
  FailureOr<RankedTensorType> type = infer(app, [&](ErrorSite site) {
    return inferGather(site, table.getType(), indices.getType());
  });
  if (failed(type) || failed(checkIds(app)))
    return Operand::poison(app.loc);
  SmallVector<Extent> shape(indices.shape);
  llvm::append_range(shape, table.shape.drop_front());
  return finish(app,
                GatherOp::create(builder, app.loc, *type, table.value,
                                 indices.value),
                module.extents.copy(shape));
}

Operand OpEmitter::emitIota(Application &app) {
  SmallVector<int64_t> extents;
  for (Extent extent : *app.attrs.shape)
    extents.push_back(extent.getTypeExtent());
  FailureOr<RankedTensorType> type =
      infer(app, [&](ErrorSite site) -> FailureOr<RankedTensorType> {
        FailureOr<RankedTensorType> legal =
            getLegalTensor(site, extents, builder.getI64Type());
        if (failed(legal) || failed(checkAxis(site, *legal, *app.attrs.axis)))
          return failure();
        return legal;
      });
  if (failed(type))
    return Operand::poison(app.loc);
  return finish(app,
                IotaOp::create(builder, app.loc, *type, mlir::ValueRange(),
                               *app.attrs.axis),
                module.extents.copy(*app.attrs.shape));
}

Operand OpEmitter::emitMatmul(Application &app) {
  if (failed(unifyBatches(app)) || failed(checkElementTypes(app)))
    return Operand::poison(app.loc);
  TypedValue lhs = app.operands[0].value, rhs = app.operands[1].value;
  FailureOr<RankedTensorType> type = infer(app, [&](ErrorSite site) {
    return inferMatmul(site, lhs.getType(), rhs.getType(),
                       app.attrs.elementType);
  });
  if (failed(type))
    return Operand::poison(app.loc);

  size_t rank = lhs.shape.size();
  for (size_t axis = 0; axis < rank - 2; ++axis)
    if (failed(requireEqual(app, lhs.shape[axis], rhs.shape[axis],
                            "batch extents")))
      return Operand::poison(app.loc);
  if (failed(requireEqual(app, lhs.shape[rank - 1], rhs.shape[rank - 2],
                          "inner extents")))
    return Operand::poison(app.loc);
  SmallVector<Extent> shape(lhs.shape.drop_back());
  shape.push_back(rhs.shape.back());
  return finish(app,
                MatmulOp::create(builder, app.loc, *type, lhs.value, rhs.value),
                module.extents.copy(shape));
}

Operand OpEmitter::emitReduce(Application &app) {
  if (failed(materializeAll(app)) || failed(checkElementTypes(app)))
    return Operand::poison(app.loc);
  TypedValue input = app.operands[0].value;
  int64_t axis = *app.attrs.axis;
  FailureOr<RankedTensorType> type = infer(app, [&](ErrorSite site) {
    return inferReduce(site, *app.attrs.reduceKind, input.getType(), axis,
                       app.attrs.keep);
  });
  if (failed(type))
    return Operand::poison(app.loc);
  SmallVector<Extent> shape(input.shape);
  if (app.attrs.keep)
    shape[axis] = module.extents.getConstant(1);
  else
    shape.erase(shape.begin() + axis);
  return finish(app,
                ReduceOp::create(builder, app.loc, *type, *app.attrs.reduceKind,
                                 input.value, axis, app.attrs.keep),
                module.extents.copy(shape));
}

Operand OpEmitter::emitReshape(Application &app) {
  if (failed(materializeAll(app)))
    return Operand::poison(app.loc);
  TypedValue input = app.operands[0].value;
  SmallVector<int64_t> extents;
  for (Extent extent : *app.attrs.shape)
    extents.push_back(extent.getTypeExtent());
  FailureOr<RankedTensorType> type = infer(app, [&](ErrorSite site) {
    return inferReshape(site, input.getType(), extents);
  });
  if (failed(type))
    return Operand::poison(app.loc);
  return finish(app,
                ReshapeOp::create(builder, app.loc, *type, input.value,
                                  mlir::ValueRange()),
                module.extents.copy(*app.attrs.shape));
}

Operand OpEmitter::emitSelect(Application &app) {
  if (failed(unify(app)))
    return Operand::poison(app.loc);
  TypedValue condition = app.operands[0].value, onTrue = app.operands[1].value,
             onFalse = app.operands[2].value;
  FailureOr<RankedTensorType> type = infer(app, [&](ErrorSite site) {
    return inferSelect(site, condition.getType(), onTrue.getType(),
                       onFalse.getType());
  });
  if (failed(type))
    return Operand::poison(app.loc);
  return finish(app,
                SelectOp::create(builder, app.loc, *type, condition.value,
                                 onTrue.value, onFalse.value),
                onTrue.shape);
}

Operand OpEmitter::emitSlice(Application &app) {
  if (failed(materializeAll(app)))
    return Operand::poison(app.loc);
  TypedValue input = app.operands[0].value;
  int64_t axis = *app.attrs.axis;
  int64_t start = app.attrs.start->getTypeExtent();
  int64_t stop = app.attrs.stop->getTypeExtent();
  FailureOr<RankedTensorType> type = infer(app, [&](ErrorSite site) {
    return inferSlice(site, input.getType(), axis, start, stop);
  });
  if (failed(type))
    return Operand::poison(app.loc);
  SmallVector<Extent> shape(input.shape);
  shape[axis] = module.extents.sub(*app.attrs.stop, *app.attrs.start).extent;
  return finish(app,
                SliceOp::create(builder, app.loc, *type, input.value, axis,
                                start, stop),
                module.extents.copy(shape));
}

Operand OpEmitter::emitSoftmax(Application &app) {
  if (failed(materializeAll(app)) || failed(checkElementTypes(app)))
    return Operand::poison(app.loc);
  TypedValue input = app.operands[0].value;
  FailureOr<RankedTensorType> type = infer(app, [&](ErrorSite site) {
    return inferSoftmax(site, input.getType(), *app.attrs.axis);
  });
  if (failed(type))
    return Operand::poison(app.loc);
  return finish(app,
                SoftmaxOp::create(builder, app.loc, *type, input.value,
                                  *app.attrs.axis),
                input.shape);
}

Operand OpEmitter::emitTranspose(Application &app) {
  if (failed(materializeAll(app)))
    return Operand::poison(app.loc);
  TypedValue input = app.operands[0].value;
  FailureOr<RankedTensorType> type = infer(app, [&](ErrorSite site) {
    return inferTranspose(site, input.getType(), *app.attrs.perm);
  });
  if (failed(type))
    return Operand::poison(app.loc);
  SmallVector<Extent> shape;
  for (int64_t axis : *app.attrs.perm)
    shape.push_back(input.shape[axis]);
  return finish(app,
                TransposeOp::create(builder, app.loc, *type, input.value,
                                    *app.attrs.perm),
                module.extents.copy(shape));
}

//===----------------------------------------------------------------------===//
// Calls and sizes
//===----------------------------------------------------------------------===//

Operand OpEmitter::emitCall(Function &callee, Application &app) {
  bool isLegal = static_cast<bool>(callee.op);
  for (Operand &operand : app.operands)
    isLegal &= static_cast<bool>(materialize(operand));
  if (!isLegal)
    return Operand::poison(app.loc);

  if (app.operands.size() != callee.parameters.size()) {
    mlir::InFlightDiagnostic diagnostic = module.emitError(
        app.loc, "expected " + Twine(callee.parameters.size()) +
                     " argument" + (callee.parameters.size() == 1 ? "" : "s") +
                     " for " + quote(callee.name) + ", but got " +
                     Twine(app.operands.size()));
    diagnostic.attachNote(callee.loc) << quote(callee.name) << " is defined here";
    return Operand::poison(app.loc);
  }
  SmallVector<mlir::Value> values;
  for (auto [operand, parameter] :
       llvm::zip_equal(app.operands, callee.parameters)) {
    values.push_back(operand.value.value);
    if (operand.value.getTensorType().matches(parameter.type))
      continue;
    mlir::InFlightDiagnostic diagnostic = module.emitError(
        operand.loc,
        "expected " +
            spellType(parameter.type.getElementType(), parameter.type.shape) +
            " for " + quote(parameter.name) + " of " + quote(callee.name) +
            ", but got " +
            spellType(operand.value.getElementType(), operand.value.shape));
    diagnostic.attachNote(parameter.loc) << "the parameter is defined here";
    isLegal = false;
  }
  if (!isLegal)
    return Operand::poison(app.loc);

  auto call = mlir::func::CallOp::create(builder, app.loc, callee.op, values);
  if (call.getNumResults() != 1)
    return Operand::results(app.loc, call.getResults(), &callee);
  return finish(app, call.getResult(0), callee.results.front().type.shape);
}

Operand OpEmitter::emitSize(SourceLoc loc, Extent size) {
  auto type = RankedTensorType::get({}, builder.getI64Type());
  auto value = mlir::DenseElementsAttr::get(type, *size.getConstant());
  return Operand::get(
      loc, TypedValue{ConstantOp::create(builder, loc, type, value), {}});
}
