//===- BodyExporter.cpp - From ops to statements --------------------------===//
//
// Part of Kina, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "BodyExporter.h"
#include "OpSpec.h"
#include "Spelling.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringSwitch.h"
#include "llvm/ADT/TypeSwitch.h"
#include "llvm/Support/Error.h"

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

/// Whether a literal that stands alone has the type.
static bool isDefaultType(mlir::Type elementType) {
  return elementType.isF32() || elementType.isInteger(64);
}

//===----------------------------------------------------------------------===//
// Literals
//===----------------------------------------------------------------------===//

/// The shortest digits that are read as the same value.
static std::string spellDecimal(const llvm::APFloat &value) {
  llvm::SmallString<32> text;
  for (unsigned precision = 1;; ++precision) {
    text.clear();
    value.toString(text, precision, /*FormatMaxPadding=*/0);
    llvm::APFloat read(value.getSemantics());
    llvm::cantFail(
        read.convertFromString(text, llvm::APFloat::rmNearestTiesToEven));
    if (read.bitwiseIsEqual(value))
      break;
  }

  // `-1.5E+3`: the sign, the digits, and the power of ten of the first one.
  auto [mantissa, power] = StringRef(text).split('E');
  std::string sign = mantissa.consume_front("-") ? "-" : "";
  auto [whole, fraction] = mantissa.split('.');
  int exponent = 0;
  power.consume_front("+");
  if (!power.empty())
    power.getAsInteger(10, exponent);
  exponent += static_cast<int>(whole.size()) - 1;
  std::string digits = (whole + fraction).str();
  while (digits.size() > 1 && digits.front() == '0') {
    digits.erase(0, 1);
    --exponent;
  }
  while (digits.size() > 1 && digits.back() == '0')
    digits.pop_back();
  if (digits == "0")
    return sign + "0.0";

  int length = static_cast<int>(digits.size());
  if (exponent < -4 || exponent > 6) {
    if (length > 1)
      digits.insert(1, ".");
    return sign + digits + "e" + std::to_string(exponent);
  }
  if (exponent < 0)
    return sign + "0." + std::string(-exponent - 1, '0') + digits;
  if (exponent + 1 >= length)
    return sign + digits + std::string(exponent + 1 - length, '0') + ".0";
  return sign + digits.insert(exponent + 1, ".");
}

/// What each element of the constant is; empty if there is no literal for it.
static std::string spellElement(ConstantOp op) {
  auto splat = dyn_cast<mlir::SplatElementsAttr>(op.getValue());
  if (!splat)
    return "";
  if (isa<mlir::IntegerType>(splat.getElementType())) {
    llvm::SmallString<32> text;
    auto value = splat.getSplatValue<llvm::APInt>();
    value.toString(text, 10, /*Signed=*/value.getBitWidth() > 1);
    return text.str().str();
  }
  auto value = splat.getSplatValue<llvm::APFloat>();
  if (value.isFinite())
    return spellDecimal(value);
  std::string sign = value.isNegative() ? "-" : "";
  if (value.isInfinity())
    return sign + "inf";
  // There is one NaN in the text, and its negative.
  auto nan = llvm::APFloat::getNaN(value.getSemantics(), value.isNegative());
  return nan.bitwiseIsEqual(value) ? sign + "nan" : "";
}

/// A broadcast of a number is a filled tensor.
static ExprPtr fill(ExprPtr number, llvm::ArrayRef<int64_t> shape) {
  SmallVector<ExprPtr, 2> operands;
  operands.push_back(std::move(number));
  return Expr::call("broadcast", std::move(operands), kina::spellShape(shape));
}

/// A constant of F32 or I64 as a value of its own.
static ExprPtr makeConstant(ConstantOp op) {
  ExprPtr number = Expr::number(spellElement(op));
  if (op.getType().getRank() == 0)
    return number;
  return fill(std::move(number), op.getType().getShape());
}

//===----------------------------------------------------------------------===//
// Names
//===----------------------------------------------------------------------===//

std::string kina::frontend::makeLegalName(StringRef name) {
  std::string legal;
  for (char c : name)
    legal += llvm::isAlnum(c) || c == '_' ? c : '_';
  if (legal.empty() || llvm::isDigit(legal.front()))
    legal.insert(0, "_");
  bool isKeyword = llvm::StringSwitch<bool>(legal)
#define KEYWORD(spelling) .Case(#spelling, true)
#define TOKEN(name)
#include "Tokens.def"
                       .Default(false);
  return isKeyword ? legal + "_" : legal;
}

