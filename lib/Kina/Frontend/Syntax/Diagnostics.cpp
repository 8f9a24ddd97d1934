//===- Diagnostics.cpp - What is wrong, and where -------------------------===//
//
// Part of Kina, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Syntax/Diagnostics.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/STLExtras.h"

using namespace kina::frontend;

LineColumn SourceFile::getLineColumn(SourceLoc loc) const {
  if (lineStarts.empty()) {
    lineStarts.push_back(0);
    for (size_t at = buffer.find('\n'); at != llvm::StringRef::npos;
         at = buffer.find('\n', at + 1))
      lineStarts.push_back(static_cast<uint32_t>(at + 1));
  }
  auto offset = static_cast<uint32_t>(loc.getPointer() - buffer.begin());
  auto next = llvm::upper_bound(lineStarts, offset);
  auto line = static_cast<unsigned>(next - lineStarts.begin());
  return {line, offset - lineStarts[line - 1] + 1};
}

std::vector<const Diagnostic *>
Diagnostics::sort(llvm::ArrayRef<std::unique_ptr<SourceFile>> files) {
  std::vector<const Diagnostic *> sorted;
  for (Diagnostic &error : errors) {
    auto isSame = [](const Note &lhs, const Note &rhs) {
      return lhs.loc == rhs.loc && lhs.text == rhs.text;
    };
    error.notes.erase(
        std::unique(error.notes.begin(), error.notes.end(), isSame),
        error.notes.end());
    sorted.push_back(&error);
  }
  auto getKey = [&](const Diagnostic *error) {
    size_t file = 0;
    while (file + 1 < files.size() && !files[file]->contains(error->loc))
      ++file;
    return std::pair(file, error->loc.getPointer());
  };
  std::vector<std::tuple<size_t, const char *, size_t>> keys;
  keys.reserve(sorted.size());
  for (auto [index, error] : llvm::enumerate(sorted)) {
    auto [file, place] = getKey(error);
    keys.push_back({file, place, index});
  }
  llvm::sort(keys);
  std::vector<const Diagnostic *> result;
  result.reserve(keys.size());
  for (auto [file, place, index] : keys)
    result.push_back(sorted[index]);
  return result;
}
