//===- BodyParser.cpp - Statements ----------------------------------------===//
//
// Part of Kina, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Semantics/BodyChecker.h"
#include "llvm/ADT/StringSet.h"
#include "llvm/Support/SaveAndRestore.h"

using namespace kina::frontend;
using llvm::SmallVector;
using llvm::StringRef;
using llvm::Twine;
using mlir::failure;
using mlir::FailureOr;

/// The body, into which its ops are put from here on.
static checked::Body &startBody(Function &function) {
  function.body = std::make_unique<checked::Body>();
  return *function.body;
}

BodyChecker::BodyChecker(Module &module, Function &function)
    : TypeReader(module, &function), function(function), text(*function.text),
      ops(module, function, startBody(function)) {
  auto giveName = [&](StringRef name) {
    valueNames.give(mlir::StringAttr::get(getContext(), name));
  };
  for (const SizeParameter &size : function.sizes)
    if (!size.isStated())
      giveName(size.name);
  checked::Body &body = *function.body;
  size_t count = function.parameters.size();
  body.parameters = {new (body.allocator.Allocate<checked::Value>(count))
                         checked::Value[count],
                     count};
  for (auto [parameter, value] :
       llvm::zip_equal(function.parameters, body.parameters)) {
    giveName(parameter.name);
    value.type = parameter.type.type;
    value.shape = parameter.type.shape.data();
    bindings[parameter.name] = {&value, parameter.loc};
    parameterNames.insert(parameter.name);
  }
}

void BodyChecker::checkBody() {
  for (const tree::Statement *statement : text.statements) {
    if (module.hasTooManyErrors())
      return;
    if (const auto *let = llvm::dyn_cast<tree::Let>(statement)) {
      let->isTuple ? checkTupleLet(*let) : checkLet(*let);
    } else if (const auto *broken = llvm::dyn_cast<tree::Broken>(statement)) {
      if (!broken->name.empty())
        bind(broken->name, {});
    } else {
      return checkReturn(*llvm::cast<tree::Return>(statement));
    }
  }
  if (!text.lacksEnd)
    emitError(text.close,
              "expected 'return' before the end of " + quote(function.name));
}

//===----------------------------------------------------------------------===//
// Bindings
//===----------------------------------------------------------------------===//

void BodyChecker::bind(StringRef name, TypedValue value) {
  bindings[name] = {value.value, getLoc(name)};
}

FailureOr<BodyChecker::Annotation>
BodyChecker::readAnnotation(const tree::Type &type) {
  Annotation annotation;
  if (type.isWhole) {
    FailureOr<TensorType> whole = readType(type);
    if (failed(whole))
      return failure();
    annotation.shape.assign(whole->shape.begin(), whole->shape.end());
    annotation.elementType = whole->getElementType();
    return annotation;
  }
  if (failed(readShape(type.shape, annotation.shape)))
    return failure();
  if (type.elementType.empty())
    return annotation;
  annotation.elementType = readElementType(type.elementType);
  if (!annotation.elementType)
    return failure();
  return annotation;
}

void BodyChecker::checkAnnotation(const tree::Let &let,
                                  const Annotation &annotation,
                                  TypedValue value) {
  mlir::Type elementType = annotation.elementType;
  if (value.shape == llvm::ArrayRef(annotation.shape) &&
      (!elementType || elementType == value.getElementType()))
    return;
  emitError(let.annotation->loc,
            "expected " +
                (elementType ? spellType(elementType, annotation.shape)
                             : spellShape(annotation.shape)) +
                ", but " + quote(let.names.front()) + " is " +
                (elementType ? spellType(value.getElementType(), value.shape)
                             : spellShape(value.shape)));
}

void BodyChecker::checkLet(const tree::Let &let) {
  // Without a name there is nothing to say but this.
  if (let.names.empty())
    return;
  StringRef name = let.names.front();
  bool isBindable = succeeded(checkNoSize(name));
  FailureOr<Annotation> annotation = failure();
  if (let.annotation && !let.isAnnotationBehind)
    annotation = readAnnotation(*let.annotation);
  TypedValue value;
  if (let.value) {
    Operand operand = checkExpr(let.value);
    value = ops.materialize(operand);
  }
  if (let.annotation && let.isAnnotationBehind)
    annotation = readAnnotation(*let.annotation);
  if (succeeded(annotation) && value)
    checkAnnotation(let, *annotation, value);
  if (isBindable)
    bind(name, value);
  if (value)
    setName(value, name);
}

