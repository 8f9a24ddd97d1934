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
#include "llvm/ADT/StringSet.h"
#include <map>
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

/// A size of a function: its value is its own name, or the number that an
/// instance states for it.
struct SizeParameter : Size {
  bool isStated() const { return value.getConstant().has_value(); }

  llvm::StringRef name;
  SizeRange range;
};

/// `S=3`, which fixes a size of a function.
struct StatedSize {
  llvm::StringRef name;
  SourceLoc loc;
  Extent value;
};

/// One `func.func`. Each is made of the text of an `fn`; a top-level
/// `let name = f` makes another one of the text of `f`, and so does a call
/// that states sizes.
struct Function {
  struct Call {
    Function *callee;
    SourceLoc loc;
  };

  Function(llvm::StringRef name, SourceLoc loc, const Lexer &text,
           bool isExported)
      : name(name), loc(loc), text(text), isExported(isExported) {}

  /// Another function made of the text of `other`, with its stated sizes.
  Function(llvm::StringRef name, SourceLoc loc, bool isExported,
           Function &other)
      : name(name), loc(loc), text(other.text), isExported(isExported),
        original(&other.getOriginal()), stated(other.stated) {}

  Function &getOriginal() { return original ? *original : *this; }

  /// Itself, if its text may be in error for its stated sizes alone.
  const Function *asInstance() const { return stated.empty() ? nullptr : this; }

  SizeParameter *findSize(llvm::StringRef name) {
    for (SizeParameter &size : sizes)
      if (size.name == name)
        return &size;
    return nullptr;
  }
  const SizeParameter *findSize(llvm::StringRef name) const {
    return const_cast<Function *>(this)->findSize(name);
  }

  /// The range of one of its sizes.
  SizeRange getRange(llvm::StringRef name) const {
    const SizeParameter *size = findSize(name);
    return size ? size->range : SizeRange();
  }

  llvm::StringRef name;
  SourceLoc loc;
  /// Stands behind the name in the definition.
  Lexer text;
  bool isExported;
  /// The function whose text it is made of, if not its own.
  Function *original = nullptr;
  /// Set once an error was reported anywhere in it.
  bool isBroken = false;

  llvm::SmallVector<StatedSize, 0> stated;
  llvm::SmallVector<SizeParameter, 0> sizes;
  llvm::SmallVector<Parameter> parameters;
  llvm::SmallVector<Result> results;
  /// Null as long as the signature was not read without an error.
  mlir::func::FuncOp op;
  /// Stands before the body, once the signature is read.
  std::optional<Lexer> body;
  llvm::SmallVector<Call, 0> calls;
};

/// `T - S with T in 1.., S in 1..8`: an expression over the sizes of `scope`,
/// which may be null if there are none.
std::string spellWithRanges(Extent extent, const Function *scope);
std::string spellRanges(llvm::ArrayRef<llvm::StringRef> names,
                        const Function *scope);

/// A top-level `let name = target` or `let name = target[S=1]`.
struct Alias {
  Token name;
  Token target;
  SourceLoc loc;
  SourceLoc targetLoc;
  llvm::SmallVector<StatedSize, 0> stated;
  bool isExported;
};

/// The functions made of one text, by their sizes.
using InstanceMap =
    std::map<std::pair<const Function *, std::vector<const void *>>,
             Function *>;

class Module {
public:
  Module(llvm::SourceMgr &sources, mlir::ModuleOp op)
      : sources(sources), op(op) {}

  mlir::MLIRContext *getContext() { return op.getContext(); }

  /// Reports an error and counts it.
  mlir::InFlightDiagnostic emitError(SourceLoc loc, const llvm::Twine &message);

  /// The type with these extents; reports at `loc` if there is none.
  mlir::FailureOr<TensorType> getTensorType(SourceLoc loc,
                                            mlir::Type elementType,
                                            llvm::ArrayRef<Extent> shape);

  /// True if the expression over the sizes of `scope`, which may be null, is
  /// known to be at least `bound`.
  bool isAtLeast(Extent extent, int64_t bound, const Function *scope);

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
  InstanceMap instances;
  /// Of the functions that calls have made; not known to the text.
  llvm::StringSet<> instanceNames;
  std::vector<Alias> aliases;
  /// The function being parsed, if its text may be right for other sizes.
  const Function *instance = nullptr;
};

} // namespace kina::frontend

#endif // KINA_LIB_FRONTEND_MODULE_H
