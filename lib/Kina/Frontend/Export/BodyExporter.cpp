//===- BodyExporter.cpp - From ops to statements --------------------------===//
//
// Part of Kina, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Export/BodyExporter.h"
#include "Export/ConstantSpelling.h"
#include "Semantics/OpSpec.h"
#include "Semantics/Spelling.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/TypeSwitch.h"

using namespace kina;
using namespace kina::frontend;
using llvm::ArrayRef;
using llvm::cast;
using llvm::dyn_cast;
using llvm::isa;
using llvm::SmallVector;
using llvm::StringRef;
using mlir::failure;
using mlir::FailureOr;
using mlir::LogicalResult;
using mlir::Operation;
using mlir::RankedTensorType;
using mlir::success;
using mlir::Value;

/// An expression does not nest deeper: a value is named before.
static constexpr unsigned maxDepth = 50;

static RankedTensorType getTensorType(Value value) {
  return cast<RankedTensorType>(value.getType());
}

//===----------------------------------------------------------------------===//
// Operands
//===----------------------------------------------------------------------===//

/// Whether the front end makes the open operands as they are: a broadcast or a
/// constant takes its shape from a value beside it, and a constant its type as
/// well (OpEmitter::unify, OpEmitter::unifyBatches).
bool BodyExporter::isInferable(Operation *op, const OpenOperands &open) {
  if (llvm::none_of(open, [](bool isOpen) { return isOpen; }))
    return true;
  if (isa<MatmulOp>(op)) {
    unsigned index = open[0] ? 0 : 1;
    auto broadcast = op->getOperand(index).getDefiningOp<BroadcastOp>();
    if (open[1 - index] || !broadcast)
      return false;
    auto from = sizes.getShape(broadcast.getInput());
    return from.size() >= 2 &&
           from.take_back(2) == sizes.getShape(broadcast).take_back(2);
  }
  // The condition of a select is of I1 anyway.
  unsigned firstOfType = isa<SelectOp>(op) ? 1 : 0;
  bool hasShape = false, hasType = false, isScalar = true;
  for (auto [index, operand] : llvm::enumerate(op->getOperands())) {
    bool isNumber = open[index] && isLiteral(operand);
    hasShape |= !open[index];
    hasType |= !isNumber && index >= firstOfType;
    isScalar &= isNumber && getTensorType(operand).getRank() == 0;
  }
  mlir::Type elementType =
      getTensorType(op->getOperands().back()).getElementType();
  return (hasShape || isScalar) && (hasType || isDefaultType(elementType));
}

/// The front end makes the ops of open operands last, in the order of the
/// operands; so they stand right before the op.
BodyExporter::OpenOperands BodyExporter::getOpenOperands(Operation *op) {
  OpenOperands open(op->getNumOperands(), false);
  if (open.size() < 2 || open.size() > 3 ||
      !(op->hasTrait<mlir::OpTrait::Elementwise>() || isa<MatmulOp>(op)))
    return open;
  Operation *previous = getPrevious(op);
  for (unsigned index = open.size(); index-- > 0 && previous;) {
    Value operand = op->getOperand(index);
    ConstantOp filled = getFilled(operand);
    if (operand.getDefiningOp() != previous ||
        !(isa<BroadcastOp>(previous) || filled) || !operand.hasOneUse() ||
        isNamed(operand))
      continue;
    open[index] = true;
    previous = getPrevious(filled ? filled : previous);
  }
  for (bool &isOpen : open) {
    if (isInferable(op, open))
      break;
    isOpen = false;
  }
  return open;
}