void BodyChecker::checkTupleLet(const tree::Let &let) {
  llvm::StringSet<> seen;
  bool isBindable = true;
  for (StringRef name : let.names) {
    if (name != "_" && !seen.insert(name).second) {
      emitError(getLoc(name), quote(name) + " is bound twice by one 'let'");
      isBindable = false;
    }
    isBindable &= succeeded(checkNoSize(name));
  }
  SmallVector<TypedValue> values(let.names.size());
  if (let.value) {
    llvm::SaveAndRestore wanted(ops.wantedResults,
                                static_cast<unsigned>(values.size()));
    Operand operand = checkExpr(let.value);
    takeResults(operand, values);
  }
  if (isBindable)
    for (auto [name, value] : llvm::zip_equal(let.names, values))
      bind(name, value);
  if (values.empty() || !values.front())
    return;
  checked::Op *maker = values.front().value->maker;
  if (maker->results.size() == values.size())
    return setName(maker, let.names);
  for (auto [name, value] : llvm::zip_equal(let.names, values))
    setName(value, name);
}

/// The results of a call into as many values, which stay null if they do not
/// fit.
void BodyChecker::takeResults(Operand &operand,
                              llvm::MutableArrayRef<TypedValue> values) {
  if (operand.isPoison())
    return;
  if (!operand.is(Operand::Kind::Results)) {
    emitError(operand.loc, "expected a call with " + Twine(values.size()) +
                               " results, but got one value");
    return;
  }
  if (operand.values.size() != values.size()) {
    Reported reported =
        emitError(operand.loc, "expected " + Twine(values.size()) +
                                   " results, but " + quote(operand.name) +
                                   " has " + Twine(operand.values.size()));
    if (operand.definition)
      reported.attachNote(*operand.definition)
          << quote(operand.name) << " is defined here";
    return;
  }
  llvm::copy(operand.values, values.begin());
}

/// A value has the first name that it is given. The results of one op share a
/// name.
void BodyChecker::setName(TypedValue value, StringRef name) {
  checked::Op *maker = value.value->maker;
  if (maker && maker->results.size() == 1 && !maker->name)
    setName(maker, name);
}

/// The name of an op is that of its results: `k.v`.
void BodyChecker::setName(checked::Op *op, llvm::ArrayRef<StringRef> names) {
  if (llvm::all_of(names, isPlaceholder))
    return;
  std::string text;
  for (StringRef name : names) {
    if (!text.empty())
      text += '.';
    text += isPlaceholder(name) ? "_" : name;
  }
  op->name = valueNames.give(mlir::StringAttr::get(getContext(), text));
}

//===----------------------------------------------------------------------===//
// Return
//===----------------------------------------------------------------------===//

void BodyChecker::checkReturn(const tree::Return &statement) {
  if (statement.isBroken)
    return;
  SmallVector<Operand> returned;
  for (const tree::Expr *value : statement.values)
    returned.push_back(checkExpr(value));

  SmallVector<TypedValue> typed;
  bool isPassedOn =
      returned.size() == 1 && returned[0].is(Operand::Kind::Results);
  if (isPassedOn) {
    // All results of a call are passed on.
    typed.resize(function.results.size());
    takeResults(returned[0], typed);
  } else {
    for (Operand &operand : returned)
      typed.push_back(ops.materialize(operand));
    if (typed.size() != function.results.size()) {
      emitError(statement.loc, "expected " + Twine(function.results.size()) +
                                   " result" +
                                   (function.results.size() == 1 ? "" : "s") +
                                   ", but got " + Twine(typed.size()))
              .attachNote(function.loc)
          << quote(function.name) << " is defined here";
      return;
    }
  }

  checked::Body &body = *function.body;
  for (auto [index, value, declared] :
       llvm::enumerate(typed, function.results)) {
    if (!value)
      continue;
    body.returned.push_back(value.value);
    if (value.getTensorType().matches(declared.type))
      continue;
    emitError(
        returned[std::min<size_t>(index, returned.size() - 1)].loc,
        "expected " +
            spellType(declared.type.getElementType(), declared.type.shape) +
            " for result " + Twine(index) + ", but got " +
            spellType(value.getElementType(), value.shape))
            .attachNote(declared.loc)
        << "the result is declared here";
  }
  body.returnLoc = statement.loc;
  if (isPassedOn)
    returned.clear();
  setResultNames(returned);
}

/// A result has the name that it has in `return`, if no other result and no
/// parameter has it; else it is named by its position.
void BodyChecker::setResultNames(llvm::ArrayRef<Operand> returned) {
  llvm::StringMap<unsigned> uses;
  for (const Operand &operand : returned)
    if (!operand.name.empty())
      ++uses[operand.name];
  bool isEach = returned.size() == function.results.size();
  auto hasOwnName = [&](StringRef name) {
    return isEach && uses.lookup(name) == 1 && !parameterNames.contains(name);
  };

  for (size_t index = 0; index < function.results.size(); ++index) {
    std::string name = isEach ? returned[index].name.str() : "";
    if (!hasOwnName(name)) {
      name = "out" + std::to_string(index);
      while (hasOwnName(name) || parameterNames.contains(name))
        name += "_";
    }
    function.body->resultNames.push_back(std::move(name));
  }
}
