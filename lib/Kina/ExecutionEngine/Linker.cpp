//===- Linker.cpp - From objects to a shared library
//-------------------------===//
//
// Part of Kina, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Kina/ExecutionEngine/Linker.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/Program.h"
#include "llvm/Support/raw_ostream.h"

using namespace llvm;
using namespace kina;

static Error makeError(const Twine &message) {
  return createStringError(inconvertibleErrorCode(), message);
}

//===----------------------------------------------------------------------===//
// FileSet
//===----------------------------------------------------------------------===//

FileSet::~FileSet() {
  // There is nobody to tell when this fails.
  for (const File &file : files)
    consumeError(errorCodeToError(sys::fs::remove(file.temporary)));
}

Expected<std::string> FileSet::add(StringRef path) {
  // A rename would put a file in the place of a folder or a device.
  if (sys::fs::exists(path) && !sys::fs::is_regular_file(path))
    return makeError("cannot write '" + path + "': it is no regular file");
  SmallString<128> temporary;
  if (std::error_code error =
          sys::fs::createUniqueFile(path + ".%%%%%%%%.tmp", temporary,
                                    sys::fs::all_read | sys::fs::all_write))
    return makeError("cannot write '" + path + "': " + error.message());
  files.push_back({temporary.str().str(), path.str()});
  return temporary.str().str();
}

static Error cannotWrite(StringRef path, std::error_code error) {
  return makeError("cannot write '" + path + "': " + error.message());
}

/// Writes a temporary file; errors name `path`, which it stands for.
static Error writeFile(StringRef temporary, StringRef path,
                       StringRef contents) {
  std::error_code error;
  raw_fd_ostream os(temporary, error);
  if (!error) {
    os << contents;
    os.close();
    error = os.error();
    os.clear_error();
  }
  return error ? cannotWrite(path, error) : Error::success();
}

Error FileSet::add(StringRef path, StringRef contents) {
  Expected<std::string> temporary = add(path);
  return temporary ? writeFile(*temporary, path, contents)
                   : temporary.takeError();
}

Expected<std::string> FileSet::addScratch(StringRef path, StringRef contents) {
  Expected<std::string> temporary = add(path);
  if (!temporary)
    return temporary.takeError();
  files.back().path.clear();
  if (Error error = writeFile(*temporary, path, contents))
    return error;
  return temporary;
}

Error FileSet::commit() {
  for (File &file : files) {
    if (file.path.empty())
      continue;
    if (std::error_code error = sys::fs::rename(file.temporary, file.path))
      return cannotWrite(file.path, error);
  }
  return Error::success();
}

//===----------------------------------------------------------------------===//
// Linking
//===----------------------------------------------------------------------===//

/// The linker that Kina was built beside, or one on the path.
static Expected<std::string> findLinker() {
  if (sys::fs::can_execute(KINA_LLD))
    return std::string(KINA_LLD);
  for (StringRef name : {"ld.lld-22", "ld.lld"})
    if (ErrorOr<std::string> found = sys::findProgramByName(name))
      return *found;
  return makeError("no linker: expected ld.lld-22 or ld.lld on the path "
                   "(Debian package lld-22)");
}

/// Whether the linker may have failed for want of room. It writes through a
/// mapping, so that it dies of a signal and cannot say so.
static bool isFull(StringRef path, uint64_t needed) {
  ErrorOr<sys::fs::space_info> space = sys::fs::disk_space(path);
  return space && space->available < needed;
}

Error kina::linkSharedLibrary(StringRef object, StringRef output,
                              FileSet &files) {
  Expected<std::string> linker = findLinker();
  if (!linker)
    return linker.takeError();
  Expected<std::string> shared = files.add(output);
  if (!shared)
    return shared.takeError();
  Expected<std::string> objectFile = files.addScratch(output, object);
  if (!objectFile)
    return objectFile.takeError();
  Expected<std::string> runtimeFile =
      files.addScratch(output, getRuntimeObject());
  if (!runtimeFile)
    return runtimeFile.takeError();
  Expected<std::string> messages = files.addScratch(output, "");
  if (!messages)
    return messages.takeError();

  std::string soname = sys::path::filename(output).str();
  SmallVector<StringRef> directories;
  StringRef(KINA_LINK_DIRECTORIES).split(directories, ':', -1, false);
  std::vector<std::string> storage = {
      "ld.lld",      "-shared",         "--no-undefined", "--gc-sections",
      "--as-needed", "--build-id=none", "-soname",        soname,
      "-o",          *shared,           *objectFile,      *runtimeFile};
  for (StringRef directory : directories)
    storage.push_back(("-L" + directory).str());
  storage.insert(storage.end(), {"-lm", "-lc", "-lgcc"});
  SmallVector<StringRef> arguments(storage.begin(), storage.end());

  std::string problem;
  std::optional<StringRef> redirects[] = {StringRef(""), StringRef(*messages),
                                          StringRef(*messages)};
  int status = sys::ExecuteAndWait(*linker, arguments, std::nullopt, redirects,
                                   0, 0, &problem);
  if (status == 0)
    return Error::success();
  if (problem.empty())
    if (auto text = MemoryBuffer::getFile(*messages))
      problem = (*text)->getBuffer().trim().str();
  // A symbol table comes to what is linked, and the linker rounds to pages.
  if (isFull(*objectFile,
             object.size() + getRuntimeObject().size() + (64 << 10)))
    return cannotWrite(output,
                       std::make_error_code(std::errc::no_space_on_device));
  return makeError("linking failed: " + problem);
}
