//===- BodyExporter.cpp - From ops to statements --------------------------===//
//
// Part of Kina, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "BodyExporter.h"
#include "OpSpec.h"
#include "Spelling.h"
#include "UniqueNames.h"
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

/// A number that is an element of the type; empty if there is no literal for
/// it.
static std::string spellNumber(const llvm::APInt &value) {
  llvm::SmallString<32> text;
  value.toString(text, 10, /*Signed=*/value.getBitWidth() > 1);
  return text.str().str();
}

static std::string spellNumber(const llvm::APFloat &value) {
  if (value.isFinite())
    return spellDecimal(value);
  std::string sign = value.isNegative() ? "-" : "";
  if (value.isInfinity())
    return sign + "inf";
  // There is one NaN in the text, and its negative.
  auto nan = llvm::APFloat::getNaN(value.getSemantics(), value.isNegative());
  return nan.bitwiseIsEqual(value) ? sign + "nan" : "";
}

/// What all elements of the constant are; empty if they differ, or if there is
/// no literal for them.
static std::string spellElement(ConstantOp op) {
  auto splat = dyn_cast<mlir::SplatElementsAttr>(op.getDense());
  if (!splat)
    return "";
  if (isa<mlir::IntegerType>(splat.getElementType()))
    return spellNumber(splat.getSplatValue<llvm::APInt>());
  return spellNumber(splat.getSplatValue<llvm::APFloat>());
}

/// All elements in row-major order.
static SmallVector<std::string> spellElements(ConstantOp op) {
  mlir::DenseElementsAttr value = op.getDense();
  auto spell = [](const auto &element) { return spellNumber(element); };
  if (isa<mlir::IntegerType>(value.getElementType()))
    return llvm::map_to_vector(value.getValues<llvm::APInt>(), spell);
  return llvm::map_to_vector(value.getValues<llvm::APFloat>(), spell);
}

/// Lists in one another, as the shape has it. Takes the numbers from the front.
static ExprPtr makeList(ArrayRef<int64_t> shape,
                        ArrayRef<std::string> &numbers) {
  if (shape.empty()) {
    ExprPtr number = Expr::number(numbers.front());
    numbers = numbers.drop_front();
    return number;
  }
  SmallVector<ExprPtr, 2> elements;
  for (int64_t i = 0; i < shape.front(); ++i)
    elements.push_back(makeList(shape.drop_front(), numbers));
  return Expr::list(std::move(elements));
}

/// A broadcast of a number is a filled tensor.
static ExprPtr fill(ExprPtr number, StringRef shape = "[]") {
  SmallVector<ExprPtr, 2> operands;
  operands.push_back(std::move(number));
  return Expr::call("broadcast", std::move(operands), shape.str());
}

/// The constant as a value of its own: `0.5`, `broadcast(0.5, [2])`,
/// `tensor(0.5, [2], type=BF16)`, `tensor([0.5, 1.0])`. `isNumber` says whether
/// it can be one of the first two.
static ExprPtr makeConstant(ConstantOp op, bool isNumber) {
  std::string shape = kina::spellShape(op.getType().getShape());
  bool isScalar = op.getType().getRank() == 0;
  mlir::Type elementType = op.getType().getElementType();
  SmallVector<std::string> attrs;
  ExprPtr operand;
  if (std::string element = spellElement(op); !element.empty()) {
    operand = Expr::number(element);
    if (isNumber && isDefaultType(elementType))
      return isScalar ? std::move(operand) : fill(std::move(operand), shape);
    if (!isScalar)
      attrs.push_back(shape);
  } else {
    SmallVector<std::string> elements = spellElements(op);
    ArrayRef<std::string> numbers = elements;
    operand = makeList(op.getType().getShape(), numbers);
  }
  if (!isDefaultType(elementType))
    attrs.push_back(("type=" + spellElementType(elementType)).str());
  SmallVector<ExprPtr, 2> operands;
  operands.push_back(std::move(operand));
  return Expr::call("tensor", std::move(operands), attrs);
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
  for (const auto &entry : numberedNames)
    allNames.insert(entry.second);
  for (const auto &entry : resultNames)
    allNames.insert(entry.getKey());

  for (mlir::BlockArgument argument : function.getArguments()) {
    if (argument.getType().isIndex())
      continue;
    std::string name = wantedNames.lookup(argument);
    if (scope.contains(name) || isSize(name))
      name = makeUnique(name);
    bind(name, argument);
  }
}