/// Whether its only user makes the op from what is beside it.
bool BodyExporter::isOpen(Operation *op) {
  Value value = op->getResult(0);
  if (!value.hasOneUse())
    return false;
  mlir::OpOperand &use = *value.use_begin();
  if (auto broadcast = dyn_cast<BroadcastOp>(use.getOwner());
      broadcast && getFilled(broadcast) == op)
    return !isNamed(broadcast) && isOpen(broadcast);
  // It stands before its user with nothing but other such ops between, each
  // of two at most.
  Operation *next = op;
  for (unsigned steps = 0; steps < 6 && next != use.getOwner(); ++steps)
    next = getNext(next);
  return next == use.getOwner() &&
         getOpenOperands(next)[use.getOperandNumber()];
}

/// Takes values from the stack that are evaluated one after another. Null for
/// an open constant, which is not on the stack.
SmallVector<ExprPtr, 2> BodyExporter::takeOperands(mlir::ValueRange values) {
  SmallVector<ExprPtr, 2> exprs(values.size());
  size_t end = stack.size();
  size_t index = values.size();
  for (; index > 0; --index) {
    Value value = values[index - 1];
    if (names.contains(value) || !stackPositions.contains(value))
      continue;
    bool isTop = end > stackBegin && stack[end - 1].value == value;
    // The op itself and a broadcast around the operand nest as well.
    if (!isTop || stack[end - 1].expr->depth + 2 > maxDepth)
      break;
    exprs[index - 1] = std::move(stack[--end].expr);
  }
  // The values before could not be taken.
  size_t named = stackBegin;
  for (Value value : values.take_front(index))
    if (auto position = stackPositions.find(value);
        position != stackPositions.end())
      named = std::max(named, position->second + 1);
  for (; stack.size() > end; stack.pop_back())
    stackPositions.erase(stack.back().value);
  flush(named);
  for (auto [value, expr] : llvm::zip_equal(values, exprs))
    if (auto name = names.find(value); name != names.end())
      expr = Expr::atom(name->second);
  return exprs;
}

FailureOr<SmallVector<ExprPtr, 2>> BodyExporter::spellOperands(Operation *op) {
  OpenOperands open = getOpenOperands(op);
  SmallVector<Value> values = sizes.getOperands(op);
  auto isOpenBroadcast = [&](size_t index) {
    return open[index] && !isLiteral(op->getOperand(index));
  };
  for (size_t index = 0; index < values.size(); ++index)
    if (isOpenBroadcast(index))
      values[index] = values[index].getDefiningOp()->getOperand(0);
  SmallVector<ExprPtr, 2> exprs = takeOperands(values);

  bool canBeOpen =
      op->hasTrait<mlir::OpTrait::Elementwise>() && open.size() > 1;
  // A number that is an operand would not be a value yet.
  bool isOpenOtherwise = canBeOpen || isa<BroadcastOp>(op);
  for (auto [index, expr] : llvm::enumerate(exprs)) {
    if (!expr) {
      expr = Expr::number(spellElement(getFilled(values[index])));
    } else if (expr->is(Expr::Number) && isOpenOtherwise &&
               !getFilled(op->getResult(0))) {
      expr = fill(std::move(expr));
    }
    if (isOpenBroadcast(index)) {
      SmallVector<ExprPtr, 2> input;
      input.push_back(std::move(expr));
      expr = Expr::call("broadcast", std::move(input));
    }
  }
  // A number becomes a value when all operands are read.
  bool isLast = true;
  for (size_t index = exprs.size(); index-- > 0 && !canBeOpen;) {
    if (!exprs[index]->is(Expr::Number))
      isLast &= names.contains(values[index]);
    else if (!isLast)
      exprs[index] = fill(std::move(exprs[index]));
  }
  return exprs;
}

//===----------------------------------------------------------------------===//
// Ops
//===----------------------------------------------------------------------===//

static std::string spellAttr(StringRef name, int64_t value) {
  return (name + "=" + llvm::Twine(value)).str();
}

