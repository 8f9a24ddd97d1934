//===- Module.h - What the parsers of one module share ----------*- C++ -*-===//
//
// Part of Kina, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef KINA_LIB_FRONTEND_SEMANTICS_MODULE_H
#define KINA_LIB_FRONTEND_SEMANTICS_MODULE_H

#include "Semantics/Checked.h"
#include "Syntax/Tree.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/IR/BuiltinOps.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/ADT/StringSet.h"
#include <map>
#include <memory>
#include <vector>

namespace llvm {
class SourceMgr;
} // namespace llvm

namespace kina::frontend {

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

  Function(llvm::StringRef name, SourceLoc loc, const tree::Function *text,
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
  /// Its definition; null for a function that is not read from text.
  const tree::Function *text;
  bool isExported;
  /// The function whose text it is made of, if not its own.
  Function *original = nullptr;
  /// Set once an error was reported anywhere in it.
  bool isBroken = false;

  llvm::SmallVector<StatedSize, 0> stated;
  llvm::SmallVector<SizeParameter, 0> sizes;
  llvm::SmallVector<Parameter> parameters;
  llvm::SmallVector<Result> results;
  /// Whether the signature was read without an error.
  bool hasSignature = false;
  /// Null as long as the body was not checked without an error.
  std::unique_ptr<checked::Body> body;
  /// What it becomes, or what it is read from.
  mlir::func::FuncOp op;
  llvm::SmallVector<Call, 0> calls;
};

/// `T - S with T in 1.., S in 1..8`: an expression over the sizes of `scope`,
/// which may be null if there are none.
std::string spellWithRanges(Extent extent, const Function *scope);
std::string spellRanges(llvm::ArrayRef<llvm::StringRef> names,
                        const Function *scope);

/// A top-level `let name = target` or `let name = target[S=1]`.
struct Alias {
  llvm::StringRef name;
  llvm::StringRef target;
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

  /// The place in MLIR's terms.
  mlir::Location getLocation(SourceLoc loc);

  mlir::MLIRContext *getContext() { return op.getContext(); }

  /// Reports an error; its instance is noted.
  Reported emitError(SourceLoc loc, const llvm::Twine &message);

  /// The type with these extents; reports at `loc` if there is none.
  mlir::FailureOr<TensorType> getTensorType(SourceLoc loc,
                                            mlir::Type elementType,
                                            llvm::ArrayRef<Extent> shape);

  /// True if the expression over the sizes of `scope`, which may be null, is
  /// known to be at least `bound`.
  bool isAtLeast(Extent extent, int64_t bound, const Function *scope);

  /// Errors beyond some number are not worth reading.
  bool hasTooManyErrors() const { return diagnostics.hasTooMany(); }

  Function *findFunction(llvm::StringRef name) const {
    return functionsByName.lookup(name);
  }
  const Size *findSize(llvm::StringRef name) const {
    auto entry = sizes.find(name);
    return entry == sizes.end() ? nullptr : &entry->second;
  }

  llvm::SourceMgr &sources;
  mlir::ModuleOp op;
  ExtentContext extents;
  Diagnostics diagnostics;
  /// In the order in which they are opened.
  std::vector<std::unique_ptr<SourceFile>> files;
  std::vector<std::unique_ptr<tree::File>> trees;
  /// Whether errors have cost the names of functions or sizes.
  bool lacksNames = false;
  llvm::StringMap<Size> sizes;
  std::vector<std::unique_ptr<Function>> functions;
  llvm::StringMap<Function *> functionsByName;
  InstanceMap instances;
  /// Of the functions that calls have made; not known to the text.
  llvm::StringSet<> instanceNames;
  std::vector<Alias> aliases;
  /// The function being checked, if its text may be right for other sizes.
  const Function *instance = nullptr;

private:
  /// The file of the last place that was asked for.
  const SourceFile *lastFile = nullptr;
};

} // namespace kina::frontend

#endif // KINA_LIB_FRONTEND_SEMANTICS_MODULE_H
