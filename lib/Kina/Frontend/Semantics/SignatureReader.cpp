//===- SignatureReader.cpp - Sizes, parameters and results of a function --===//
//
// Part of Kina, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Semantics/SignatureReader.h"
#include "Semantics/Instances.h"
#include "llvm/Support/SaveAndRestore.h"

using namespace kina::frontend;
using llvm::StringRef;
using llvm::Twine;
using mlir::failure;
using mlir::LogicalResult;
using mlir::success;

void SignatureReader::readSignature() {
  const tree::Function &text = *function.text;
  if (!text.hasSignature)
    return;
  for (const tree::SizeParameter &size : text.sizes)
    if (failed(readSize(size)))
      return;
  if (failed(applyStatedSizes()))
    return;
  llvm::SaveAndRestore instance(module.instance, function.asInstance());
  for (const tree::Parameter &parameter : text.parameters)
    if (failed(readParameter(parameter)))
      return;
  for (const tree::Type *result : text.results) {
    mlir::FailureOr<TensorType> type = readType(*result);
    if (failed(type))
      return;
    function.results.push_back({result->loc, *type});
  }
  function.hasSignature = true;
  addInstance(module, function);
}

LogicalResult SignatureReader::readSize(const tree::SizeParameter &parameter) {
  StringRef name = parameter.name;
  if (failed(checkNoSize(name)))
    return failure();
  SizeParameter size{{getLoc(name), module.extents.getSize(name)}, name, {}};
  if (parameter.min && failed(readRange(parameter, size.range)))
    return failure();
  function.sizes.push_back(size);
  return success();
}

LogicalResult SignatureReader::readRange(const tree::SizeParameter &size,
                                         SizeRange &range) {
  std::optional<int64_t> min = readConstant(size.min);
  if (!min)
    return failure();
  range.min = *min;
  if (range.min < 0)
    return emitError(getStart(size.min),
                     "expected a smallest size of at least 0, but got " +
                         Twine(range.min));
  if (!size.max)
    return success();
  range.max = readConstant(size.max);
  if (!range.max)
    return failure();
  if (*range.max < range.min)
    return emitError(getStart(size.max),
                     "expected a largest size of at least " + Twine(range.min) +
                         ", but got " + Twine(*range.max));
  return success();
}

/// Gives the sizes that this instance states their numbers.
LogicalResult SignatureReader::applyStatedSizes() {
  StringRef name = function.getOriginal().name;
  llvm::ArrayRef<StatedSize> stated = function.stated;
  for (auto [index, size] : llvm::enumerate(stated)) {
    if (failed(checkStatedSize(module, function, name, stated.take_front(index),
                               size)))
      return failure();
    SizeParameter &parameter = *function.findSize(size.name);
    if (failed(checkRange(module, parameter, name, size.value, size.loc,
                          /*scope=*/nullptr)))
      return failure();
    parameter.value = size.value;
  }
  return success();
}

LogicalResult SignatureReader::readParameter(const tree::Parameter &parameter) {
  StringRef name = parameter.name;
  SourceLoc loc = getLoc(name);
  mlir::FailureOr<TensorType> type = readType(*parameter.type);
  if (failed(type))
    return failure();
  // The list is read to its end, but a name in error makes no function.
  (void)checkNoSize(name);
  auto [earlier, isNew] = parameterLocs.try_emplace(name, loc);
  if (!isNew)
    emitError(loc, "there are two parameters " + quote(name))
            .attachNote(earlier->second)
        << "the first one is here";
  function.parameters.push_back({name, loc, *type});
  return success();
}
