//===- StatementParser.cpp - Bodies of functions --------------------------===//
//
// Part of Kina, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Syntax/Parser.h"

using namespace kina::frontend;
using llvm::failure;
using llvm::ParseResult;
using llvm::SmallVector;
using llvm::SmallVectorImpl;
using llvm::StringRef;
using llvm::success;

/// body ::= '{' let* return '}'
///
/// Statements are kept as they come, those that are broken as well.
void Parser::parseBody(tree::Function &function) {
  function.open = take().getLoc();
  SmallVector<tree::Statement *> statements;
  while (!at(Token::r_brace) && !at(Token::eof) && !at(Token::kw_fn) &&
         !at(Token::kw_private) && !at(Token::kw_size) && !at(Token::kw_import))
    if (parseStatement(function, statements))
      skip(/*inBody=*/true);
  function.statements = file.copy<tree::Statement *>(statements);
  function.close = token.getLoc();
  if (consumeIf(Token::r_brace))
    return;
  function.lacksEnd = true;
  if (lastError == token.spelling.begin() || diagnostics.lexerErrorCount > 0 ||
      diagnostics.hasTooMany())
    return;
  lastError = token.spelling.begin();
  diagnostics
          .error(token.getLoc(), "expected '}' at the end of " +
                                     quote(function.name) + ", but got " +
                                     describe(token))
          .attachNote(function.open)
      << "the body starts here";
}

ParseResult
Parser::parseStatement(tree::Function &function,
                       SmallVectorImpl<tree::Statement *> &statements) {
  bool hasReturned =
      !statements.empty() && statements.back()->kind == tree::Statement::Return;
  if (hasReturned && (at(Token::kw_let) || at(Token::kw_return))) {
    // What was returned too early may lack all that follows.
    if (!function.lacksEnd)
      (void)error(token.getLoc(),
                  "expected '}' behind 'return', but got " + describe(token));
    function.lacksEnd = true;
  }
  if (at(Token::kw_let)) {
    tree::Let let{{tree::Statement::Let, take().getLoc()}};
    ParseResult result = parseLet(let);
    function.lacksNames |= let.lacksNames;
    statements.push_back(file.make(let));
    return result;
  }
  if (at(Token::kw_return)) {
    tree::Return returned{{tree::Statement::Return, take().getLoc()}};
    ParseResult result = parseReturn(returned);
    returned.isBroken = failed(result);
    statements.push_back(file.make(returned));
    return result;
  }
  tree::Broken broken{{tree::Statement::Broken, token.getLoc()}, {}};
  if (at(Token::identifier) && peek().is(Token::equal))
    broken.name = token.spelling;
  statements.push_back(file.make(broken));
  return expected(!broken.name.empty() ? "'let' before the name that is bound"
                  : hasReturned        ? "'}'"
                                       : "an operator, 'let', 'return' or '}'");
}

/// let ::= 'let' name annotation? '=' expr annotation?
///       | 'let' '(' name (',' name)* ')' '=' expr
ParseResult Parser::parseLet(tree::Let &let) {
  if (parseLetNames(let))
    return failure();
  if (!let.isTuple && parseAnnotation(let))
    return failure();
  if (expect(Token::equal))
    return failure();
  let.value = parseExpr();
  if (!let.value)
    return failure();
  return let.isTuple ? success() : parseAnnotation(let);
}

ParseResult Parser::parseLetNames(tree::Let &let) {
  SmallVector<StringRef> names;
  let.isTuple = at(Token::l_paren);
  auto parseElement = [&]() -> ParseResult {
    StringRef name;
    if (parseName(let.isTuple ? "a name" : "a name behind 'let'", name))
      return failure();
    names.push_back(name);
    return success();
  };
  ParseResult result =
      let.isTuple ? parseList(Token::l_paren, Token::r_paren, parseElement)
                  : parseElement();
  let.lacksNames = failed(result);
  let.names = file.copy<StringRef>(names);
  return result;
}

/// annotation ::= ':' (type | shape elementType?)
ParseResult Parser::parseAnnotation(tree::Let &let) {
  if (!at(Token::colon))
    return success();
  take();
  if (let.annotation)
    return error(token.getLoc(), "expected one annotation, but got two");
  let.isAnnotationBehind = let.value;
  if (!at(Token::l_square))
    return parseType(let.annotation);
  tree::Type type{token.getLoc(), {}, nullptr, {}, /*isWhole=*/false};
  type.shape = parseShape();
  if (!type.shape)
    return failure();
  // The next line may lack its 'let'.
  if (at(Token::identifier) && (!let.value || !peek().is(Token::equal)))
    type.elementType = take().spelling;
  let.annotation = file.make(type);
  return success();
}

/// return ::= 'return' (expr | '(' (expr (',' expr)*)? ')')
ParseResult Parser::parseReturn(tree::Return &returned) {
  SmallVector<tree::Expr *> values;
  auto parseElement = [&]() -> ParseResult {
    values.push_back(parseExpr());
    return success(values.back());
  };
  SourceLoc open = token.getLoc();
  returned.isList = at(Token::l_paren);
  if (!returned.isList) {
    if (parseElement())
      return failure();
  } else {
    if (parseList(Token::l_paren, Token::r_paren, parseElement))
      return failure();
    // A parenthesis around the first operand of an expression, not a list.
    if (values.size() == 1) {
      tree::Expr *first = file.make(
          tree::Paren{{tree::Expr::Paren, false, 0, open}, values.front()});
      tree::Expr *whole = parseSum(first);
      if (!whole)
        return failure();
      returned.isList = whole == first;
      if (!returned.isList)
        values.front() = whole;
    }
  }
  returned.values = file.copy<tree::Expr *>(values);
  return success();
}
