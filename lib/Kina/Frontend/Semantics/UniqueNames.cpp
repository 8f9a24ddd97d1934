//===- UniqueNames.cpp - The names of the values of a function ------------===//
//
// Part of Kina, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Semantics/UniqueNames.h"
#include "llvm/ADT/StringExtras.h"

using namespace kina::frontend;
using llvm::StringRef;
using mlir::StringAttr;

StringAttr UniqueNames::getFree(StringAttr name) {
  auto entry = given.find(name);
  if (entry == given.end())
    return name;
  while (true) {
    auto numbered = StringAttr::get(
        name.getContext(), name.strref() + "_" + llvm::Twine(entry->second));
    if (!given.contains(numbered))
      return numbered;
    ++entry->second;
  }
}

StringAttr UniqueNames::give(StringAttr name) {
  StringAttr free = getFree(name);
  given.try_emplace(free, 0);
  return free;
}

StringAttr UniqueNames::getOriginal(StringAttr name) {
  StringRef text = name.strref().rtrim("0123456789");
  if (text.size() == name.size() || !text.consume_back("_") || text.empty())
    return name;
  auto original = StringAttr::get(name.getContext(), text);
  return given.contains(original) && getFree(original) == name ? original
                                                               : name;
}
