//===- BodyParser.h - Statements and expressions ----------------*- C++ -*-===//
//
// Part of Kina, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef KINA_LIB_FRONTEND_BODYPARSER_H
#define KINA_LIB_FRONTEND_BODYPARSER_H

#include "OpEmitter.h"
#include "Parser.h"
#include "UniqueNames.h"
#include "llvm/ADT/DenseMap.h"

namespace kina::frontend {

/// Parses the body of one function and fills its entry block. An error ends
/// the statement at most: names that it should have bound are poison.
class BodyParser : public Parser {
public:
  /// `body` stands before the `{`.
  BodyParser(Module &module, Function &function, const Lexer &body);

  void parseBody();

private:
  /// Small, since a body may bind a great many names.
  struct Binding {
    mlir::Value value;
    const Extent *shape = nullptr;
    unsigned line = 0;
    unsigned column = 0;
  };

  /// The type that a binding is said to have; null for any element type.
  struct Annotation {
    SourceLoc loc;
    llvm::SmallVector<Extent> shape;
    mlir::Type elementType;
  };

  using Parser::getLoc;

  // Statements: BodyParser.cpp.
  mlir::ParseResult parseLet();
  mlir::ParseResult parseTupleLet();
  mlir::ParseResult parseAnnotation(std::optional<Annotation> &annotation);
  void checkAnnotation(const Annotation &annotation, const Token &name,
                       TypedValue value);
  mlir::ParseResult parseReturn();
  mlir::ParseResult parseReturned(llvm::SmallVectorImpl<Operand> &returned);
  void emitReturn(SourceLoc loc, llvm::SmallVectorImpl<Operand> &returned);
  void setResultNames(llvm::ArrayRef<Operand> returned);
  void takeResults(Operand &operand, llvm::MutableArrayRef<TypedValue> values);
  void skipStatement();
  void setName(mlir::Value value, const Token &name);
  void setName(mlir::Operation *op, llvm::ArrayRef<Token> names);
  mlir::LogicalResult checkBindable(const Token &name);
  void bind(llvm::StringRef name, SourceLoc loc, TypedValue value);
  SourceLoc getLoc(const Binding &binding) const;

  // Expressions: ExprParser.cpp.
  mlir::FailureOr<Operand> parseExpr();
  mlir::FailureOr<Operand> parseSum(Operand first);
  mlir::FailureOr<Operand> parseProduct(Operand first);
  mlir::FailureOr<Operand> parseUnary();
  mlir::FailureOr<Operand> parsePrimary();
  mlir::FailureOr<Operand> parseAtom();
  mlir::FailureOr<Operand> parseNameUse();
  Operand emitBinary(const Token &op, OpKind kind, Operand lhs, Operand rhs);
  mlir::InFlightDiagnostic emitUnknownName(const Token &name);

  // Applications: ApplicationParser.cpp.
  struct AttrUse {
    const AttrSpec *spec;
    SourceLoc loc;
  };
  /// An application while it is read.
  struct Reading {
    Reading(const Token &name, SourceLoc loc)
        : app(loc, OpSpec::find(name.spelling)), name(name) {}

    Application app;
    Token name;
    Function *callee = nullptr;
    llvm::SmallVector<AttrUse, 3> attrs;
    unsigned positionalCount = 0;
    /// An attribute stands before in the parentheses being read.
    bool hasTrailingAttr = false;
  };
  bool isApplication();
  bool isListNext(const Reading &reading);
  bool isOperandNext(const Reading &reading);
  mlir::FailureOr<Operand> parseApplication();
  mlir::ParseResult checkNoAttr(const Reading &reading);
  mlir::ParseResult emitUnknownCallee();
  mlir::ParseResult parseGroup(Reading &reading, bool &isArgumentList);
  mlir::ParseResult parseArgument(Reading &reading);
  mlir::FailureOr<Operand> parseNumbers(NumberList &list);
  using Parser::parseList;
  mlir::ParseResult parseList(NumberList &list, size_t depth, size_t &rank);
  mlir::ParseResult parseLiteral(llvm::StringRef what, Literal &literal);
  mlir::ParseResult parseNamedAttr(Reading &reading);
  mlir::ParseResult parseStatedSize(Reading &reading, const Token &name);
  mlir::ParseResult parseAttrValue(Reading &reading, const AttrSpec &spec,
                                   SourceLoc loc);
  mlir::ParseResult parsePermutation(llvm::SmallVectorImpl<int64_t> &perm);
  template <typename Enum>
  mlir::ParseResult parseEnum(llvm::StringRef what,
                              std::optional<Enum> (*symbolize)(llvm::StringRef),
                              std::optional<Enum> &value);
  mlir::ParseResult parseFlag(bool &value);
  mlir::ParseResult checkAttrs(const Reading &reading);

  Function &function;
  OpEmitter emitter;
  llvm::DenseMap<llvm::StringRef, Binding> bindings;
  llvm::DenseSet<llvm::StringRef> parameterNames;
  /// As they stand in the locations.
  UniqueNames valueNames;
  bool hasReturned = false;
};

} // namespace kina::frontend

#endif // KINA_LIB_FRONTEND_BODYPARSER_H