BodyExporter::BodyExporter(SizeReader &sizes,
                           const FunctionNames &functionNames, Writer &writer)
    : sizes(sizes), function(sizes.getFunction().op),
      functionNames(functionNames), writer(writer) {
  collectNames();
  collectResultNames();
  for (const SizeParameter &size : sizes.getFunction().sizes)
    allNames.insert(size.name);
  for (const auto &entry : wantedNames)
    allNames.insert(entry.second);
  for (const auto &entry : resultNames)
    allNames.insert(entry.getKey());

  for (mlir::BlockArgument argument : function.getArguments()) {
    if (argument.getType().isIndex())
      continue;
    std::string name = wantedNames.lookup(argument);
    if (scope.contains(name) || lastLiterals.contains(name) || isSize(name))
      name = makeUnique(name);
    bind(name, argument);
  }
}

/// The names that parameters and values have in the module: as attributes, or
/// in their locations.
void BodyExporter::collectNames() {
  auto want = [&](Value value, StringRef name) {
    wantedNames[value] = makeLegalName(name);
  };
  for (mlir::BlockArgument argument : function.getArguments()) {
    if (argument.getType().isIndex())
      continue;
    unsigned index = argument.getArgNumber();
    if (auto name =
            function.getArgAttrOfType<mlir::StringAttr>(index, "kina.name"))
      want(argument, name);
    else if (auto loc = dyn_cast<mlir::NameLoc>(argument.getLoc()))
      want(argument, loc.getName());
    else
      want(argument, "arg" + std::to_string(index));
  }

  for (Operation &op : function.getBody().front()) {
    if (auto constant = dyn_cast<ConstantOp>(op)) {
      std::string text = spellElement(constant);
      StringRef literal = text;
      literal.consume_front("-");
      if (literal == "inf" || literal == "nan") {
        SmallVector<Operation *> users(op.getUsers());
        for (Operation *user : op.getUsers())
          if (isa<BroadcastOp>(user))
            llvm::append_range(users, user->getUsers());
        for (Operation *user : users) {
          Operation *&last = lastLiterals[literal];
          if (!last || last->isBeforeInBlock(user))
            last = user;
        }
      }
    }
    SmallVector<Value> results = sizes.getResults(&op);
    if (results.empty() || isSizeOp(&op) ||
        isa<mlir::arith::IndexCastOp, mlir::tensor::CastOp>(op))
      continue;
    auto loc = dyn_cast<mlir::NameLoc>(results.front().getLoc());
    if (!loc)
      continue;
    if (results.size() == 1) {
      want(results.front(), loc.getName());
      continue;
    }
    SmallVector<StringRef> parts;
    loc.getName().strref().split(parts, ", ");
    if (parts.size() == results.size())
      for (auto [result, part] : llvm::zip_equal(results, parts))
        want(result, part);
  }
}

/// The name of a result of the function; null if it has none.
mlir::StringAttr BodyExporter::getResultName(unsigned index) {
  return function.getResultAttrOfType<mlir::StringAttr>(index, "kina.name");
}

/// Whether the front end gives the name to a result that has none: all shorter
/// ones like it are taken.
bool BodyExporter::isDefaultResultName(StringRef name, unsigned index) {
  std::string candidate = "out" + std::to_string(index);
  for (; candidate.size() < name.size(); candidate += '_')
    if (!takenNames.contains(candidate))
      return false;
  return candidate == name;
}

/// A value that is returned under a name has this name from the start.
void BodyExporter::collectResultNames() {
  for (mlir::BlockArgument argument : function.getArguments())
    if (!argument.getType().isIndex())
      takenNames.insert(wantedNames.lookup(argument));
  const llvm::StringSet<> parameters = takenNames;
  for (unsigned index = 0; index < function.getNumResults(); ++index)
    if (mlir::StringAttr name = getResultName(index))
      takenNames.insert(name);

  llvm::DenseSet<Value> named;
  auto operands = function.getBody().front().getTerminator()->getOperands();
  for (auto [index, value] : llvm::enumerate(operands)) {
    mlir::StringAttr name = getResultName(index);
    if (!name || makeLegalName(name) != name || parameters.contains(name) ||
        isSize(name) ||
        (isDefaultResultName(name, index) && wantedNames.lookup(value) != name))
      continue;
    auto [entry, isNew] = resultNames.try_emplace(name);
    if (!isNew || isa<mlir::BlockArgument>(value) ||
        !named.insert(value).second)
      continue;
    entry->second = value;
    wantedNames[value] = name.str();
  }
}

ConstantOp BodyExporter::getFilled(Value value) const {
  if (auto constant = value.getDefiningOp<ConstantOp>())
    return constant;
  auto broadcast = value.getDefiningOp<BroadcastOp>();
  if (!broadcast || broadcast.getType().hasStaticShape())
    return nullptr;
  Value input = broadcast.getInput();
  auto constant = input.getDefiningOp<ConstantOp>();
  if (!constant || constant.getType().getRank() != 0 || !input.hasOneUse() ||
      isNamed(input) || getPrevious(broadcast) != constant)
    return nullptr;
  return constant;
}