/// The names that parameters and values have in the module: as attributes, or
/// in their locations.
void BodyExporter::collectNames() {
  UniqueNames valueNames;
  llvm::DenseSet<mlir::StringAttr> arguments;
  auto giveArgument = [&](mlir::StringAttr name) {
    arguments.insert(valueNames.give(name));
  };
  auto want = [&](Value value, StringRef name) {
    wantedNames[value] = makeLegalName(name);
  };
  auto wantResult = [&](Value value, StringRef name) {
    if (std::string legal = makeLegalName(name); !isPlaceholder(legal))
      wantedNames[value] = std::move(legal);
  };
  for (mlir::BlockArgument argument : function.getArguments()) {
    unsigned index = argument.getArgNumber();
    if (argument.getType().isIndex()) {
      giveArgument(
          function.getArgAttrOfType<mlir::StringAttr>(index, "kina.size"));
      continue;
    }
    if (auto name =
            function.getArgAttrOfType<mlir::StringAttr>(index, "kina.name"))
      want(argument, name);
    else if (auto loc = dyn_cast<mlir::NameLoc>(argument.getLoc()))
      want(argument, loc.getName());
    else
      want(argument, "arg" + std::to_string(index));
    giveArgument(mlir::StringAttr::get(function.getContext(),
                                       wantedNames.lookup(argument)));
  }

  for (Operation &op : function.getBody().front()) {
    SmallVector<Value> results = sizes.getResults(&op);
    if (results.empty() || isSizeOp(&op) ||
        isa<mlir::arith::IndexCastOp, mlir::tensor::CastOp>(op))
      continue;
    auto loc = dyn_cast<mlir::NameLoc>(results.front().getLoc());
    if (!loc)
      continue;
    mlir::StringAttr name = loc.getName();
    mlir::StringAttr original = valueNames.getOriginal(name);
    // A `let` takes no name from a parameter.
    if (arguments.contains(original))
      original = name;
    valueNames.give(name);
    SmallVector<StringRef> parts{name}, originals{original};
    if (results.size() > 1) {
      parts.clear();
      originals.clear();
      name.strref().split(parts, '.');
      original.strref().split(originals, '.');
    }
    if (parts.size() != results.size())
      continue;
    for (auto [result, part, original] :
         llvm::zip_equal(results, parts, originals)) {
      wantResult(result, original);
      if (part != original)
        numberedNames[result] = makeLegalName(part);
    }
  }
}

Operation *BodyExporter::getReturn() {
  return function.getBody().front().getTerminator();
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

/// A value that is returned under a name has this name from the start, if it
/// has no other.
void BodyExporter::collectResultNames() {
  for (mlir::BlockArgument argument : function.getArguments())
    if (!argument.getType().isIndex())
      takenNames.insert(wantedNames.lookup(argument));
  const llvm::StringSet<> parameters = takenNames;
  for (unsigned index = 0; index < function.getNumResults(); ++index)
    if (mlir::StringAttr name = getResultName(index))
      takenNames.insert(name);

  for (auto [index, value] : llvm::enumerate(getReturn()->getOperands())) {
    mlir::StringAttr name = getResultName(index);
    if (!name || makeLegalName(name) != name || parameters.contains(name) ||
        isSize(name) ||
        (isDefaultResultName(name, index) && wantedNames.lookup(value) != name))
      continue;
    auto [entry, isNew] = resultNames.try_emplace(name);
    if (!isNew || isa<mlir::BlockArgument>(value))
      continue;
    auto wanted = wantedNames.try_emplace(value, name.str()).first;
    if (numberedNames.lookup(value) == name)
      wanted->second = name.str();
    if (wanted->second == name)
      entry->second = value;
  }
}

/// Whether a number alone can stand for the constant. Not so if `inf` or `nan`
/// is the name of a value or a size.
bool BodyExporter::isNumber(ConstantOp op) const {
  std::string element = spellElement(op);
  return !element.empty() && !allNames.contains(StringRef(element).ltrim('-'));
}

ConstantOp BodyExporter::getFilled(Value value) const {
  if (auto constant = value.getDefiningOp<ConstantOp>())
    return isNumber(constant) ? constant : nullptr;
  auto broadcast = value.getDefiningOp<BroadcastOp>();
  if (!broadcast || broadcast.getType().hasStaticShape())
    return nullptr;
  Value input = broadcast.getInput();
  auto constant = input.getDefiningOp<ConstantOp>();
  if (!constant || constant.getType().getRank() != 0 || !input.hasOneUse() ||
      isNamed(input) || getPrevious(broadcast) != constant)
    return nullptr;
  return isNumber(constant) ? constant : nullptr;
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

/// Whether the name belongs to the value as long as it is used: no other value
/// needs it for a result before.
bool BodyExporter::keepsName(StringRef name, Value value) {
  auto result = resultNames.find(name);
  if (result == resultNames.end() || result->second == value)
    return true;
  if (Value later = result->second) {
    Operation *maker = later.getDefiningOp();
    return value.getDefiningOp()->isBeforeInBlock(maker) &&
           isDeadAfter(value, maker);
  }
  return !llvm::is_contained(value.getUsers(), getReturn());
}

/// Whether a `let` may give the name to the value: what had the name before is
/// not used any more.
bool BodyExporter::isFree(StringRef name, Value value) {
  if (isSize(name))
    return false;
  Operation *op = value.getDefiningOp();
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

/// The name that the value has in the module, or another one for it where that
/// one is not free. Empty if it has none.
std::string BodyExporter::findOwnName(Value value) {
  auto wanted = wantedNames.find(value);
  if (wanted == wantedNames.end())
    return "";
  if (isFree(wanted->second, value))
    return wanted->second;
  auto numbered = numberedNames.find(value);
  if (numbered != numberedNames.end() && isFree(numbered->second, value))
    return numbered->second;
  return makeUnique(wanted->second + "_");
}

/// The name under which the value is used.
std::string BodyExporter::chooseName(StringRef ownName, Value value) {
  if (!ownName.empty())
    return keepsName(ownName, value) ? ownName.str()
                                     : makeUnique((ownName + "_").str());
  bool isUnused = value.use_empty() && isFree("_", value);
  return isUnused && keepsName("_", value) ? "_" : makeUnique("_");
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
