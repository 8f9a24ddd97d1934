//===- Instances.cpp - Functions with some sizes stated -----------------===//
//
// Part of Kina, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Semantics/Instances.h"
#include "Semantics/Declarations.h"
#include "Semantics/OpSpec.h"
#include "Semantics/Spelling.h"
#include "llvm/ADT/StringExtras.h"

using namespace kina::frontend;
using llvm::StringRef;
using mlir::LogicalResult;
using mlir::success;

/// Instances may call for others, so that their number grows with a power of
/// the length of the text.
static constexpr size_t maxInstances = 4096;

/// stated ::= name ('=' extent)?
mlir::FailureOr<StatedSize>
kina::frontend::readStatedSize(const tree::Argument &argument,
                               TypeReader reader, Module &module) {
  StringRef name = argument.name;
  if (name.empty()) {
    if (argument.value->kind != tree::Expr::Name)
      return module.emitError(argument.getLoc(),
                              "expected the name of a size, but got " +
                                  describe(argument.value));
    name = argument.value->getText();
  }
  Extent value = reader.readExtent(argument.value);
  if (!value)
    return mlir::failure();
  return StatedSize{name, argument.getLoc(), value};
}

LogicalResult kina::frontend::checkStatedSize(Module &module,
                                              const Function &function,
                                              StringRef name,
                                              llvm::ArrayRef<StatedSize> others,
                                              const StatedSize &size) {
  for (const StatedSize &other : others) {
    if (other.name != size.name)
      continue;
    Reported diagnostic =
        module.emitError(size.loc, "size " + quote(size.name) + " of " +
                                       quote(name) + " is already stated");
    diagnostic.attachNote(other.loc) << "it is stated here";
    return diagnostic;
  }
  if (function.findSize(size.name))
    return success();
  if (function.sizes.empty())
    return module.emitError(
        size.loc, quote(name) + " is a function without sizes and takes no " +
                      quote(size.name));
  NearestName nearest(size.name);
  llvm::SmallVector<StringRef> known;
  for (const SizeParameter &parameter : function.sizes) {
    nearest.consider(parameter.name);
    known.push_back(parameter.name);
  }
  std::string hint = nearest.str();
  if (hint.empty())
    hint = "; it has " + llvm::join(known, ", ");
  return module.emitError(size.loc, "unknown size " + quote(size.name) +
                                        " of " + quote(name) + hint);
}

LogicalResult kina::frontend::checkRange(Module &module,
                                         const SizeParameter &size,
                                         StringRef name, Extent value,
                                         SourceLoc loc, const Function *scope) {
  bool isLegal = module.isAtLeast(value, size.range.min, scope);
  if (isLegal && size.range.max) {
    ExtentOr distance =
        module.extents.sub(module.extents.getConstant(*size.range.max), value);
    isLegal = distance.extent && module.isAtLeast(distance.extent, 0, scope);
  }
  if (isLegal)
    return success();
  Reported diagnostic = module.emitError(
      loc, "expected " + size.name + " in " + size.range.str() + " for " +
               quote(name) + ", but got " + spellWithRanges(value, scope));
  diagnostic.attachNote(size.loc) << "the size is defined here";
  return diagnostic;
}

static std::pair<const Function *, std::vector<const void *>>
getKey(Function &function, llvm::ArrayRef<Extent> values) {
  std::vector<const void *> key;
  for (Extent value : values)
    key.push_back(value.getAsOpaquePointer());
  return {&function.getOriginal(), std::move(key)};
}

void kina::frontend::addInstance(Module &module, Function &function) {
  llvm::SmallVector<Extent> values;
  for (const SizeParameter &size : function.sizes)
    values.push_back(size.value);
  module.instances.try_emplace(getKey(function, values), &function);
}

/// `decode_T1_S3`, and `_` behind it as long as something has that name.
static StringRef makeName(Module &module, Function &original,
                          llvm::ArrayRef<StatedSize> stated) {
  std::string name = original.name.str();
  for (const StatedSize &size : stated)
    name += "_" + size.name.str() + size.value.str();
  while (module.findFunction(name) || module.findSize(name) ||
         OpSpec::find(name) || module.instanceNames.contains(name))
    name += "_";
  return module.instanceNames.insert(name).first->getKey();
}

Function *kina::frontend::getInstance(Module &module, Function &callee,
                                      llvm::ArrayRef<Extent> values,
                                      SourceLoc loc) {
  llvm::SmallVector<Extent> wanted;
  llvm::SmallVector<StatedSize> added;
  for (auto [size, value] : llvm::zip_equal(callee.sizes, values)) {
    bool isStated = value.getConstant().has_value();
    wanted.push_back(isStated ? value : size.value);
    if (isStated && !size.isStated())
      added.push_back({size.name, loc, value});
  }
  if (added.empty())
    return &callee;
  auto [known, isNew] =
      module.instances.try_emplace(getKey(callee, wanted), nullptr);
  if (!isNew)
    return known->second;
  if (module.instanceNames.size() >= maxInstances) {
    // One message is enough.
    if (module.diagnostics.empty())
      module.emitError(loc, "expected calls with at most " +
                                llvm::Twine(maxInstances) + " different sizes");
    return nullptr;
  }

  auto instance = std::make_unique<Function>(StringRef(), loc,
                                             /*isExported=*/false, callee);
  llvm::append_range(instance->stated, added);
  instance->name = makeName(module, callee.getOriginal(), instance->stated);
  known->second = instance.get();
  module.functions.push_back(std::move(instance));
  readSignature(module, *known->second);
  return known->second;
}
