//===- OpChecker.cpp - Typing and creation of ops -------------------------===//
//
// Part of Kina, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Semantics/OpChecker.h"
#include "Semantics/Spelling.h"
#include "Syntax/Lexer.h"
#include "llvm/ADT/StringExtras.h"

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

Reported OpChecker::emitError(Application &app, const Twine &message) {
  std::string equation = spellApplication(app), text = message.str();
  if (!llvm::StringRef(text).starts_with(equation))
    text = equation + ": " + text;
  Reported diagnostic = module.emitError(app.loc, text);
  for (const Operand &operand : app.operands)
    if (operand.definition && operand.value)
      diagnostic.attachNote(*operand.definition)
          << quote(operand.name) << " is "
          << spellType(operand.value.getElementType(), operand.value.shape);
  if (app.shapeLoc)
    diagnostic.attachNote(*app.shapeLoc) << "the shape is that of this operand";
  return diagnostic;
}

FailureOr<RankedTensorType> OpChecker::infer(
    Application &app,
    llvm::function_ref<FailureOr<RankedTensorType>(ErrorSite)> rule) {
  FailureOr<RankedTensorType> type = rule(std::nullopt);
  if (succeeded(type))
    return type;
  std::string message;
  {
    mlir::ScopedDiagnosticHandler handler(module.getContext(),
                                          [&](mlir::Diagnostic &diagnostic) {
                                            message = spellMessage(diagnostic);
                                            return success();
                                          });
    (void)rule(mlir::Location(mlir::UnknownLoc::get(module.getContext())));
  }
  return emitError(app, message);
}

LogicalResult OpChecker::requireEqual(Application &app, Extent lhs, Extent rhs,
                                      const Twine &what) {
  if (lhs == rhs)
    return success();
  auto isLess = [&](Extent lhs, Extent rhs) {
    ExtentOr difference = module.extents.sub(rhs, lhs);
    return difference.extent &&
           module.isAtLeast(difference.extent, 1, &function);
  };
  bool isKnown = isLess(lhs, rhs) || isLess(rhs, lhs);
  return emitError(app,
                   what + " " + lhs.str() + " and " + rhs.str() +
                       (isKnown ? " differ" : " are not known to be equal"));
}

//===----------------------------------------------------------------------===//
// What is right
//===----------------------------------------------------------------------===//

ArrayRef<const checked::Value *>
OpChecker::copyOperands(ArrayRef<Operand> operands) {
  auto values = llvm::map_to_vector(
      operands, [](const Operand &operand) { return operand.value.value; });
  return ArrayRef(values).copy(body.allocator);
}

TypedValue OpChecker::make(checked::Op op, const TensorType &type) {
  checked::Value &result = body.append(op)->results[0];
  result.type = type.type;
  result.shape = type.shape.data();
  return &result;
}

TypedValue OpChecker::make(const Application &app, RankedTensorType type,
                           ArrayRef<Extent> shape) {
  checked::Op op{checked::Op::Kina, app.spec->kind, app.loc,
                 copyOperands(app.operands)};
  if (!app.spec->attrs.empty())
    op.attrs = new (body.allocator) OpAttrs(app.attrs);
  return make(op, {type, shape});
}

Operand OpChecker::makeSize(SourceLoc loc, Extent size) {
  checked::Size op{{checked::Op::Size, OpKind::tensor, loc}};
  op.extent = size;
  checked::Value &result = body.append(op)->results[0];
  result.type = RankedTensorType::get(
      {}, mlir::IntegerType::get(module.getContext(), 64));
  return Operand::get(loc, &result);
}

//===----------------------------------------------------------------------===//
// Open operands
//===----------------------------------------------------------------------===//

TypedValue OpChecker::createConstant(SourceLoc loc, const Literal &literal,
                                     mlir::Type elementType,
                                     ArrayRef<Extent> shape) {
  auto element = getElement(literal, elementType);
  if (const auto *problem = std::get_if<std::string>(&element)) {
    module.emitError(loc, *problem);
    return {};
  }
  FailureOr<TensorType> tensor = module.getTensorType(loc, elementType, shape);
  if (failed(tensor))
    return {};
  RankedTensorType type = tensor->type;
  auto filled =
      type.hasStaticShape() ? type : RankedTensorType::get({}, elementType);
  checked::Constant constant{{checked::Op::Constant, OpKind::tensor, loc}};
  constant.value =
      mlir::DenseElementsAttr::get(filled, std::get<mlir::Attribute>(element));
  auto *op = body.append(constant);
  op->results[0].type = type;
  op->results[0].shape = shape.data();
  return &op->results[0];
}

TypedValue OpChecker::createBroadcast(const Operand &operand,
                                      ArrayRef<Extent> shape,
                                      std::optional<SourceLoc> shapeLoc) {
  Application app(operand.loc, &OpSpec::get(OpKind::broadcast), operand);
  app.operands.front().kind = Operand::Kind::Value;
  app.shapeLoc = shapeLoc;
  TypedValue input = operand.value;
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
  app.attrs = {};
  return make(app, *type, shape);
}

