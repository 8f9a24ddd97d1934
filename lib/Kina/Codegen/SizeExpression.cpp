//===- SizeExpression.cpp - The extents of a signature
//-----------------------===//
//
// Part of Kina, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Kina/Codegen/SizeExpression.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "llvm/ADT/StringExtras.h"

using namespace mlir;
using namespace kina;

/// expression ::= ['-'] term (('+' | '-') term)*
/// term       ::= factor ('*' factor)*
/// factor     ::= integer | name
FailureOr<SizeExpression> SizeExpression::parse(StringRef text) {
  SizeExpression expression;
  text = text.trim();
  bool negative = text.consume_front("-");
  while (true) {
    Term term{negative ? -1 : 1, {}};
    do {
      text = text.ltrim();
      StringRef factor =
          text.take_while([](char c) { return llvm::isAlnum(c) || c == '_'; });
      if (factor.empty())
        return failure();
      text = text.drop_front(factor.size()).ltrim();
      if (!llvm::isDigit(factor.front())) {
        term.names.push_back(factor.str());
        continue;
      }
      int64_t integer;
      if (factor.getAsInteger(10, integer) ||
          llvm::MulOverflow(term.factor, integer, term.factor))
        return failure();
    } while (text.consume_front("*"));
    expression.terms.push_back(std::move(term));
    if (text.empty())
      return expression;
    negative = text.consume_front("-");
    if (!negative && !text.consume_front("+"))
      return failure();
  }
}

std::string SizeExpression::str() const {
  std::string text;
  for (const Term &term : terms) {
    int64_t factor = term.factor;
    if (&term != terms.begin()) {
      text += factor < 0 ? " - " : " + ";
      factor = factor < 0 ? -factor : factor;
    }
    SmallVector<std::string> factors;
    if (factor != 1 || term.names.empty())
      factors.push_back(std::to_string(factor));
    llvm::append_range(factors, term.names);
    text += llvm::join(factors, " * ");
  }
  return text;
}

std::optional<int64_t> SizeExpression::getConstant() const {
  int64_t sum = 0;
  for (const Term &term : terms)
    if (!term.names.empty() || llvm::AddOverflow(sum, term.factor, sum))
      return std::nullopt;
  return sum;
}

Value SizeExpression::materialize(
    OpBuilder &builder, Location loc, Type type,
    llvm::function_ref<Value(StringRef)> lookup) const {
  auto constant = [&](int64_t value) -> Value {
    return arith::ConstantOp::create(builder, loc, type,
                                     builder.getIntegerAttr(type, value));
  };
  Value sum;
  for (const Term &term : terms) {
    Value product;
    if (term.factor != 1 || term.names.empty())
      product = constant(term.factor);
    for (const std::string &name : term.names) {
      Value size = lookup(name);
      product =
          product ? arith::MulIOp::create(builder, loc, product, size) : size;
    }
    sum = sum ? arith::AddIOp::create(builder, loc, sum, product) : product;
  }
  return sum;
}
