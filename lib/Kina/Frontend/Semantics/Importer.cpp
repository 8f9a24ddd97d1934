//===- Importer.cpp - The files of a module -------------------------------===//
//
// Part of Kina, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Semantics/Importer.h"
#include "Semantics/Declarations.h"
#include "Syntax/Parser.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/SourceMgr.h"

using namespace kina::frontend;
namespace fs = llvm::sys::fs;
namespace path = llvm::sys::path;

static std::optional<fs::UniqueID> getUniqueID(llvm::StringRef file) {
  fs::UniqueID id;
  if (fs::getUniqueID(file, id))
    return std::nullopt;
  return id;
}

void Importer::read(llvm::StringRef buffer, llvm::StringRef name,
                    std::optional<fs::UniqueID> id, bool isMain) {
  module.files.push_back(std::make_unique<SourceFile>(buffer, name, isMain));
  module.trees.push_back(std::make_unique<tree::File>(*module.files.back()));
  tree::File &file = *module.trees.back();
  entries.push_back(std::make_unique<Entry>(Entry{&file.source, id}));
  chain.push_back(entries.back().get());
  Parser(file, module.diagnostics).parseFile();
  // What the parser makes of the rest is guesswork.
  if (module.diagnostics.lexerErrorCount == 0)
    enterDefinitions(module, *this, file);
  chain.pop_back();
}

void Importer::importMain() {
  const llvm::MemoryBuffer *buffer =
      module.sources.getMemoryBuffer(module.sources.getMainFileID());
  llvm::StringRef name = buffer->getBufferIdentifier();
  read(buffer->getBuffer(), name, getUniqueID(name), /*isMain=*/true);
}

void Importer::import(llvm::StringRef name, SourceLoc loc) {
  llvm::SmallString<128> file(name);
  if (path::is_relative(name)) {
    file = path::parent_path(chain.back()->file->name);
    path::append(file, name);
  }

  std::optional<fs::UniqueID> id = getUniqueID(file);
  for (const std::unique_ptr<Entry> &entry : entries) {
    if (!id || entry->id != id)
      continue;
    if (llvm::is_contained(chain, entry.get()))
      emitCycle(loc, *entry);
    return;
  }
  if (chain.size() > maxNesting) {
    module.emitError(loc, "nested too deeply: more than " +
                              llvm::Twine(maxNesting) + " imports");
    return;
  }
  auto cannotOpen = [&](const llvm::Twine &why) {
    module.emitError(loc, "cannot open '" + file + "': " + why);
  };
  // A device or a pipe might never end.
  if (id && !fs::is_regular_file(file))
    return cannotOpen("not a regular file");
  llvm::ErrorOr<std::unique_ptr<llvm::MemoryBuffer>> buffer =
      llvm::MemoryBuffer::getFile(file);
  if (!buffer)
    return cannotOpen(buffer.getError().message());

  llvm::StringRef text = (*buffer)->getBuffer();
  module.sources.AddNewSourceBuffer(std::move(*buffer), llvm::SMLoc());
  read(text, file, id, /*isMain=*/false);
}

void Importer::emitCycle(SourceLoc loc, const Entry &again) {
  std::string text = "import cycle: ";
  for (const Entry *entry :
       llvm::make_range(llvm::find(chain, &again), chain.end()))
    text += entry->file->name + " -> ";
  module.emitError(loc, text + again.file->name);
}
