//===- ApplicationParser.cpp - Ops and functions with operands ------------===//
//
// Part of Kina, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "BodyParser.h"
#include "Instances.h"
#include "Spelling.h"
#include "llvm/ADT/StringExtras.h"

using namespace kina::frontend;
using llvm::StringRef;
using mlir::failure;
using mlir::FailureOr;
using mlir::ParseResult;
using mlir::success;

/// True at a name that is applied to something: `op[`, `op(`, or `op x` for
/// the name of an op or a function.
bool BodyParser::isApplication() {
  if (!at(Token::identifier))
    return false;
  switch (peek().kind) {
  case Token::l_square:
  case Token::l_paren:
    return true;
  case Token::identifier:
  case Token::integer:
  case Token::decimal:
    return !bindings.count(token.spelling) &&
           (OpSpec::find(token.spelling) ||
            module.findFunction(token.spelling));
  default:
    return false;
  }
}

/// True as long as the numbers of a tensor are not read.
static bool takesNumbers(const Application &app) {
  return app.spec && app.spec->kind == OpKind::tensor && app.operands.empty();
}

/// True at the list of a tensor: attributes start with a name.
bool BodyParser::isListNext(const Reading &reading) {
  if (!at(Token::l_square) || !takesNumbers(reading.app))
    return false;
  return !peek().is(Token::identifier) || peek().spelling == "inf" ||
         peek().spelling == "nan";
}

/// True at what can be an operand without a comma before it. A name before `=`
/// is not: there the `let` before it is missing.
bool BodyParser::isOperandNext(const Reading &reading) {
  return at(Token::l_paren) || at(Token::integer) || at(Token::decimal) ||
         (at(Token::identifier) && !peek().is(Token::equal)) ||
         isListNext(reading);
}

/// application ::= name attrs? operand+ | name attrs? '(' arguments ')'
/// attrs       ::= '[' ((attr | stated) (',' (attr | stated))*)? ']'
/// operand     ::= atom | '(' expr ')' | numbers
/// arguments   ::= (argument (',' argument)*)?
/// argument    ::= expr | numbers | attrValue | attr | stated
///
/// The two forms mean the same: `(x)` is an operand or a list of one argument.
FailureOr<Operand> BodyParser::parseApplication() {
  Reading reading(token, getLoc());
  if (!reading.app.spec)
    reading.callee = module.findFunction(token.spelling);
  if (!reading.app.spec && !reading.callee)
    return emitUnknownCallee();
  advance();

  auto parseBracketed = [&] { return parseNamedAttr(reading); };
  if (at(Token::l_square) && !isListNext(reading) &&
      parseList(Token::l_square, Token::r_square, parseBracketed))
    return failure();
  bool isArgumentList = false;
  while (!isArgumentList && isOperandNext(reading)) {
    if (at(Token::l_paren)) {
      if (parseGroup(reading, isArgumentList))
        return failure();
      continue;
    }
    FailureOr<Operand> operand = takesNumbers(reading.app)
                                     ? parseNumbers(reading.app.list)
                                     : parseAtom();
    if (failed(operand))
      return failure();
    reading.app.operands.push_back(*operand);
  }

  if (!isArgumentList && checkNoAttr(reading))
    return failure();
  if (reading.callee) {
    function.calls.push_back({reading.callee, reading.app.loc});
    return emitter.emitCall(*reading.callee, reading.app);
  }
  if (checkAttrs(reading))
    return Operand::poison(reading.app.loc);
  return emitter.emit(reading.app);
}

/// Reports an attribute or a size behind operands without parentheses.
ParseResult BodyParser::checkNoAttr(const Reading &reading) {
  bool isAttr = at(Token::l_square);
  if (at(Token::identifier) && peek().is(Token::equal)) {
    StringRef name = token.spelling;
    auto isGiven = [&](const StatedSize &size) { return size.name == name; };
    auto isUsed = [&](const AttrUse &use) { return use.spec->name == name; };
    isAttr = reading.callee ? reading.callee->findSize(name) &&
                                  llvm::none_of(reading.app.sizes, isGiven)
                            : reading.app.spec->findAttr(name) &&
                                  llvm::none_of(reading.attrs, isUsed);
  }
  if (!isAttr)
    return success();
  std::string name = reading.name.spelling.str();
  return emitError(getLoc(),
                   "expected an operand, but got " + describe(token) + "; " +
                       (reading.callee ? "sizes" : "attributes") +
                       " stand before the operands or in parentheses: '" +
                       name + "[..] x' or '" + name + "(x, ..)'");
}

