//===- Importer.cpp - The files of a module -------------------------------===//
//
// Part of Kina, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Importer.h"
#include "ModuleParser.h"
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

void Importer::outline(Entry &entry) {
  chain.push_back(&entry);
  OutlineParser(module, *this, entry.file).parseFile();
  chain.pop_back();
}

void Importer::outlineMain() {
  const llvm::MemoryBuffer *buffer =
      module.sources.getMemoryBuffer(module.sources.getMainFileID());
  llvm::StringRef name = buffer->getBufferIdentifier();
  auto entry = std::make_unique<Entry>();
  entry->file = {buffer->getBuffer(),
                 mlir::StringAttr::get(module.getContext(), name),
                 /*isMain=*/true};
  entry->id = getUniqueID(name);
  entries.push_back(std::move(entry));
  outline(*entries.back());
}

void Importer::import(llvm::StringRef name, SourceLoc loc) {
  llvm::SmallString<128> file(name);
  if (path::is_relative(name)) {
    file = path::parent_path(chain.back()->file.name);
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

  auto entry = std::make_unique<Entry>();
  entry->file = {(*buffer)->getBuffer(),
                 mlir::StringAttr::get(module.getContext(), file),
                 /*isMain=*/false};
  entry->id = id;
  module.sources.AddNewSourceBuffer(std::move(*buffer), llvm::SMLoc());
  entries.push_back(std::move(entry));
  outline(*entries.back());
}

void Importer::emitCycle(SourceLoc loc, const Entry &again) {
  std::string text = "import cycle: ";
  for (const Entry *entry :
       llvm::make_range(llvm::find(chain, &again), chain.end()))
    text += entry->file.name.str() + " -> ";
  module.emitError(loc, text + again.file.name.str());
}