/// What stands behind the operands of the op.
SmallVector<std::string> BodyExporter::spellAttrs(Operation *op) {
  using Attrs = SmallVector<std::string>;
  std::string shape = spellExtents(sizes.getShape(op->getResult(0)));
  // The bounds of a slice, where `?` stands for the next operand.
  auto spellBound = [&](SliceOp op, unsigned index) {
    ArrayRef<int64_t> bounds = op.getStaticBounds();
    if (!mlir::ShapedType::isDynamic(bounds[index]))
      return std::to_string(bounds[index]);
    bool isFirst = index == 0 || !mlir::ShapedType::isDynamic(bounds[0]);
    return spellExtent(sizes.getExtent(op.getBounds()[isFirst ? 0 : 1]));
  };
  return llvm::TypeSwitch<Operation *, Attrs>(op)
      .Case<ArgmaxOp, ConcatOp, SoftmaxOp>(
          [](auto op) { return Attrs{spellAttr("axis", op.getAxis())}; })
      .Case<BroadcastOp, ReshapeOp>([&](auto) { return Attrs{shape}; })
      .Case([](CastOp op) {
        return Attrs{spellElementType(op.getType().getElementType()).str()};
      })
      .Case([](CompareOp op) {
        return Attrs{stringifyComparePredicate(op.getPredicate()).str()};
      })
      .Case([&](IotaOp op) {
        Attrs attrs{shape, spellAttr("axis", op.getAxis())};
        mlir::Type type = op.getType().getElementType();
        if (!type.isInteger(64))
          attrs.push_back(("type=" + spellElementType(type)).str());
        return attrs;
      })
      .Case([](MatmulOp op) {
        mlir::Type type = op.getType().getElementType();
        if (type == op.getLhs().getType().getElementType())
          return Attrs{};
        return Attrs{("type=" + spellElementType(type)).str()};
      })
      .Case([](ReduceOp op) {
        Attrs attrs{stringifyReduceKind(op.getKind()).str(),
                    spellAttr("axis", op.getAxis())};
        if (op.getKeep())
          attrs.push_back("keep=true");
        return attrs;
      })
      .Case([&](SliceOp op) {
        return Attrs{spellAttr("axis", op.getAxis()),
                     "start=" + spellBound(op, 0), "stop=" + spellBound(op, 1)};
      })
      .Case([](TransposeOp op) {
        return Attrs{"perm=" + kina::spellShape(op.getPerm())};
      })
      .Default([](Operation *) { return Attrs{}; });
}

static char getOperator(Operation *op) {
  return llvm::TypeSwitch<Operation *, char>(op)
      .Case<AddOp>([](auto) { return '+'; })
      .Case<SubOp>([](auto) { return '-'; })
      .Case<MulOp>([](auto) { return '*'; })
      .Case<DivOp>([](auto) { return '/'; })
      .Case<MatmulOp>([](auto) { return '@'; })
      .Default([](Operation *) { return '\0'; });
}

ExprPtr BodyExporter::makeExpr(Operation *op,
                               SmallVector<ExprPtr, 2> operands) {
  SmallVector<std::string> attrs = spellAttrs(op);
  if (char symbol = getOperator(op); symbol && attrs.empty())
    return Expr::binary(symbol, std::move(operands[0]), std::move(operands[1]));
  if (auto broadcast = dyn_cast<BroadcastOp>(op);
      broadcast && getFilled(broadcast)) {
    mlir::Type type = broadcast.getType().getElementType();
    if (!isDefaultType(type)) {
      attrs.push_back(("type=" + spellElementType(type)).str());
      return Expr::call("tensor", std::move(operands), attrs);
    }
  }
  // The sign of a number is part of it.
  if (isa<NegOp>(op) && !operands[0]->is(Expr::Number))
    return Expr::negation(std::move(operands[0]));
  return Expr::call(op->getName().stripDialect(), std::move(operands), attrs);
}

