//===- ApplicationParser.cpp - Ops and functions with operands ------------===//
//
// Part of Kina, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Semantics/BodyChecker.h"
#include "Semantics/Instances.h"
#include "llvm/ADT/StringExtras.h"

using namespace kina::frontend;
using llvm::StringRef;
using mlir::failure;
using mlir::FailureOr;
using mlir::LogicalResult;
using mlir::success;

/// True as long as the numbers of a tensor are not read.
static bool takesNumbers(const Application &app) {
  return app.spec && app.spec->kind == OpKind::tensor && app.operands.empty();
}

Operand BodyChecker::checkApplication(const tree::Apply &apply) {
  Reading reading(apply);
  Operand poison = Operand::poison(apply.loc);
  if (failed(findCallee(reading)))
    return poison;
  for (const tree::Argument &argument : apply.bracketed)
    if (failed(readNamed(reading, argument)))
      return poison;
  for (const tree::Argument &argument : apply.arguments)
    if (failed(readArgument(reading, argument)))
      return poison;
  if (!apply.misplaced.empty()) {
    std::string name = reading.getName().str();
    emitError(getLoc(apply.misplaced),
              "expected an operand, but got " + quote(apply.misplaced) + "; " +
                  (reading.callee ? "sizes" : "attributes") +
                  " stand before the operands or in parentheses: '" + name +
                  "[..] x' or '" + name + "(x, ..)'");
    return poison;
  }
  if (reading.callee) {
    function.calls.push_back({reading.callee, apply.loc});
    return ops.checkCall(*reading.callee, reading.app);
  }
  if (failed(checkAttrs(reading)))
    return poison;
  return ops.check(reading.app);
}

/// Before `[` or `(` a name is that of an op or a function. Before an operand
/// it is so only if no value has it.
LogicalResult BodyChecker::findCallee(Reading &reading) {
  const tree::Apply &apply = reading.text;
  StringRef name = reading.getName();
  bool isValue = bindings.contains(name) || findSize(name);
  bool isApplied = apply.isCall || apply.hasBrackets ||
                   (apply.arguments.front().value->kind != tree::Expr::Number &&
                    apply.arguments.front().value->kind != tree::Expr::Name);
  if (!isApplied && isValue) {
    // What its value would be is said by no other error.
    return expected("an operator", apply.arguments.front().value);
  }
  if (reading.app.spec)
    return success();
  reading.callee = module.findFunction(name);
  if (reading.callee)
    return success();
  if (isValue)
    return emitError(apply.loc, quote(name) + " is a value and cannot be "
                                              "applied; expected an op or a "
                                              "function");
  if (module.lacksNames)
    return failure();
  NearestName nearest(name);
  for (const OpSpec &spec : OpSpec::all())
    nearest.consider(spec.name);
  for (const auto &entry : module.functionsByName)
    nearest.consider(entry.getKey());
  std::string hint = nearest.str();
  if (kina::symbolizeReduceKind(name))
    hint = "; did you mean 'reduce(x, " + name.str() + ", axis=..)'?";
  return emitError(apply.loc, "unknown op or function " + quote(name) + hint);
}

LogicalResult BodyChecker::readArgument(Reading &reading,
                                        const tree::Argument &argument) {
  if (!argument.name.empty()) {
    reading.hasTrailingAttr = true;
    return readNamed(reading, argument);
  }
  Application &app = reading.app;
  SourceLoc loc = argument.getLoc();
  if (reading.text.isCall && app.spec &&
      app.operands.size() >= app.spec->operandCount)
    if (const AttrSpec *spec =
            app.spec->getPositionalAttr(reading.positionalCount++))
      return readAttr(reading, *spec, loc, argument.value);
  if (reading.hasTrailingAttr)
    return emitError(loc, "expected the operands before the attributes");
  FailureOr<Operand> operand =
      takesNumbers(app) ? readNumbers(app.list, argument.value)
                        : FailureOr<Operand>(checkExpr(argument.value));
  if (failed(operand))
    return failure();
  app.operands.push_back(*operand);
  return success();
}

//===----------------------------------------------------------------------===//
// Numbers
//===----------------------------------------------------------------------===//

