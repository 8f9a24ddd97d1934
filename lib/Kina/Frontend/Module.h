//===- Module.h - What the parsers of one module share ----------*- C++ -*-===//
//
// Part of Kina, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef KINA_LIB_FRONTEND_MODULE_H
#define KINA_LIB_FRONTEND_MODULE_H

#include "Extent.h"
#include "Lexer.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/IR/BuiltinOps.h"
#include <memory>
#include <vector>

namespace kina::frontend {

struct SourceFile {
  llvm::StringRef buffer;
  mlir::StringAttr name;
  bool isMain;
};

/// A type as it is written: the extents that are `?` in MLIR's type are known
/// as expressions here.
struct TensorType {
  mlir::Type getElementType() const { return type.getElementType(); }
  bool matches(const TensorType &other) const {
    return getElementType() == other.getElementType() && shape == other.shape;
  }

  mlir::RankedTensorType type;
  llvm::ArrayRef<Extent> shape;
};

struct Parameter {
  llvm::StringRef name;
  SourceLoc loc;
  TensorType type;
};

struct Result {
  SourceLoc loc;
  TensorType type;
};

/// A size of the module. Its value is null if its definition was in error.
struct Size {
  SourceLoc loc;
  Extent value;
};

/// One `func.func`. Each is made of the text of an `fn`; a top-level
/// `let name = f` makes another one of the text of `f`.
struct Function {
  struct Call {
    Function *callee;
    SourceLoc loc;
  };

  Function(llvm::StringRef name, SourceLoc loc, const Lexer &text,
           bool isExported, const Function *original = nullptr)
      : name(name), loc(loc), text(text), isExported(isExported),
        original(original) {}

  llvm::StringRef name;
  SourceLoc loc;
  /// Stands behind the name in the definition.
  Lexer text;
  bool isExported;
  /// The function whose text it is made of, if not its own.
  const Function *original;
  /// Set once an error was reported anywhere in it.
  bool isBroken = false;

  llvm::SmallVector<Parameter> parameters;
  llvm::SmallVector<Result> results;
  /// Null as long as the signature was not read without an error.
  mlir::func::FuncOp op;
  /// Stands before the body, once the signature is read.
  std::optional<Lexer> body;
  llvm::SmallVector<Call, 0> calls;
};

/// A top-level `let name = target`.
struct Alias {
  Token name;
  Token target;
  SourceLoc loc;
  SourceLoc targetLoc;
  bool isExported;
};

class Module {
public:
  Module(llvm::SourceMgr &sources, mlir::ModuleOp op)
      : sources(sources), op(op) {}

  mlir::MLIRContext *getContext() { return op.getContext(); }

  /// Reports an error and counts it.
  mlir::InFlightDiagnostic emitError(SourceLoc loc,
                                     const llvm::Twine &message) {
    ++errorCount;
    return mlir::emitError(loc, message);
  }

  /// Errors beyond some number are not worth reading.
  bool hasTooManyErrors() const { return errorCount >= maxErrors; }

  Function *findFunction(llvm::StringRef name) const {
    return functionsByName.lookup(name);
  }
  const Size *findSize(llvm::StringRef name) const {
    auto entry = sizes.find(name);
    return entry == sizes.end() ? nullptr : &entry->second;
  }

  static constexpr unsigned maxErrors = 100;

  llvm::SourceMgr &sources;
  mlir::ModuleOp op;
  ExtentContext extents;
  unsigned errorCount = 0;
  /// Characters that belong to no token; apart from the errors above.
  unsigned lexerErrorCount = 0;
  llvm::StringMap<Size> sizes;
  std::vector<std::unique_ptr<Function>> functions;
  llvm::StringMap<Function *> functionsByName;
  std::vector<Alias> aliases;
};

} // namespace kina::frontend

#endif // KINA_LIB_FRONTEND_MODULE_H
