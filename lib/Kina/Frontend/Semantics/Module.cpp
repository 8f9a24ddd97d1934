//===- Module.cpp - What the parsers of one module share ------------------===//
//
// Part of Kina, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Semantics/Module.h"
#include "Kina/IR/ShapeInference.h"
#include "Semantics/Spelling.h"

using namespace kina::frontend;

mlir::Location Module::getLocation(SourceLoc loc) {
  if (!lastFile || !lastFile->contains(loc))
    for (const std::unique_ptr<SourceFile> &file : files)
      if (file->contains(loc))
        lastFile = file.get();
  LineColumn at = lastFile->getLineColumn(loc);
  return mlir::FileLineColLoc::get(getContext(), lastFile->name, at.line,
                                   at.column);
}

Reported Module::emitError(SourceLoc loc, const llvm::Twine &message) {
  Reported reported = diagnostics.error(loc, message);
  if (instance) {
    std::string sizes;
    for (const StatedSize &size : instance->stated)
      sizes += (sizes.empty() ? "" : ", ") + size.name.str() + " = " +
               size.value.str();
    reported.attachNote(instance->loc) << "in the instance with " << sizes;
  }
  return reported;
}

mlir::FailureOr<TensorType>
Module::getTensorType(SourceLoc loc, mlir::Type elementType,
                      llvm::ArrayRef<Extent> shape) {
  llvm::SmallVector<int64_t> typeExtents;
  for (Extent extent : shape)
    typeExtents.push_back(extent.getTypeExtent());
  mlir::FailureOr<mlir::RankedTensorType> type =
      getLegalTensor(std::nullopt, typeExtents, elementType);
  // The extents and the element type are legal each for itself.
  if (failed(type))
    return emitError(loc, "byte size of " + spellType(elementType, shape) +
                              " does not fit in 63 bits");
  return TensorType{*type, type->hasStaticShape() ? extents.getShape(*type)
                                                  : extents.copy(shape)};
}

bool Module::isAtLeast(Extent extent, int64_t bound, const Function *scope) {
  if (std::optional<int64_t> constant = extent.getConstant())
    return *constant >= bound;
  return extents.isAtLeast(extent, bound, [&](llvm::StringRef name) {
    return scope->getRange(name);
  });
}

std::string kina::frontend::spellRanges(llvm::ArrayRef<llvm::StringRef> names,
                                        const Function *scope) {
  std::string text;
  for (llvm::StringRef name : names)
    text += (text.empty() ? "" : ", ") + name.str() + " in " +
            scope->getRange(name).str();
  return text;
}

std::string kina::frontend::spellWithRanges(Extent extent,
                                            const Function *scope) {
  std::string ranges = spellRanges(extent.getNames(), scope);
  return extent.str() + (ranges.empty() ? "" : " with " + ranges);
}