bool BodyExporter::isLiteral(Value value) const {
  ConstantOp op = getFilled(value);
  return op && !names.contains(value) && !names.contains(op.getResult());
}

bool BodyExporter::isDeadAfter(Value value, Operation *op) {
  auto [entry, isNew] = lastUsers.try_emplace(value, nullptr);
  if (isNew)
    for (Operation *user : value.getUsers())
      if (!entry->second || entry->second->isBeforeInBlock(user))
        entry->second = user;
  Operation *last = entry->second;
  return !last || last == op || last->isBeforeInBlock(op);
}

/// Whether a `let` may give the name to the value: what had the name before is
/// not used any more, and what needs the name for a result does so later.
bool BodyExporter::isFree(StringRef name, Value value) {
  if (isSize(name))
    return false;
  Operation *op = value.getDefiningOp();
  auto result = resultNames.find(name);
  if (result != resultNames.end() && result->second != value) {
    Operation *later =
        result->second ? result->second.getDefiningOp() : nullptr;
    if (!later || !op->isBeforeInBlock(later) || !isDeadAfter(value, later))
      return false;
  }
  if (Operation *last = lastLiterals.lookup(name))
    if (last != op && !last->isBeforeInBlock(op))
      return false;
  auto binding = scope.find(name);
  if (binding == scope.end())
    return true;
  Value bound = binding->second;
  if (isa<mlir::BlockArgument>(bound))
    return false;
  auto getMaker = [](Operation *op) {
    auto cast = dyn_cast<mlir::tensor::CastOp>(op);
    return cast ? cast.getSource().getDefiningOp() : op;
  };
  if (getMaker(bound.getDefiningOp()) == getMaker(op))
    return name == "_";
  return isDeadAfter(bound, op);
}

std::string BodyExporter::makeUnique(StringRef name) {
  unsigned &suffix = suffixes[name];
  while (true) {
    std::string unique = (name + llvm::Twine(suffix++)).str();
    if (allNames.insert(unique).second)
      return unique;
  }
}

std::string BodyExporter::chooseName(Value value) {
  auto wanted = wantedNames.find(value);
  if (wanted == wantedNames.end()) {
    if (!value.use_empty() || !isFree("_", value))
      return makeUnique("v");
    return "_";
  }
  if (isFree(wanted->second, value))
    return wanted->second;
  return makeUnique(wanted->second + "_");
}

void BodyExporter::bind(StringRef name, Value value) {
  scope[name] = value;
  names[value] = name.str();
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
    if (operand.getDefiningOp() != previous ||
        !isa<BroadcastOp, ConstantOp>(previous) || !operand.hasOneUse() ||
        isNamed(operand))
      continue;
    open[index] = true;
    ConstantOp filled = getFilled(operand);
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
/// a constant without a name that is not on the stack.
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
      ConstantOp constant = getFilled(values[index]);
      bool isNumber = open[index] && !isOpenBroadcast(index);
      // One that stands elsewhere may be inferred as well.
      if (!open[index] && canBeOpen) {
        open[index] = true;
        isNumber = open[index] = isInferable(op, open);
      }
      if (!isNumber)
        return constant.emitError(
                   "expected a constant of F32 or I64 here, but got ")
               << spellElementType(constant.getType().getElementType())
               << ": a literal takes another type from the operand beside it "
                  "only";
      expr = Expr::number(spellElement(constant));
    } else if (expr->is(Expr::Number) && isOpenOtherwise &&
               !getFilled(op->getResult(0))) {
      expr = fill(std::move(expr), {});
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
      exprs[index] = fill(std::move(exprs[index]), {});
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
        return Attrs{shape, spellAttr("axis", op.getAxis())};
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
  if (isa<IotaOp>(op) &&
      !getTensorType(op->getResult(0)).getElementType().isInteger(64))
    return op->emitError("expected an iota of I64, but got ")
           << op->getResult(0).getType();
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
  std::string text = spellElement(op);
  if (text.empty())
    return op.emitError("expected a constant whose elements are all the same "
                        "number, since .kina has no literal for others");
  StringRef literal = StringRef(text).ltrim('-');
  if (isSize(literal))
    return op.emitError("expected no size of the name of the number ")
           << literal;
  // Of another type it is a literal where it is used.
  if (!isDefaultType(op.getType().getElementType()) || isOpen(op))
    return success();
  finish(op, makeConstant(op));
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
  bool isResultName = resultNames.contains(expr->text);
  if (!isResultName && llvm::count(op.getOperands(), value) > 1)
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
  for (Value result : results) {
    std::string name = chooseName(result);
    bind(name, result);
    bound.push_back(Expr::atom(name));
  }
  writer.newline(2);
  writer << "let ";
  if (bound.size() == 1)
    writer << bound.front()->text;
  else
    writer.write(*Expr::call("", std::move(bound)), 2, 2);
  writer << " = ";
  writer.write(expr, 2);
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