/// numbers ::= literal | '[' element (',' element)* ']'
/// element ::= literal | '[' element (',' element)* ']'
///
/// The names `inf` and `nan` are literals here, whatever has them.
FailureOr<Operand> BodyChecker::readNumbers(NumberList &list,
                                            const tree::Expr *expr) {
  if (const auto *text = llvm::dyn_cast<tree::List>(expr)) {
    size_t rank = 0;
    if (failed(readList(list, *text, /*depth=*/0, rank)))
      return failure();
    return Operand::get(expr->loc, list.numbers.front().literal);
  }
  FailureOr<Literal> literal =
      readLiteral("a number or a list of numbers", expr);
  if (failed(literal))
    return failure();
  return Operand::get(expr->loc, *literal);
}

/// `rank` is that of the list, and 0 before its first number.
LogicalResult BodyChecker::readList(NumberList &list, const tree::List &text,
                                    size_t depth, size_t &rank) {
  if (depth == maxRank)
    return emitError(text.loc, "expected at most " + llvm::Twine(maxRank) +
                                   " lists in one another");
  for (const tree::Expr *element : text.elements) {
    const auto *inner = llvm::dyn_cast<tree::List>(element);
    if (rank == 0 ? inner != nullptr : depth + 1 < rank) {
      if (!inner)
        return expected("'['", element);
      if (failed(readList(list, *inner, depth + 1, rank)))
        return failure();
      continue;
    }
    rank = depth + 1;
    FailureOr<Literal> literal = readLiteral("a number", element);
    if (failed(literal))
      return failure();
    list.numbers.push_back({element->loc, *literal});
  }
  auto count = static_cast<int64_t>(text.elements.size());
  if (count == 0)
    return emitError(text.loc, "expected at least one number, but got none");
  // The inner lists end first.
  if (list.shape.empty())
    list.shape.assign(rank, 0);
  int64_t &extent = list.shape[depth];
  if (extent == 0)
    extent = count;
  if (extent != count)
    return emitError(text.loc, "expected " + llvm::Twine(extent) +
                                   " elements as in the list before, but got " +
                                   llvm::Twine(count));
  return success();
}

/// literal ::= '-'* (integer | decimal | 'inf' | 'nan')
FailureOr<Literal> BodyChecker::readLiteral(StringRef what,
                                            const tree::Expr *expr) {
  Literal literal;
  while (const auto *negation = llvm::dyn_cast<tree::Negation>(expr)) {
    literal.isNegative = !literal.isNegative;
    expr = negation->operand;
  }
  if (expr->kind == tree::Expr::Number)
    literal.kind = expr->isDecimal ? Literal::Decimal : Literal::Integer;
  else if (expr->isName("inf"))
    literal.kind = Literal::Infinity;
  else if (expr->isName("nan"))
    literal.kind = Literal::NaN;
  else if (llvm::isa<tree::Binary>(expr))
    return emitError(expr->loc, "expected " + what + ", but got an operation");
  else
    return expected(what, expr);
  literal.spelling = expr->getText();
  return literal;
}

//===----------------------------------------------------------------------===//
// Attributes
//===----------------------------------------------------------------------===//

/// attr ::= name '=' attrValue
LogicalResult BodyChecker::readNamed(Reading &reading,
                                     const tree::Argument &argument) {
  if (reading.callee)
    return readStated(reading, argument);
  if (argument.name.empty())
    return expected("the name of an attribute and '='", argument.value);
  StringRef name = argument.name;
  const OpSpec &op = *reading.app.spec;
  if (const AttrSpec *spec = op.findAttr(name))
    return readAttr(reading, *spec, getLoc(name), argument.value);
  NearestName nearest(name);
  llvm::SmallVector<StringRef> known;
  for (const AttrSpec &attr : op.attrs) {
    nearest.consider(attr.name);
    known.push_back(attr.name);
  }
  std::string hint = nearest.str();
  if (hint.empty())
    hint = known.empty() ? "; it takes none"
                         : "; it takes " + llvm::join(known, ", ");
  return emitError(getLoc(name), "unknown attribute " + quote(name) + " of " +
                                     quote(op.name) + hint);
}

