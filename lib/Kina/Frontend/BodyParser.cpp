//===- BodyParser.cpp - Statements ----------------------------------------===//
//
// Part of Kina, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "BodyParser.h"
#include "Spelling.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringSet.h"

using namespace kina::frontend;
using llvm::SmallVector;
using llvm::SmallVectorImpl;
using llvm::StringRef;
using llvm::Twine;
using mlir::failure;
using mlir::FailureOr;
using mlir::LogicalResult;
using mlir::ParseResult;
using mlir::success;

BodyParser::BodyParser(Module &module, Function &function, const Lexer &body)
    : Parser(module, body, &function), function(function),
      emitter(module, function) {
  for (mlir::BlockArgument argument : function.op.getArguments())
    valueNames.give(mlir::cast<mlir::NameLoc>(argument.getLoc()).getName());
  auto arguments =
      function.op.getArguments().take_back(function.parameters.size());
  for (auto [parameter, argument] :
       llvm::zip_equal(function.parameters, arguments)) {
    bind(parameter.name, parameter.loc,
         TypedValue(argument, parameter.type.shape));
    parameterNames.insert(parameter.name);
  }
}

/// body ::= '{' let* return '}'
void BodyParser::parseBody() {
  SourceLoc open = getLoc();
  if (expect(Token::l_brace))
    return;
  while (!module.hasTooManyErrors()) {
    ParseResult result = success();
    if (hasReturned && (at(Token::kw_let) || at(Token::kw_return))) {
      emitError(getLoc(),
                "expected '}' behind 'return', but got " + describe(token));
      return;
    }
    if (at(Token::kw_let)) {
      result = parseLet();
    } else if (at(Token::kw_return)) {
      result = parseReturn();
    } else if (at(Token::r_brace)) {
      if (!hasReturned)
        emitError(getLoc(), "expected 'return' before the end of " +
                                quote(function.name));
      return;
    } else if (at(Token::eof) || at(Token::kw_fn) || at(Token::kw_private) ||
               at(Token::kw_size) || at(Token::kw_import)) {
      mlir::InFlightDiagnostic diagnostic = emitError(
          getLoc(), "expected '}' at the end of " + quote(function.name) +
                        ", but got " + describe(token));
      diagnostic.attachNote(open) << "the body starts here";
      return;
    } else {
      bool isBinding = at(Token::identifier) && peek().is(Token::equal);
      result = expected(isBinding     ? "'let' before the name that is bound"
                        : hasReturned ? "'}'"
                                      : "an operator, 'let', 'return' or '}'");
      if (isBinding)
        bind(token.spelling, getLoc(), {});
    }
    if (result)
      skipStatement();
  }
}

/// Goes on to what can start a statement or end the body.
void BodyParser::skipStatement() {
  while (!at(Token::kw_let) && !at(Token::kw_return) && !at(Token::r_brace) &&
         !at(Token::kw_fn) && !at(Token::kw_private) && !at(Token::kw_size) &&
         !at(Token::kw_import) && !at(Token::eof))
    advance();
}

//===----------------------------------------------------------------------===//
// Bindings
//===----------------------------------------------------------------------===//

LogicalResult BodyParser::checkBindable(const Token &name) {
  if (parameterNames.contains(name.spelling)) {
    mlir::InFlightDiagnostic diagnostic =
        emitError(getLoc(name), quote(name.spelling) +
                                    " is a parameter and keeps its meaning");
    diagnostic.attachNote(getLoc(bindings.lookup(name.spelling)))
        << "the parameter is defined here";
    return failure();
  }
  return checkNoSize(name.spelling, getLoc(name));
}

void BodyParser::bind(StringRef name, SourceLoc loc, TypedValue value) {
  bindings[name] = {value.value, value.shape.data(), loc.line, loc.column};
}

SourceLoc BodyParser::getLoc(const Binding &binding) const {
  return {lexer.getFileName(), binding.line, binding.column};
}

/// annotation ::= ':' (type | shape elementType?)
ParseResult BodyParser::parseAnnotation(std::optional<Annotation> &annotation) {
  if (!at(Token::colon))
    return success();
  advance();
  SourceLoc loc = getLoc();
  if (annotation)
    return emitError(loc, "expected one annotation, but got two");
  annotation.emplace(Annotation{loc, {}, nullptr});
  if (!at(Token::l_square)) {
    TensorType type;
    if (parseTensorType(type))
      return failure();
    annotation->shape.assign(type.shape.begin(), type.shape.end());
    annotation->elementType = type.getElementType();
    return success();
  }
  if (parseShape(annotation->shape))
    return failure();
  if (at(Token::identifier))
    return parseElementType(annotation->elementType);
  return success();
}

