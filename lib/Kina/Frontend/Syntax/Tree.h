//===- Tree.h - The text as a tree ------------------------------*- C++ -*-===//
//
// Part of Kina, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The nodes read like the grammar in docs/language.md. A node keeps its place
// and its words as slices of the buffer, so that tools can go back to the text;
// what is between the nodes, comments and blank lines, is kept beside them. A
// part that is broken is null, after its error was reported. Nothing here knows
// what a name means.
//
//===----------------------------------------------------------------------===//

#ifndef KINA_LIB_FRONTEND_SYNTAX_TREE_H
#define KINA_LIB_FRONTEND_SYNTAX_TREE_H

#include "Syntax/Diagnostics.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/Support/Allocator.h"
#include "llvm/Support/Casting.h"

namespace kina::frontend::tree {

//===----------------------------------------------------------------------===//
// Expressions
//===----------------------------------------------------------------------===//

struct Expr {
  enum Kind : uint8_t { Number, Name, Negation, Binary, Paren, List, Apply };

  Kind kind;
  /// Of a number: whether it is written with a point or an exponent.
  bool isDecimal = false;
  /// Of a number or a name: the length of its text.
  uint32_t length = 0;
  /// Where its token, its operator, or what opens it stands.
  SourceLoc loc = {};

  /// The text of a number or a name.
  llvm::StringRef getText() const { return {loc.getPointer(), length}; }
  bool isName(llvm::StringRef text) const {
    return kind == Name && getText() == text;
  }
};

/// '-' operand
struct Negation : Expr {
  static bool classof(const Expr *expr) { return expr->kind == Expr::Negation; }
  Expr *operand = nullptr;
};

/// lhs ('@' | '*' | '/' | '%' | '+' | '-') rhs
struct Binary : Expr {
  static bool classof(const Expr *expr) { return expr->kind == Expr::Binary; }
  char getOperator() const { return *loc.getPointer(); }
  Expr *lhs = nullptr;
  Expr *rhs = nullptr;
};

/// '(' inner ')'
struct Paren : Expr {
  static bool classof(const Expr *expr) { return expr->kind == Expr::Paren; }
  Expr *inner = nullptr;
};

/// '[' elements ']'
struct List : Expr {
  static bool classof(const Expr *expr) { return expr->kind == Expr::List; }
  llvm::ArrayRef<Expr *> elements = {};
};

/// (name '=')? value
struct Argument {
  SourceLoc getLoc() const;

  /// Empty where it is left out.
  llvm::StringRef name = {};
  Expr *value = nullptr;
};

/// callee ('[' bracketed ']')? operand+, or
/// callee ('[' bracketed ']')? '(' arguments ')'
struct Apply : Expr {
  static bool classof(const Expr *expr) { return expr->kind == Expr::Apply; }

  llvm::ArrayRef<Argument> bracketed = {};
  /// The operands, or what stands in the parentheses.
  llvm::ArrayRef<Argument> arguments = {};
  /// The token of an attribute that stands where it may not: behind operands
  /// without parentheses.
  llvm::StringRef misplaced = {};
  bool hasBrackets = false;
  /// Written as `f(x, y)`.
  bool isCall = false;
};

//===----------------------------------------------------------------------===//
// Types
//===----------------------------------------------------------------------===//

/// 'Tensor' '[' elementType ',' shape (',' '@' placement)? ']', or in an
/// annotation shape elementType?
struct Type {
  SourceLoc loc = {};
  /// Empty where an annotation leaves it out.
  llvm::StringRef elementType = {};
  List *shape = nullptr;
  /// Empty where it is left out.
  llvm::StringRef placement = {};
  /// Whether `Tensor` is written.
  bool isWhole = true;
};

//===----------------------------------------------------------------------===//
// Statements
//===----------------------------------------------------------------------===//

struct Statement {
  enum Kind : uint8_t { Let, Return, Broken };

  Kind kind;
  SourceLoc loc = {};
};

/// 'let' name annotation? '=' value annotation?
/// 'let' '(' names ')' '=' value
struct Let : Statement {
  static bool classof(const Statement *statement) {
    return statement->kind == Statement::Let;
  }