LogicalResult BodyExporter::exportOp(Operation *op) {
  // These stand in the text of the ops that take them.
  if (isSizeOp(op) || isa<mlir::arith::IndexCastOp, mlir::tensor::CastOp>(op))
    return success();
  if (isa<mlir::tensor::FromElementsOp>(op)) {
    finish(op, Expr::atom(sizes.getSizeName(op->getResult(0))));
    return success();
  }
  if (auto constant = dyn_cast<ConstantOp>(op))
    return exportConstant(constant);
  if (auto call = dyn_cast<mlir::func::CallOp>(op))
    return exportCall(call);
  if (isa<BroadcastOp>(op) && !isNamed(op->getResult(0)) && isOpen(op))
    return success();
  if (isa<BroadcastOp, IotaOp, ReshapeOp>(op) && failed(sizes.checkShape(op)))
    return failure();
  FailureOr<SmallVector<ExprPtr, 2>> operands = spellOperands(op);
  if (failed(operands))
    return failure();
  finish(op, makeExpr(op, std::move(*operands)));
  return success();
}

LogicalResult BodyExporter::exportConstant(ConstantOp op) {
  bool isSplat = isa<mlir::SplatElementsAttr>(op.getDense());
  std::string text = spellElement(op);
  if (isSplat ? text.empty() : llvm::is_contained(spellElements(op), ""))
    return op.emitError("expected no NaN but that of 'nan' and '-nan', since "
                        ".kina has no literal for others");
  if (isOpen(op))
    return success();
  // The broadcast is a constant of that shape.
  auto fills = [&](Operation *user) {
    auto broadcast = dyn_cast<BroadcastOp>(user);
    return broadcast && getFilled(broadcast) == op;
  };
  if (llvm::any_of(op->getUsers(), fills)) {
    finish(op, Expr::number(text));
    return success();
  }
  finish(op, makeConstant(op, isNumber(op)));
  return success();
}

LogicalResult BodyExporter::exportCall(mlir::func::CallOp op) {
  FailureOr<SmallVector<ExprPtr, 2>> operands = spellOperands(op);
  if (failed(operands))
    return failure();
  StringRef name = functionNames.find(op.getCallee())->second;
  ExprPtr expr =
      Expr::call((name + sizes.getStatedSizes(op)).str(), std::move(*operands));
  if (!isReturnedWhole(op)) {
    finish(op, std::move(expr));
    return success();
  }
  flush(stack.size());
  returnedCall = std::move(expr);
  return success();
}

/// Whether `return f(x)` passes on all results of the call.
bool BodyExporter::isReturnedWhole(mlir::func::CallOp op) {
  SmallVector<Value> results = sizes.getResults(op);
  Operation *next = op->getNextNode();
  while (isa<mlir::tensor::CastOp>(next) &&
         llvm::is_contained(results, next->getResult(0)))
    next = next->getNextNode();
  auto returnOp = dyn_cast<mlir::func::ReturnOp>(next);
  return returnOp && results.size() != 1 &&
         llvm::equal(results, returnOp.getOperands()) &&
         llvm::none_of(results, [&](Value result) { return isNamed(result); });
}

static ExprPtr enclose(ExprPtr expr) {
  SmallVector<ExprPtr, 2> operands;
  operands.push_back(std::move(expr));
  return Expr::call("", std::move(operands));
}

/// The name under which a value is returned becomes the name of the result. So
/// a value may need a second name, or parentheses around its name.
ExprPtr BodyExporter::spellResult(mlir::func::ReturnOp op, unsigned index,
                                  ExprPtr expr) {
  mlir::StringAttr name = getResultName(index);
  if (!name || !expr->is(Expr::Atom) || expr->text == name)
    return expr;
  Value value = op.getOperand(index);
  // The name of a size is none of a value.
  if (!names.contains(value))
    return expr;
  if (!isDefaultResultName(name, index)) {
    auto result = resultNames.find(name);
    if (result == resultNames.end() || result->second)
      return expr;
    // A name is given once.
    resultNames.erase(result);
    writer.newline(2);
    writer << "let " << name << " = " << expr->text;
    return Expr::atom(name);
  }
  if (isa<mlir::BlockArgument>(value))
    return expr;
  // A name that stands there twice names neither.
  unsigned count = 0;
  for (auto [other, operand] : llvm::enumerate(op.getOperands()))
    count += operand == value && getResultName(other) &&
             isDefaultResultName(getResultName(other), other);
  if (!resultNames.contains(expr->text) && count > 1)
    return expr;
  return enclose(std::move(expr));
}