LogicalResult BodyChecker::readStated(Reading &reading,
                                      const tree::Argument &argument) {
  const Function &callee = *reading.callee;
  llvm::SmallVector<StatedSize, 0> others(callee.stated);
  llvm::append_range(others, reading.app.sizes);
  StringRef name = argument.name;
  if (name.empty() && argument.value->kind == tree::Expr::Name)
    name = argument.value->getText();
  if (!name.empty() &&
      failed(checkStatedSize(module, callee, callee.name, others,
                             {name, getLoc(name), {}})))
    return failure();
  FailureOr<StatedSize> size = readStatedSize(argument, *this, module);
  if (failed(size))
    return failure();
  reading.app.sizes.push_back(*size);
  return success();
}

LogicalResult BodyChecker::readAttr(Reading &reading, const AttrSpec &spec,
                                    SourceLoc loc, const tree::Expr *value) {
  for (const AttrUse &use : reading.attrs) {
    if (use.spec != &spec)
      continue;
    Reported reported =
        emitError(loc, "attribute " + quote(spec.name) + " is given twice");
    reported.attachNote(use.loc) << "it is first given here";
    return reported;
  }
  reading.attrs.push_back({&spec, loc});
  return readAttrValue(reading.app.attrs, spec, value);
}

/// attrValue ::= extent | shape | permutation | name
/// permutation ::= '[' (extent (',' extent)*)? ']'
LogicalResult BodyChecker::readAttrValue(OpAttrs &attrs, const AttrSpec &spec,
                                         const tree::Expr *value) {
  StringRef word =
      value->kind == tree::Expr::Name ? value->getText() : StringRef();
  switch (spec.kind) {
  case AttrKind::Axis:
    return success((attrs.axis = readConstant(value)).has_value());
  case AttrKind::Parts:
    return success((attrs.parts = readConstant(value)).has_value());
  case AttrKind::Bound: {
    Extent &bound = (spec.name == "start" ? attrs.start : attrs.stop).emplace();
    bound = readExtent(value);
    return success(static_cast<bool>(bound));
  }
  case AttrKind::ElementType:
    if (word.empty())
      return expected("an element type", value);
    attrs.elementType = readElementType(word);
    return success(static_cast<bool>(attrs.elementType));
  case AttrKind::Flag:
    if (word != "true" && word != "false")
      return expected("true or false", value);
    attrs.keep = word == "true";
    return success();
  case AttrKind::Permutation: {
    const auto *list = llvm::dyn_cast<tree::List>(value);
    if (!list)
      return expected("'['", value);
    llvm::SmallVector<int64_t> perm;
    for (const tree::Expr *element : list->elements) {
      std::optional<int64_t> axis = readConstant(element);
      if (!axis)
        return failure();
      perm.push_back(*axis);
    }
    attrs.perm = module.extents.copy(perm);
    return success();
  }
  case AttrKind::Predicate:
    attrs.predicate = kina::symbolizeComparePredicate(word);
    if (attrs.predicate)
      return success();
    return expected("a relation: eq, ne, lt, le, gt or ge", value);
  case AttrKind::ReduceKind:
    attrs.reduceKind = kina::symbolizeReduceKind(word);
    if (attrs.reduceKind)
      return success();
    return expected("what to reduce to: sum, max, min or mean", value);
  case AttrKind::Shape: {
    llvm::SmallVector<Extent> shape;
    if (failed(readShape(value, shape)))
      return failure();
    attrs.shape = module.extents.copy(shape);
    return success();
  }
  }
  llvm_unreachable("every kind of attribute is read");
}

LogicalResult BodyChecker::checkAttrs(const Reading &reading) {
  for (const AttrSpec &spec : reading.app.spec->attrs) {
    bool isGiven = llvm::any_of(
        reading.attrs, [&](const AttrUse &use) { return use.spec == &spec; });
    if (spec.required && !isGiven)
      return emitError(reading.app.loc, "expected the attribute " +
                                            quote(spec.name) + " for " +
                                            quote(reading.getName()));
  }
  return success();
}
