//===- Linker.h - From objects to a shared library --------------*- C++ -*-===//
//
// Part of Kina, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef KINA_EXECUTIONENGINE_LINKER_H
#define KINA_EXECUTIONENGINE_LINKER_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"
#include <string>
#include <vector>

namespace kina {

/// The object file of the runtime that every library links.
llvm::StringRef getRuntimeObject();

/// Files that appear together or not at all: each is written to a temporary
/// name beside its own, and `commit` renames them. Without `commit` nothing
/// remains.
class FileSet {
public:
  ~FileSet();

  /// A temporary file that `commit` renames to `path`. Errors name `path`.
  llvm::Expected<std::string> add(llvm::StringRef path);

  /// The same, with its contents.
  llvm::Error add(llvm::StringRef path, llvm::StringRef contents);

  /// A temporary file that never becomes another, in the folder of `path`.
  llvm::Expected<std::string> addScratch(llvm::StringRef path,
                                         llvm::StringRef contents);

  llvm::Error commit();

private:
  struct File {
    std::string temporary;
    std::string path; // empty for a scratch file
  };
  std::vector<File> files;
};

/// Links the object with the runtime, libm and libc to the file `output`, whose
/// name it bears, as one of `files`. What stays undefined is an error.
llvm::Error linkSharedLibrary(llvm::StringRef object, llvm::StringRef output,
                              FileSet &files);

} // namespace kina

#endif // KINA_EXECUTIONENGINE_LINKER_H
