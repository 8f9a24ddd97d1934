//===- BodyNames.cpp - What values are called in the text -----------------===//
//
// Part of Kina, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Export/BodyExporter.h"
#include "Export/ConstantSpelling.h"
#include "Semantics/Spelling.h"
#include "Semantics/UniqueNames.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringSwitch.h"

using namespace kina;
using namespace kina::frontend;
using llvm::dyn_cast;
using llvm::isa;
using llvm::SmallVector;
using llvm::StringRef;
using mlir::Operation;
using mlir::Value;

std::string kina::frontend::makeLegalName(StringRef name) {
  std::string legal;
  for (char c : name)
    legal += llvm::isAlnum(c) || c == '_' ? c : '_';
  if (legal.empty() || llvm::isDigit(legal.front()))
    legal.insert(0, "_");
  bool isKeyword = llvm::StringSwitch<bool>(legal)
#define KEYWORD(spelling) .Case(#spelling, true)
#define TOKEN(name)
#include "Syntax/Tokens.def"
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
