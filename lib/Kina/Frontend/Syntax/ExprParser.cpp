//===- ExprParser.cpp - Expressions ---------------------------------------===//
//
// Part of Kina, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Syntax/Parser.h"
#include "llvm/Support/SaveAndRestore.h"

using namespace kina::frontend;
using llvm::failure;
using llvm::ParseResult;
using llvm::SmallVector;
using llvm::StringRef;
using llvm::success;
using tree::Expr;

SourceLoc tree::getStart(const Expr *expr) {
  while (const auto *binary = llvm::dyn_cast<tree::Binary>(expr))
    expr = binary->lhs;
  return expr->loc;
}

std::string tree::describe(const Expr *expr) {
  while (const auto *binary = llvm::dyn_cast<tree::Binary>(expr))
    expr = binary->lhs;
  switch (expr->kind) {
  case Expr::Number:
  case Expr::Name:
  case Expr::Apply:
    return quote(expr->getText());
  default:
    return quote(StringRef(expr->loc.getPointer(), 1));
  }
}

SourceLoc tree::Argument::getLoc() const {
  return name.empty() ? getStart(value) : frontend::getLoc(name);
}

/// expr ::= sum
Expr *Parser::parseExpr() {
  Expr *first = parseUnary();
  return first ? parseSum(first) : nullptr;
}

/// An integer expression: whether it is one is seen when it is read.
Expr *Parser::parseExtent() {
  llvm::SaveAndRestore what(wanted, StringRef("an integer or a size"));
  return parseExpr();
}

Expr *Parser::parseSingleExtent() {
  Expr *expr = parseExtent();
  return at(Token::eof) ? expr : nullptr;
}

/// sum ::= product (('+' | '-') product)*
///
/// The first unary of it is already read.
Expr *Parser::parseSum(Expr *first) {
  Expr *lhs = parseProduct(first);
  while (lhs && (at(Token::plus) || at(Token::minus))) {
    SourceLoc loc = take().getLoc();
    Expr *rhs = parseUnary();
    if (rhs)
      rhs = parseProduct(rhs);
    if (!rhs)
      return nullptr;
    lhs = file.make(tree::Binary{{Expr::Binary, false, 0, loc}, lhs, rhs});
  }
  return lhs;
}

/// product ::= unary (('@' | '*' | '/' | '%') unary)*
Expr *Parser::parseProduct(Expr *first) {
  Expr *lhs = first;
  while (at(Token::at) || at(Token::star) || at(Token::slash) ||
         at(Token::percent)) {
    SourceLoc loc = take().getLoc();
    Expr *rhs = parseUnary();
    if (!rhs)
      return nullptr;
    lhs = file.make(tree::Binary{{Expr::Binary, false, 0, loc}, lhs, rhs});
  }
  return lhs;
}

/// unary ::= '-' unary | primary
Expr *Parser::parseUnary() {
  llvm::SaveAndRestore level(depth, depth + 1);
  if (depth > maxNesting) {
    (void)error(token.getLoc(), "nested too deeply: more than " +
                                    llvm::Twine(maxNesting) + " levels");
    return nullptr;
  }
  if (!at(Token::minus))
    return parsePrimary();
  SourceLoc loc = take().getLoc();
  Expr *operand = parseUnary();
  if (!operand)
    return nullptr;
  return file.make(tree::Negation{{Expr::Negation, false, 0, loc}, operand});
}

/// primary ::= '(' expr ')' | list | application | atom
Expr *Parser::parsePrimary() {
  if (at(Token::l_paren)) {
    SourceLoc loc = take().getLoc();
    Expr *inner = parseExpr();
    if (!inner || expect(Token::r_paren))
      return nullptr;
    return file.make(tree::Paren{{Expr::Paren, false, 0, loc}, inner});
  }
  if (at(Token::l_square))
    return parseListExpr();
  return isApplication() ? parseApplication() : parseAtom();
}

/// atom ::= integer | decimal | name
Expr *Parser::parseAtom() {
  if (!at(Token::integer) && !at(Token::decimal) && !at(Token::identifier)) {
    (void)expected(wanted);
    return nullptr;
  }
  Token atom = take();
  return file.make(Expr{atom.is(Token::identifier) ? Expr::Name : Expr::Number,
                        atom.is(Token::decimal),
                        static_cast<uint32_t>(atom.spelling.size()),
                        atom.getLoc()});
}

/// list ::= '[' (expr (',' expr)*)? ']'
tree::List *Parser::parseListExpr() {
  SourceLoc loc = token.getLoc();
  SmallVector<Expr *> elements;
  auto parseElement = [&]() -> ParseResult {
    elements.push_back(parseExpr());
    return success(elements.back());
  };
  if (parseList(Token::l_square, Token::r_square, parseElement))
    return nullptr;
  return file.make(
      tree::List{{Expr::List, false, 0, loc}, file.copy<Expr *>(elements)});
}