LogicalResult BodyExporter::exportReturn(mlir::func::ReturnOp op) {
  if (returnedCall) {
    writer.newline(2);
    writer << "return ";
    writer.write(*returnedCall, 2);
    return success();
  }
  // What waits may use a name that a `let` takes before it is written.
  auto isRebound = [&](const auto &result) {
    return !result.getValue() && scope.contains(result.getKey());
  };
  if (llvm::any_of(resultNames, isRebound))
    flush(stack.size());
  FailureOr<SmallVector<ExprPtr, 2>> operands = spellOperands(op);
  if (failed(operands))
    return failure();
  for (auto [index, expr] : llvm::enumerate(*operands))
    expr = spellResult(op, index, std::move(expr));
  writer.newline(2);
  writer << "return ";
  ExprPtr result = operands->size() == 1 ? std::move(operands->front())
                                         : Expr::call("", std::move(*operands));
  // A list of one is no parenthesis around a name.
  if (operands->size() == 1 && result->is(Expr::Call) && result->text.empty())
    result = enclose(std::move(result));
  writer.write(*result, 2);
  return success();
}

//===----------------------------------------------------------------------===//
// Statements
//===----------------------------------------------------------------------===//

/// Keeps the value for its only use, or makes a statement of it.
void BodyExporter::finish(Operation *op, ExprPtr expr) {
  SmallVector<Value> results = sizes.getResults(op);
  if (results.size() == 1 && results[0].hasOneUse() && !isNamed(results[0])) {
    stackPositions[results[0]] = stack.size();
    stack.push_back({results[0], std::move(expr)});
    return;
  }
  flush(stack.size());
  writeLet(results, *expr);
}

void BodyExporter::writeLet(mlir::ValueRange results, const Expr &expr) {
  SmallVector<ExprPtr, 2> bound;
  SmallVector<std::pair<std::string, std::string>> secondNames;
  for (Value result : results) {
    std::string ownName = findOwnName(result);
    std::string name = chooseName(ownName, result);
    bind(name, result);
    auto isOwnName = [&](const ExprPtr &other) {
      return other->text == ownName;
    };
    if (ownName.empty() || llvm::any_of(bound, isOwnName))
      ownName = name;
    bound.push_back(Expr::atom(ownName));
    if (ownName != name)
      secondNames.push_back({name, ownName});
  }
  writer.newline(2);
  writer << "let ";
  if (bound.size() == 1)
    writer << bound.front()->text;
  else
    writer.write(*Expr::call("", std::move(bound)), 2, 2);
  writer << " = ";
  writer.write(expr, 2);
  for (const auto &[name, ownName] : secondNames) {
    writer.newline(2);
    writer << "let " << name << " = " << ownName;
  }
}

/// Makes statements of what waits below `end`.
void BodyExporter::flush(size_t end) {
  for (; stackBegin < end; ++stackBegin) {
    Pending &pending = stack[stackBegin];
    stackPositions.erase(pending.value);
    writeLet(pending.value, *pending.expr);
  }
  if (stackBegin == stack.size()) {
    stack.clear();
    stackBegin = 0;
  }
}

LogicalResult BodyExporter::exportBody() {
  mlir::Block &block = function.getBody().front();
  for (Operation &op : block.without_terminator())
    if (failed(exportOp(&op)))
      return failure();
  return exportReturn(cast<mlir::func::ReturnOp>(block.getTerminator()));
}