mlir::Type OpChecker::getDefaultType(const Literal &literal) {
  if (literal.kind == Literal::Integer)
    return mlir::IntegerType::get(module.getContext(), 64);
  return mlir::Float32Type::get(module.getContext());
}

TypedValue OpChecker::materialize(Operand &operand) {
  switch (operand.kind) {
  case Operand::Kind::Poison:
    return {};
  case Operand::Kind::Value:
    return operand.value;
  case Operand::Kind::Literal:
    operand = Operand::get(operand.loc,
                           createConstant(operand.loc, operand.literal,
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
                                        quote(operand.name) + " has no result");
    else
      module.emitError(operand.loc, "expected one value, but " +
                                        quote(operand.name) + " has " +
                                        Twine(operand.values.size()) +
                                        " results; bind them with "
                                        "'let (a, b) = ..'");
    break;
  }
  operand = Operand::poison(operand.loc);
  return {};
}

LogicalResult OpChecker::materializeAll(Application &app) {
  bool isLegal = true;
  for (Operand &operand : app.operands)
    isLegal &= static_cast<bool>(materialize(operand));
  return success(isLegal);
}

LogicalResult OpChecker::unify(Application &app) {
  // The condition of a select is of I1, whatever it chooses from.
  size_t firstOfType = app.spec->kind == OpKind::select ? 1 : 0;
  const Operand *shaped = nullptr, *typed = nullptr;
  mlir::Type elementType = mlir::IntegerType::get(module.getContext(), 64);
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
      operand.value = createBroadcast(operand, shape, shaped->loc);
    } else if (operand.is(Operand::Kind::Literal)) {
      operand.value = createConstant(
          operand.loc, operand.literal,
          index < firstOfType ? mlir::IntegerType::get(module.getContext(), 1)
                              : elementType,
          shape);
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
      return emitError(app,
                       "expected operands of one element type, but got " +
                           spellElementType(elementType) + " and " +
                           spellElementType(operand.value.getElementType()));
  return success();
}

LogicalResult OpChecker::unifyBatches(Application &app) {
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
    operand.value =
        createBroadcast(operand, module.extents.copy(shape), other.loc);
    if (!operand.value)
      return failure();
    operand.kind = Operand::Kind::Value;
  }
  return materializeAll(app);
}

//===----------------------------------------------------------------------===//
// Ops
//===----------------------------------------------------------------------===//

Operand OpChecker::check(Application &app) {
  if (llvm::any_of(app.operands, std::mem_fn(&Operand::isPoison)))
    return Operand::poison(app.loc);

  unsigned wanted = app.spec->operandCount, given = app.operands.size();
  bool takesAnyNumber = wanted == OpSpec::anyNumber;
  if (takesAnyNumber ? given == 0 : given != wanted) {
    std::string count = takesAnyNumber ? "at least 1" : std::to_string(wanted);
    module.emitError(app.loc, "expected " + count + " operand" +
                                  (takesAnyNumber || wanted == 1 ? "" : "s") +
                                  " for " + quote(app.spec->name) +
                                  ", but got " + Twine(given));
    return Operand::poison(app.loc);
  }
  if (app.spec->kind == OpKind::broadcast && !app.attrs.shape)
    return openBroadcast(app);
  if (app.spec->kind == OpKind::split)
    return checkSplit(app);
  FailureOr<TypedValue> result = checkOp(app);
  if (failed(result))
    return Operand::poison(app.loc);
  return Operand::get(app.loc, *result);
}

FailureOr<TypedValue> OpChecker::checkOp(Application &app) {
  switch (app.spec->kind) {
  case OpKind::argmax:
    return checkArgmax(app);
  case OpKind::broadcast:
    return checkBroadcast(app);
  case OpKind::cast:
    return checkCast(app);
  case OpKind::compare:
    return checkCompare(app);
  case OpKind::concat:
    return checkConcat(app);
  case OpKind::tensor:
    return checkTensor(app);
  case OpKind::gather:
    return checkGather(app);
  case OpKind::iota:
    return checkIota(app);
  case OpKind::matmul:
    return checkMatmul(app);
  case OpKind::reduce:
    return checkReduce(app);
  case OpKind::reshape:
    return checkReshape(app);
  case OpKind::select:
    return checkSelect(app);
  case OpKind::slice:
    return checkSlice(app);
  case OpKind::softmax:
    return checkSoftmax(app);
  case OpKind::split:
    break;
  case OpKind::transpose:
    return checkTranspose(app);
#define ELEMENTWISE(name, Op, operands, takes) case OpKind::name:
#include "Semantics/Ops.def"
    return checkElementwise(app);
  }
  llvm_unreachable("every op is checked");
}

Operand OpChecker::openBroadcast(Application &app) {
  Operand open = app.operands[0];
  // A literal takes shape and type from the operand beside it anyway.
  if (!open.is(Operand::Kind::Literal) && materialize(open))
    open.kind = Operand::Kind::Broadcast;
  open.loc = app.loc;
  return open;
}