ParseResult BodyParser::emitUnknownCallee() {
  if (bindings.count(token.spelling) || findSize(token.spelling))
    return emitError(getLoc(), quote(token.spelling) +
                                   " is a value and cannot be applied; "
                                   "expected an op or a function");
  NearestName nearest(token.spelling);
  for (const OpSpec &spec : OpSpec::all())
    nearest.consider(spec.name);
  for (const auto &entry : module.functionsByName)
    nearest.consider(entry.getKey());
  std::string hint = nearest.str();
  if (kina::symbolizeReduceKind(token.spelling))
    hint = "; did you mean 'reduce(x, " + token.spelling.str() + ", axis=..)'?";
  return emitError(getLoc(),
                   "unknown op or function " + quote(token.spelling) + hint);
}

/// `(x)` or `(x, y, axis=1)`: only the latter ends the application.
ParseResult BodyParser::parseGroup(Reading &reading, bool &isArgumentList) {
  bool isFirst = reading.app.operands.empty();
  reading.hasTrailingAttr = false;
  Token open = token;
  unsigned count = 0;
  auto parseElement = [&] {
    ++count;
    return parseArgument(reading);
  };
  if (parseList(Token::l_paren, Token::r_paren, parseElement))
    return failure();
  isArgumentList = count != 1 || reading.app.operands.empty();
  if (isArgumentList && !isFirst)
    return emitError(getLoc(open), "expected one expression in parentheses, "
                                   "since operands stand before it");
  return success();
}

ParseResult BodyParser::parseArgument(Reading &reading) {
  if (at(Token::identifier) && peek().is(Token::equal)) {
    reading.hasTrailingAttr = true;
    return parseNamedAttr(reading);
  }
  Application &app = reading.app;
  SourceLoc loc = getLoc();
  if (app.spec && app.operands.size() >= app.spec->operandCount)
    if (const AttrSpec *spec =
            app.spec->getPositionalAttr(reading.positionalCount++))
      return parseAttrValue(reading, *spec, loc);
  if (reading.hasTrailingAttr)
    return emitError(loc, "expected the operands before the attributes");
  FailureOr<Operand> operand =
      takesNumbers(app) ? parseNumbers(app.list) : parseExpr();
  if (failed(operand))
    return failure();
  app.operands.push_back(*operand);
  return success();
}

/// numbers ::= literal | list
///
/// The names `inf` and `nan` are literals here, whatever has them.
FailureOr<Operand> BodyParser::parseNumbers(NumberList &list) {
  SourceLoc loc = getLoc();
  if (at(Token::l_square)) {
    size_t rank = 0;
    if (parseList(list, /*depth=*/0, rank))
      return failure();
    return Operand::get(loc, list.numbers.front().literal);
  }
  Literal literal;
  if (parseLiteral("a number or a list of numbers", literal))
    return failure();
  return Operand::get(loc, literal);
}

/// list    ::= '[' element (',' element)* ']'
/// element ::= list | literal
///
/// `rank` is that of the list, and 0 before its first number.
ParseResult BodyParser::parseList(NumberList &list, size_t depth,
                                  size_t &rank) {
  SourceLoc loc = getLoc();
  if (depth == maxRank)
    return emitError(loc, "expected at most " + llvm::Twine(maxRank) +
                              " lists in one another");
  int64_t count = 0;
  auto parseElement = [&]() -> ParseResult {
    ++count;
    if (rank == 0 ? at(Token::l_square) : depth + 1 < rank)
      return parseList(list, depth + 1, rank);
    rank = depth + 1;
    NumberList::Number &number = list.numbers.emplace_back();
    number.loc = getLoc();
    return parseLiteral("a number", number.literal);
  };
  if (parseList(Token::l_square, Token::r_square, parseElement))
    return failure();
  if (count == 0)
    return emitError(loc, "expected at least one number, but got none");
  // The inner lists end first.
  if (list.shape.empty())
    list.shape.assign(rank, 0);
  int64_t &extent = list.shape[depth];
  if (extent == 0)
    extent = count;
  if (extent != count)
    return emitError(loc, "expected " + llvm::Twine(extent) +
                              " elements as in the list before, but got " +
                              llvm::Twine(count));
  return success();
}

/// literal ::= '-'* (integer | decimal | 'inf' | 'nan')
ParseResult BodyParser::parseLiteral(StringRef what, Literal &literal) {
  while (consumeIf(Token::minus))
    literal.isNegative = !literal.isNegative;
  literal.spelling = token.spelling;
  if (at(Token::integer))
    literal.kind = Literal::Integer;
  else if (at(Token::decimal))
    literal.kind = Literal::Decimal;
  else if (at(Token::identifier) && token.spelling == "inf")
    literal.kind = Literal::Infinity;
  else if (at(Token::identifier) && token.spelling == "nan")
    literal.kind = Literal::NaN;
  else
    return expected(what);
  advance();
  return success();
}

