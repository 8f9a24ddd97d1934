//===- ProcessFile.cpp - One input, one output, whole or not at all -----===//
//
// Part of Kina, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Kina/Driver/Driver.h"
#include "mlir/Support/FileUtilities.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/ADT/Twine.h"
#include "llvm/Support/Error.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/Process.h"
#include "llvm/Support/Signals.h"
#include "llvm/Support/WithColor.h"
#include "llvm/Support/raw_ostream.h"
#include <optional>

using namespace llvm;
using namespace kina;

/// What `os` could not write, if anything.
static std::error_code finish(raw_fd_ostream &os) {
  os.flush();
  std::error_code error = os.error();
  os.clear_error();
  return error;
}

static LogicalResult fail(const Twine &message) {
  std::string tool =
      sys::fs::getMainExecutable(nullptr, reinterpret_cast<void *>(&finish));
  WithColor::error(errs(), sys::path::filename(tool)) << message << '\n';
  return failure();
}

static LogicalResult fail(StringRef action, StringRef output,
                          std::error_code error) {
  return fail("cannot " + action + " output file '" + output +
              "': " + error.message());
}

/// Standard output, a device, a pipe.
static LogicalResult
writeDirectly(StringRef output,
              function_ref<LogicalResult(raw_ostream &)> run) {
  std::error_code error;
  raw_fd_ostream os(output, error, sys::fs::OF_None);
  if (error)
    return fail("open", output, error);
  LogicalResult result = run(os);
  error = finish(os);
  if (error)
    return fail("write", output, error);
  return result;
}

/// By way of a file beside it, which takes its place.
static LogicalResult
replaceFile(StringRef output, function_ref<LogicalResult(raw_ostream &)> run) {
  // The file that a link leads to, and not the link.
  SmallString<128> target;
  if (sys::fs::real_path(output, target))
    target = output;
  else if (std::error_code error =
               sys::fs::access(target, sys::fs::AccessMode::Write))
    return fail("open", output, error);
  Expected<sys::fs::TempFile> file =
      sys::fs::TempFile::create(target + ".%%%%%%%%.tmp");
  if (!file)
    return fail("open", output, errorToErrorCode(file.takeError()));
  std::error_code error;
  if (ErrorOr<sys::fs::perms> mode = sys::fs::getPermissions(target))
    error = sys::fs::setPermissions(file->FD, *mode);

  LogicalResult result = success();
  if (!error) {
    raw_fd_ostream os(file->FD, /*shouldClose=*/false);
    result = run(os);
    error = finish(os);
  }
  if (failed(result) || error) {
    consumeError(file->discard());
    return error ? fail("write", output, error) : failure();
  }
  if (Error problem = file->keep(target))
    return fail("write", output, errorToErrorCode(std::move(problem)));
  return success();
}

LogicalResult kina::processFile(StringRef input, StringRef output,
                                Process process) {
  if (input == "-" && sys::Process::FileDescriptorIsDisplayed(fileno(stdin)))
    errs() << "(reading from standard input; Ctrl-D ends it)\n";
  std::string message;
  std::unique_ptr<MemoryBuffer> buffer = mlir::openInputFile(input, &message);
  if (!buffer)
    return fail(message);
  auto run = [&](raw_ostream &os) { return process(std::move(buffer), os); };
  sys::fs::file_status status;
  bool isThere = !sys::fs::status(output, status) && sys::fs::exists(status);
  if (output == "-" || (isThere && !sys::fs::is_regular_file(status)))
    return writeDirectly(output, run);
  return replaceFile(output, run);
}
