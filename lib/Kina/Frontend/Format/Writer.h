//===- Expr.h - Expressions to be written as text ---------------*- C++ -*-===//
//
// Part of Kina, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef KINA_LIB_FRONTEND_FORMAT_WRITER_H
#define KINA_LIB_FRONTEND_FORMAT_WRITER_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringRef.h"
#include <memory>
#include <string>

namespace kina::frontend {

struct Expr;
using ExprPtr = std::unique_ptr<Expr>;

/// A tree of what will stand in one statement. It knows where parentheses are
/// needed and how wide it is on one line.
struct Expr {
  /// From what binds loosest to what binds tightest.
  enum Kind { Sum, Product, Negation, Call, List, Number, Atom };

  /// A name, or the text of an attribute.
  static ExprPtr atom(llvm::StringRef text);
  static ExprPtr number(llvm::StringRef text);
  static ExprPtr negation(ExprPtr operand);
  /// `op` is one of `@ * / + -`.
  static ExprPtr binary(char op, ExprPtr lhs, ExprPtr rhs);
  /// `callee(operands, attributes)`; without a callee a list in parentheses.
  static ExprPtr call(llvm::StringRef callee,
                      llvm::SmallVector<ExprPtr, 2> operands,
                      llvm::ArrayRef<std::string> attributes = {});
  /// `[x, y]`.
  static ExprPtr list(llvm::SmallVector<ExprPtr, 2> elements);

  bool is(Kind other) const { return kind == other; }
  bool isBinary() const { return is(Sum) || is(Product); }
  /// Whether the `index`th operand stands in parentheses.
  bool needsParens(unsigned index) const;

  Kind kind;
  /// The name, number, attribute or callee; or the operator.
  std::string text;
  llvm::SmallVector<ExprPtr, 2> operands;
  /// The characters on one line.
  unsigned width = 0;
  /// How many applications stand in one another.
  unsigned depth = 0;

private:
  Expr(Kind kind, llvm::StringRef text) : kind(kind), text(text) {}
  static ExprPtr make(Kind kind, llvm::StringRef text,
                      llvm::SmallVector<ExprPtr, 2> operands = {});
};

/// Writes statements in lines of at most 100 characters, where names and
/// shapes allow it. What does not fit on a line is broken at its root: one
/// line for each operand.
class Writer {
public:
  explicit Writer(std::string &out) : out(out) {}

  Writer &operator<<(llvm::StringRef text) {
    out += text;
    return *this;
  }
  void newline(unsigned indent);
  /// `indent` is that of the statement, `tail` what will follow on the line.
  void write(const Expr &expr, unsigned indent, unsigned tail = 0);
  bool fits(size_t width) const {
    return out.size() - lineStart + width <= maxWidth;
  }

private:
  static constexpr size_t maxWidth = 100;
  static constexpr unsigned step = 4;

  void writeFlat(const Expr &expr);
  void writeOperand(const Expr &expr, unsigned index, unsigned indent,
                    unsigned tail);
  void writeCall(const Expr &expr, unsigned indent, unsigned tail);
  void writeList(const Expr &expr, unsigned indent, unsigned tail);
  void writeBinary(const Expr &expr, unsigned indent, unsigned tail);

  std::string &out;
  size_t lineStart = 0;
};

} // namespace kina::frontend

#endif // KINA_LIB_FRONTEND_FORMAT_WRITER_H