  bool isTuple = false;
  /// Names are missing in it, after an error.
  bool lacksNames = false;
  bool isAnnotationBehind = false;
  llvm::ArrayRef<llvm::StringRef> names = {};
  Type *annotation = nullptr;
  Expr *value = nullptr;
};

/// 'return' value
/// 'return' '(' values ')'
struct Return : Statement {
  static bool classof(const Statement *statement) {
    return statement->kind == Statement::Return;
  }

  bool isList = false;
  /// Whether it could not be read to its end.
  bool isBroken = false;
  llvm::ArrayRef<Expr *> values = {};
};

/// What starts no statement. `name` is what it would bind, if a 'let' is
/// missing before it.
struct Broken : Statement {
  static bool classof(const Statement *statement) {
    return statement->kind == Statement::Broken;
  }

  llvm::StringRef name = {};
};

//===----------------------------------------------------------------------===//
// Definitions
//===----------------------------------------------------------------------===//

struct Definition {
  enum Kind : uint8_t { Import, Size, Alias, Function };

  Kind kind;
  /// Where its name stands; null if it has none, after an error.
  SourceLoc loc = {};
  llvm::StringRef name = {};
};

/// 'import' string: the name is the path
struct Import : Definition {
  static bool classof(const Definition *definition) {
    return definition->kind == Definition::Import;
  }
};

/// 'size' name '=' value
struct Size : Definition {
  static bool classof(const Definition *definition) {
    return definition->kind == Definition::Size;
  }
  Expr *value = nullptr;
};

/// 'let' name '=' target ('[' stated ']')?
struct Alias : Definition {
  static bool classof(const Definition *definition) {
    return definition->kind == Definition::Alias;
  }
  llvm::StringRef target = {};
  llvm::ArrayRef<Argument> stated = {};
  bool hasBrackets = false;
};

/// name ('in' min '..' max?)?
struct SizeParameter {
  llvm::StringRef name = {};
  Expr *min = nullptr;
  Expr *max = nullptr;
};

/// name ':' type
struct Parameter {
  llvm::StringRef name = {};
  Type *type = nullptr;
};

/// 'private'? 'fn' name ('[' sizes ']')? '(' parameters ')' '->' results
/// '{' statements '}'
struct Function : Definition {
  static bool classof(const Definition *definition) {
    return definition->kind == Definition::Function;
  }

  bool isPrivate = false;
  /// Whether the results stand in parentheses.
  bool isResultList = false;
  /// Whether the signature was read to its end.
  bool hasSignature = false;
  /// Whether an error in the body has cost names or its end.
  bool lacksNames = false;
  bool lacksEnd = false;
  llvm::ArrayRef<SizeParameter> sizes = {};
  llvm::ArrayRef<Parameter> parameters = {};
  llvm::ArrayRef<Type *> results = {};
  llvm::ArrayRef<Statement *> statements = {};
  /// Of the braces around the body.
  SourceLoc open = {};
  SourceLoc close = {};
};

/// What stands between tokens and is no space: a comment, or a run of blank
/// lines.
struct Trivia {
  bool isComment() const { return text.starts_with("//"); }

  llvm::StringRef text = {};
};

/// definition*, with what it was read from.
struct File {
  explicit File(const SourceFile &source) : source(source) {}

  template <typename T> T *make(T node) {
    return new (allocator) T(std::move(node));
  }
  template <typename T> llvm::ArrayRef<T> copy(llvm::ArrayRef<T> elements) {
    return elements.copy(allocator);
  }

  const SourceFile &source;
  llvm::BumpPtrAllocator allocator = {};
  std::vector<Definition *> definitions;
  /// In the order of the text.
  std::vector<Trivia> trivia;
  /// Whether an error has cost the name of a definition.
  bool lacksNames = false;
};

/// Where the expression starts: that of its first operand.
SourceLoc getStart(const Expr *expr);

/// What a message calls the first token of the expression: `'x'`, `'['`.
std::string describe(const Expr *expr);

} // namespace kina::frontend::tree

#endif // KINA_LIB_FRONTEND_SYNTAX_TREE_H