void BodyParser::checkAnnotation(const Annotation &annotation,
                                 const Token &name, TypedValue value) {
  if (!value)
    return;
  mlir::Type elementType = annotation.elementType;
  if (value.shape == llvm::ArrayRef(annotation.shape) &&
      (!elementType || elementType == value.getElementType()))
    return;
  emitError(annotation.loc,
            "expected " +
                (elementType ? spellType(elementType, annotation.shape)
                             : spellShape(annotation.shape)) +
                ", but " + quote(name.spelling) + " is " +
                (elementType ? spellType(value.getElementType(), value.shape)
                             : spellShape(value.shape)));
}

/// let ::= 'let' name annotation? '=' expr annotation?
///       | 'let' '(' name (',' name)* ')' '=' expr
ParseResult BodyParser::parseLet() {
  advance();
  if (at(Token::l_paren))
    return parseTupleLet();
  Token name;
  if (parseName("a name behind 'let'", name))
    return failure();
  bool isBindable = succeeded(checkBindable(name));
  std::optional<Annotation> annotation;
  FailureOr<Operand> operand = failure();
  if (!parseAnnotation(annotation) && !expect(Token::equal))
    operand = parseExpr();
  bool isRead = succeeded(operand) && !parseAnnotation(annotation);

  TypedValue value;
  if (isRead)
    value = emitter.materialize(*operand);
  if (annotation && isRead)
    checkAnnotation(*annotation, name, value);
  if (isBindable)
    bind(name.spelling, getLoc(name), value);
  if (value)
    setName(value.value, name);
  return success(isRead);
}

ParseResult BodyParser::parseTupleLet() {
  SmallVector<Token> names;
  llvm::StringSet<> seen;
  bool isBindable = true;
  auto parseElement = [&]() -> ParseResult {
    Token name;
    if (parseName("a name", name))
      return failure();
    if (name.spelling != "_" && !seen.insert(name.spelling).second) {
      emitError(getLoc(name),
                quote(name.spelling) + " is bound twice by one 'let'");
      isBindable = false;
    }
    isBindable &= succeeded(checkBindable(name));
    names.push_back(name);
    return success();
  };
  if (parseList(Token::l_paren, Token::r_paren, parseElement))
    return failure();

  FailureOr<Operand> operand = failure();
  if (!expect(Token::equal))
    operand = parseExpr();
  SmallVector<TypedValue> values(names.size());
  if (succeeded(operand))
    takeResults(*operand, values);
  if (isBindable)
    for (auto [name, value] : llvm::zip_equal(names, values))
      bind(name.spelling, getLoc(name), value);
  if (!values.empty() && values.front())
    setName(values.front().value.getDefiningOp(), names);
  return success(succeeded(operand));
}

/// The results of a call into as many values, which stay null if they do not
/// fit.
void BodyParser::takeResults(Operand &operand,
                             llvm::MutableArrayRef<TypedValue> values) {
  if (operand.isPoison())
    return;
  if (!operand.is(Operand::Kind::Results)) {
    emitError(operand.loc, "expected a call with " + Twine(values.size()) +
                               " results, but got one value");
    return;
  }
  if (operand.values.size() != values.size()) {
    mlir::InFlightDiagnostic diagnostic = emitError(
        operand.loc, "expected " + Twine(values.size()) + " results, but " +
                         quote(operand.callee->name) + " has " +
                         Twine(operand.values.size()));
    diagnostic.attachNote(operand.callee->loc)
        << quote(operand.callee->name) << " is defined here";
    return;
  }
  llvm::copy(operand.values, values.begin());
}

/// A value has the first name that it is given. The results of one op share a
/// name.
void BodyParser::setName(mlir::Value value, const Token &name) {
  mlir::Operation *op = value.getDefiningOp();
  mlir::Operation *maker = op;
  if (auto cast = mlir::dyn_cast_or_null<mlir::tensor::CastOp>(op))
    maker = cast.getSource().getDefiningOp();
  if (maker && maker->getNumResults() == 1 &&
      !mlir::isa<mlir::NameLoc>(op->getLoc()))
    setName(op, {name});
}

/// The location of an op names its results: `k.v`.
void BodyParser::setName(mlir::Operation *op, llvm::ArrayRef<Token> names) {
  auto isPlaceholder = [](const Token &name) {
    return frontend::isPlaceholder(name.spelling);
  };
  if (llvm::all_of(names, isPlaceholder))
    return;
  std::string text;
  for (const Token &name : names) {
    if (!text.empty())
      text += '.';
    text += isPlaceholder(name) ? "_" : name.spelling;
  }
  mlir::StringAttr name =
      valueNames.give(mlir::StringAttr::get(getContext(), text));
  op->setLoc(mlir::NameLoc::get(name, op->getLoc()));
}

