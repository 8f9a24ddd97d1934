//===- BodyChecker.h - The statements and expressions of a function -*- C++
//-*-===//
//
// Part of Kina, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef KINA_LIB_FRONTEND_SEMANTICS_BODYCHECKER_H
#define KINA_LIB_FRONTEND_SEMANTICS_BODYCHECKER_H

#include "Semantics/OpChecker.h"
#include "Semantics/TypeReader.h"
#include "Semantics/UniqueNames.h"
#include "llvm/ADT/DenseMap.h"

namespace kina::frontend {

/// Walks the body of one function and finds what each expression is: the type
/// of its value, and the op that makes it. An error ends the statement at most:
/// names that it should have bound are poison.
class BodyChecker : public TypeReader {
public:
  BodyChecker(Module &module, Function &function);

  void checkBody();

private:
  /// Small, since a body may bind a great many names.
  struct Binding {
    const checked::Value *value = nullptr;
    SourceLoc loc;
  };

  /// The type that a binding is said to have; null for any element type.
  struct Annotation {
    llvm::SmallVector<Extent> shape;
    mlir::Type elementType;
  };

  // Statements: BodyChecker.cpp.
  void checkLet(const tree::Let &let);
  void checkTupleLet(const tree::Let &let);
  mlir::FailureOr<Annotation> readAnnotation(const tree::Type &type);
  void checkAnnotation(const tree::Let &let, const Annotation &annotation,
                       TypedValue value);
  void checkReturn(const tree::Return &returned);
  void setResultNames(llvm::ArrayRef<Operand> returned);
  void takeResults(Operand &operand, llvm::MutableArrayRef<TypedValue> values);
  void setName(TypedValue value, llvm::StringRef name);
  void setName(checked::Op *op, llvm::ArrayRef<llvm::StringRef> names);
  void bind(llvm::StringRef name, TypedValue value);

  // Expressions: ExprChecker.cpp. Poison after an error.
  Operand checkExpr(const tree::Expr *expr);
  Operand checkFirst(const tree::Expr *expr);
  Operand checkName(llvm::StringRef name);
  Operand checkBinary(const tree::Binary &binary, Operand lhs);
  void emitUnknownName(llvm::StringRef name);

  // Applications: ApplicationChecker.cpp.
  struct AttrUse {
    const AttrSpec *spec;
    SourceLoc loc;
  };
  /// An application while it is read.
  struct Reading {
    Reading(const tree::Apply &text)
        : app(text.loc, OpSpec::find(text.getText())), text(text) {}

    llvm::StringRef getName() const { return text.getText(); }

    Application app;
    const tree::Apply &text;
    Function *callee = nullptr;
    llvm::SmallVector<AttrUse, 3> attrs;
    unsigned positionalCount = 0;
    /// An attribute stands before in the parentheses being read.
    bool hasTrailingAttr = false;
  };
  Operand checkApplication(const tree::Apply &text);
  mlir::LogicalResult findCallee(Reading &reading);
  mlir::LogicalResult readArgument(Reading &reading,
                                   const tree::Argument &argument);
  mlir::FailureOr<Operand> readNumbers(NumberList &list,
                                       const tree::Expr *expr);
  mlir::LogicalResult readList(NumberList &list, const tree::List &text,
                               size_t depth, size_t &rank);
  mlir::FailureOr<Literal> readLiteral(llvm::StringRef what,
                                       const tree::Expr *expr);
  mlir::LogicalResult readNamed(Reading &reading,
                                const tree::Argument &argument);
  mlir::LogicalResult readStated(Reading &reading,
                                 const tree::Argument &argument);
  mlir::LogicalResult readAttr(Reading &reading, const AttrSpec &spec,
                               SourceLoc loc, const tree::Expr *value);
  mlir::LogicalResult readAttrValue(OpAttrs &attrs, const AttrSpec &spec,
                                    const tree::Expr *value);
  mlir::LogicalResult checkAttrs(const Reading &reading);

  Function &function;
  const tree::Function &text;
  OpChecker ops;
  llvm::DenseMap<llvm::StringRef, Binding> bindings;
  llvm::DenseSet<llvm::StringRef> parameterNames;
  /// As they stand in the locations.
  UniqueNames valueNames;
};

} // namespace kina::frontend

#endif // KINA_LIB_FRONTEND_SEMANTICS_BODYCHECKER_H