/// shape ::= '[' (extent (',' extent)*)? ']'
tree::List *Parser::parseShape() {
  llvm::SaveAndRestore what(wanted, StringRef("an integer or a size"));
  if (at(Token::l_square))
    return parseListExpr();
  (void)expect(Token::l_square);
  return nullptr;
}

//===----------------------------------------------------------------------===//
// Applications
//===----------------------------------------------------------------------===//

/// True at a name that is applied to something: `op[`, `op(`, or `op x`. Before
/// `=` stands a name that lacks its `let`, or an attribute.
bool Parser::isApplication() {
  if (!at(Token::identifier))
    return false;
  switch (peek().kind) {
  case Token::l_square:
  case Token::l_paren:
  case Token::integer:
  case Token::decimal:
    return true;
  case Token::identifier:
    return !peek(2).is(Token::equal);
  default:
    return false;
  }
}

/// True at the list of a tensor: attributes start with a name.
bool Parser::isListNext(StringRef callee) {
  return at(Token::l_square) && callee == "tensor" &&
         (!peek().is(Token::identifier) || peek().spelling == "inf" ||
          peek().spelling == "nan");
}

/// True at what can be an operand without a comma before it.
bool Parser::isOperandNext(StringRef callee, bool isFirst) {
  return at(Token::l_paren) || at(Token::integer) || at(Token::decimal) ||
         (at(Token::identifier) && !peek().is(Token::equal)) ||
         (isFirst && isListNext(callee));
}

/// application ::= name attrs? operand+ | name attrs? '(' arguments ')'
Expr *Parser::parseApplication() {
  Token name = take();
  StringRef callee = name.spelling;
  tree::Apply application{{Expr::Apply, false,
                           static_cast<uint32_t>(callee.size()),
                           name.getLoc()}};
  if (at(Token::l_square) && !isListNext(callee)) {
    application.hasBrackets = true;
    if (parseBracketed(application.bracketed))
      return nullptr;
  }
  if (parseOperands(application))
    return nullptr;
  return file.make(application);
}

/// operand   ::= atom | '(' expr ')' | list
/// arguments ::= (argument (',' argument)*)?
///
/// The two forms mean the same: `(x)` is an operand or a list of one argument.
ParseResult Parser::parseOperands(tree::Apply &application) {
  StringRef callee = application.getText();
  SmallVector<tree::Argument> operands;
  while (isOperandNext(callee, operands.empty())) {
    if (!at(Token::l_paren)) {
      Expr *operand = at(Token::l_square) ? parseListExpr() : parseAtom();
      if (!operand)
        return failure();
      operands.push_back({{}, operand});
      continue;
    }
    SourceLoc open = token.getLoc();
    SmallVector<tree::Argument> group;
    if (parseGroup(group))
      return failure();
    bool isOperand = group.size() == 1 && group.front().name.empty();
    if (operands.empty() &&
        (!isOperand || !isOperandNext(callee, /*isFirst=*/false))) {
      application.isCall = true;
      application.arguments = file.copy<tree::Argument>(group);
      if (!isOperand)
        return success();
      break;
    }
    if (!isOperand)
      return error(open, "expected one expression in parentheses, since "
                         "operands stand before it");
    Expr *inner = group.front().value;
    operands.push_back(
        {{}, file.make(tree::Paren{{Expr::Paren, false, 0, open}, inner})});
  }
  if (!application.isCall)
    application.arguments = file.copy<tree::Argument>(operands);

  // An attribute or a size behind operands without commas.
  bool isAttr =
      at(Token::identifier) && peek().is(Token::equal) && !isNewLine(token);
  if (!at(Token::l_square) && !isAttr)
    return success();
  application.misplaced = token.spelling;
  tree::Argument misplaced;
  if (isAttr)
    return parseArgument(misplaced);
  llvm::ArrayRef<tree::Argument> attrs;
  return parseBracketed(attrs);
}

ParseResult Parser::parseGroup(llvm::SmallVectorImpl<tree::Argument> &group) {
  return parseList(Token::l_paren, Token::r_paren,
                   [&] { return parseArgument(group.emplace_back()); });
}

/// argument ::= (name '=')? expr
ParseResult Parser::parseArgument(tree::Argument &argument) {
  if (at(Token::identifier) && peek().is(Token::equal)) {
    argument.name = take().spelling;
    take();
  }
  argument.value = parseExpr();
  return success(argument.value);
}

/// attrs ::= '[' (argument (',' argument)*)? ']'
ParseResult Parser::parseBracketed(llvm::ArrayRef<tree::Argument> &arguments) {
  SmallVector<tree::Argument> read;
  ParseResult result = parseList(Token::l_square, Token::r_square, [&] {
    return parseArgument(read.emplace_back());
  });
  arguments = file.copy<tree::Argument>(read);
  return result;
}