//===----------------------------------------------------------------------===//
// Return
//===----------------------------------------------------------------------===//

/// return ::= 'return' (expr | '(' (expr (',' expr)*)? ')')
ParseResult BodyParser::parseReturn() {
  SourceLoc loc = getLoc();
  advance();
  hasReturned = true;
  SmallVector<Operand> returned;
  if (parseReturned(returned))
    return failure();
  emitReturn(loc, returned);
  return success();
}

ParseResult BodyParser::parseReturned(SmallVectorImpl<Operand> &returned) {
  if (!at(Token::l_paren)) {
    FailureOr<Operand> operand = parseExpr();
    if (failed(operand))
      return failure();
    returned.push_back(*operand);
    return success();
  }
  auto parseElement = [&]() -> ParseResult {
    FailureOr<Operand> operand = parseExpr();
    if (failed(operand))
      return failure();
    returned.push_back(*operand);
    return success();
  };
  if (parseList(Token::l_paren, Token::r_paren, parseElement))
    return failure();
  if (returned.size() != 1)
    return success();
  // A parenthesis around the first operand of an expression, not a list.
  FailureOr<Operand> operand = parseSum(returned.pop_back_val());
  if (failed(operand))
    return failure();
  returned.push_back(*operand);
  return success();
}

void BodyParser::emitReturn(SourceLoc loc, SmallVectorImpl<Operand> &returned) {
  SmallVector<TypedValue> typed;
  if (returned.size() == 1 && returned[0].is(Operand::Kind::Results)) {
    // All results of a call are passed on.
    typed.resize(function.results.size());
    takeResults(returned[0], typed);
  } else {
    for (Operand &operand : returned)
      typed.push_back(emitter.materialize(operand));
    if (typed.size() != function.results.size()) {
      mlir::InFlightDiagnostic diagnostic = emitError(
          loc, "expected " + Twine(function.results.size()) + " result" +
                   (function.results.size() == 1 ? "" : "s") + ", but got " +
                   Twine(typed.size()));
      diagnostic.attachNote(function.loc)
          << quote(function.name) << " is defined here";
      return;
    }
  }

  SmallVector<mlir::Value> values;
  for (auto [index, value, declared] :
       llvm::enumerate(typed, function.results)) {
    if (!value)
      continue;
    values.push_back(value.value);
    if (value.getTensorType().matches(declared.type))
      continue;
    mlir::InFlightDiagnostic diagnostic = emitError(
        returned[std::min<size_t>(index, returned.size() - 1)].loc,
        "expected " +
            spellType(declared.type.getElementType(), declared.type.shape) +
            " for result " + Twine(index) + ", but got " +
            spellType(value.getElementType(), value.shape));
    diagnostic.attachNote(declared.loc) << "the result is declared here";
  }
  if (values.size() != function.results.size())
    return;
  mlir::OpBuilder builder =
      mlir::OpBuilder::atBlockEnd(&function.op.getBody().front());
  mlir::func::ReturnOp::create(builder, loc, values);
  setResultNames(returned);
}

/// A result has the name that it has in `return`, if no other result and no
/// parameter has it; else it is named by its position.
void BodyParser::setResultNames(llvm::ArrayRef<Operand> returned) {
  llvm::StringMap<unsigned> uses;
  for (const Operand &operand : returned)
    if (!operand.name.empty())
      ++uses[operand.name];
  bool isEach = returned.size() == function.results.size();
  auto hasOwnName = [&](StringRef name) {
    return isEach && uses.lookup(name) == 1 && !parameterNames.contains(name);
  };

  mlir::Builder builder(getContext());
  SmallVector<mlir::Attribute> attrs;
  for (auto [index, result] : llvm::enumerate(function.results)) {
    std::string name = isEach ? returned[index].name.str() : "";
    if (!hasOwnName(name)) {
      name = "out" + std::to_string(index);
      while (hasOwnName(name) || parameterNames.contains(name))
        name += "_";
    }
    mlir::NamedAttrList attr;
    if (auto extents = getExtentsAttr(getContext(), result.type.shape))
      attr.append("kina.extents", extents);
    attr.append("kina.name", builder.getStringAttr(name));
    attrs.push_back(attr.getDictionary(getContext()));
  }
  function.op.setAllResultAttrs(attrs);
}