//===----------------------------------------------------------------------===//
// Attributes
//===----------------------------------------------------------------------===//

/// attr ::= name '=' attrValue
ParseResult BodyParser::parseNamedAttr(Reading &reading) {
  SourceLoc loc = getLoc();
  Token name;
  if (parseName("the name of an attribute", name))
    return failure();
  if (reading.callee)
    return parseStatedSize(reading, name);
  const AttrSpec *spec = reading.app.spec->findAttr(name.spelling);
  if (!spec) {
    NearestName nearest(name.spelling);
    llvm::SmallVector<StringRef> known;
    for (const AttrSpec &attr : reading.app.spec->attrs) {
      nearest.consider(attr.name);
      known.push_back(attr.name);
    }
    std::string hint = nearest.str();
    if (hint.empty())
      hint = known.empty() ? "; it takes none"
                           : "; it takes " + llvm::join(known, ", ");
    return emitError(loc, "unknown attribute " + quote(name.spelling) + " of " +
                              quote(reading.name.spelling) + hint);
  }
  if (expect(Token::equal))
    return failure();
  return parseAttrValue(reading, *spec, loc);
}

/// A `stated` of the grammar, behind its name.
ParseResult BodyParser::parseStatedSize(Reading &reading, const Token &name) {
  SourceLoc loc = getLoc(name);
  const Function &callee = *reading.callee;
  StatedSize size{name.spelling, loc, {}};
  llvm::SmallVector<StatedSize, 0> others(callee.stated);
  llvm::append_range(others, reading.app.sizes);
  if (failed(checkStatedSize(module, callee, callee.name, others, size)) ||
      expect(Token::equal) || parseExtent(size.value))
    return failure();
  reading.app.sizes.push_back(size);
  return success();
}

/// attrValue ::= extent | shape | elementType | name | 'true' | 'false'
ParseResult BodyParser::parseAttrValue(Reading &reading, const AttrSpec &spec,
                                       SourceLoc loc) {
  for (const AttrUse &use : reading.attrs) {
    if (use.spec != &spec)
      continue;
    mlir::InFlightDiagnostic diagnostic =
        emitError(loc, "attribute " + quote(spec.name) + " is given twice");
    diagnostic.attachNote(use.loc) << "it is first given here";
    return diagnostic;
  }
  reading.attrs.push_back({&spec, loc});

  OpAttrs &attrs = reading.app.attrs;
  switch (spec.kind) {
  case AttrKind::Axis:
    return parseConstant(attrs.axis.emplace());
  case AttrKind::Bound:
    return parseExtent(
        (spec.name == "start" ? attrs.start : attrs.stop).emplace());
  case AttrKind::ElementType:
    return parseElementType(attrs.elementType);
  case AttrKind::Flag:
    return parseFlag(attrs.keep);
  case AttrKind::Permutation:
    return parsePermutation(attrs.perm.emplace());
  case AttrKind::Predicate:
    return parseEnum("a relation: eq, ne, lt, le, gt or ge",
                     kina::symbolizeComparePredicate, attrs.predicate);
  case AttrKind::ReduceKind:
    return parseEnum("what to reduce to: sum, max, min or mean",
                     kina::symbolizeReduceKind, attrs.reduceKind);
  case AttrKind::Shape:
    return parseShape(attrs.shape.emplace());
  }
  llvm_unreachable("every kind of attribute is parsed");
}

template <typename Enum>
ParseResult BodyParser::parseEnum(StringRef what,
                                  std::optional<Enum> (*symbolize)(StringRef),
                                  std::optional<Enum> &value) {
  if (at(Token::identifier))
    value = symbolize(token.spelling);
  if (!value)
    return expected(what);
  advance();
  return success();
}

ParseResult BodyParser::parseFlag(bool &value) {
  if (!at(Token::identifier) ||
      (token.spelling != "true" && token.spelling != "false"))
    return expected("true or false");
  value = take().spelling == "true";
  return success();
}

/// permutation ::= '[' (extent (',' extent)*)? ']'
ParseResult BodyParser::parsePermutation(llvm::SmallVectorImpl<int64_t> &perm) {
  return parseList(Token::l_square, Token::r_square,
                   [&] { return parseConstant(perm.emplace_back()); });
}

ParseResult BodyParser::checkAttrs(const Reading &reading) {
  for (const AttrSpec &spec : reading.app.spec->attrs) {
    bool isGiven = llvm::any_of(
        reading.attrs, [&](const AttrUse &use) { return use.spec == &spec; });
    if (spec.required && !isGiven)
      return emitError(reading.app.loc, "expected the attribute " +
                                            quote(spec.name) + " for " +
                                            quote(reading.name.spelling));
  }
  return success();
}
