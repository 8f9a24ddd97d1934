//===- Diagnostics.h - What is wrong, and where -----------------*- C++ -*-===//
//
// Part of Kina, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef KINA_LIB_FRONTEND_SYNTAX_DIAGNOSTICS_H
#define KINA_LIB_FRONTEND_SYNTAX_DIAGNOSTICS_H

#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/Twine.h"
#include "llvm/Support/LogicalResult.h"
#include "llvm/Support/SMLoc.h"
#include <deque>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace kina::frontend {

/// A place in a buffer. What it is in lines and columns is found only for what
/// goes into an op or a message.
using SourceLoc = llvm::SMLoc;

inline SourceLoc getLoc(llvm::StringRef slice) {
  return SourceLoc::getFromPointer(slice.begin());
}

/// Lines and columns count from 1, columns in bytes.
struct LineColumn {
  unsigned line;
  unsigned column;
};

/// A buffer and its name. `order` is that in which messages are sorted.
class SourceFile {
public:
  SourceFile(llvm::StringRef buffer, llvm::StringRef name, bool isMain)
      : buffer(buffer), name(name), isMain(isMain) {}

  bool contains(SourceLoc loc) const {
    return loc.getPointer() >= buffer.begin() &&
           loc.getPointer() <= buffer.end();
  }
  LineColumn getLineColumn(SourceLoc loc) const;

  llvm::StringRef buffer;
  std::string name;
  bool isMain;

private:
  /// Where lines start, found when first asked for.
  mutable std::vector<uint32_t> lineStarts;
};

struct Note {
  SourceLoc loc;
  std::string text;
};

struct Diagnostic {
  SourceLoc loc;
  std::string text;
  llvm::SmallVector<Note, 0> notes;
};

/// An error that was reported: it can be returned as a failure, and notes can
/// be added to it.
class Reported {
public:
  explicit Reported(Diagnostic &diagnostic) : diagnostic(&diagnostic) {}

  class NoteText {
  public:
    explicit NoteText(std::string &text) : text(&text) {}
    NoteText &operator<<(const llvm::Twine &part) {
      *text += part.str();
      return *this;
    }

  private:
    std::string *text;
  };

  NoteText attachNote(SourceLoc loc) {
    diagnostic->notes.push_back({loc, ""});
    return NoteText(diagnostic->notes.back().text);
  }

  operator llvm::LogicalResult() const { return llvm::failure(); }
  operator llvm::ParseResult() const { return llvm::failure(); }
  template <typename T> operator llvm::FailureOr<T>() const {
    return llvm::failure();
  }

private:
  Diagnostic *diagnostic;
};

/// Collects the errors of all rooms, to be shown in the order of the text.
class Diagnostics {
public:
  Reported error(SourceLoc loc, const llvm::Twine &text) {
    errors.push_back({loc, text.str(), {}});
    return Reported(errors.back());
  }

  size_t size() const { return errors.size(); }
  bool empty() const { return errors.empty(); }

  /// Errors beyond some number are not worth reading.
  static constexpr unsigned maxErrors = 100;
  bool hasTooMany() const { return errors.size() >= maxErrors; }

  /// All errors, those of one file by their place. Equal notes in a row are
  /// one.
  std::vector<const Diagnostic *>
  sort(llvm::ArrayRef<std::unique_ptr<SourceFile>> files);

  /// Characters that belong to no token; they are among the errors.
  unsigned lexerErrorCount = 0;

private:
  std::deque<Diagnostic> errors;
};

} // namespace kina::frontend

#endif // KINA_LIB_FRONTEND_SYNTAX_DIAGNOSTICS_H
