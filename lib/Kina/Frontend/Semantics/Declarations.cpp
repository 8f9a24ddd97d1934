//===- ModuleParser.cpp - Definitions at the top level --------------------===//
//
// Part of Kina, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Semantics/Declarations.h"
#include "Semantics/BodyChecker.h"
#include "Semantics/Importer.h"
#include "Semantics/Instances.h"
#include "Semantics/SignatureReader.h"
#include "llvm/Support/SaveAndRestore.h"

using namespace kina::frontend;
using llvm::StringRef;
using mlir::LogicalResult;
using mlir::success;

//===----------------------------------------------------------------------===//
// Definitions
//===----------------------------------------------------------------------===//

/// Reports a name that a function or a size has already.
static LogicalResult checkNew(Module &module, StringRef name, SourceLoc loc) {
  const Function *function = module.findFunction(name);
  const Size *size = module.findSize(name);
  if (!function && !size)
    return success();
  Reported diagnostic =
      module.emitError(loc, quote(name) + " is already defined");
  diagnostic.attachNote(function ? function->loc : size->loc)
      << "the earlier definition is here";
  return diagnostic;
}

/// Enters a function under its name; reports a name that is taken.
static void addFunction(Module &module, std::unique_ptr<Function> function) {
  if (OpSpec::find(function->name))
    module.emitError(function->loc, quote(function->name) +
                                        " is an op; expected another name");
  else if (succeeded(checkNew(module, function->name, function->loc)))
    module.functionsByName[function->name] = function.get();
  module.functions.push_back(std::move(function));
}

static void enterSize(Module &module, const tree::Size &size) {
  bool isNew = succeeded(checkNew(module, size.name, size.loc));
  // Null after an error, so that its uses are silent.
  Extent value;
  if (size.value)
    value = TypeReader(module).readExtent(size.value);
  if (isNew)
    module.sizes.try_emplace(size.name, Size{size.loc, value});
}

static void enterAlias(Module &module, const tree::Alias &alias, bool isMain) {
  Alias entered{alias.name, alias.target, {}, isMain};
  for (const tree::Argument &argument : alias.stated) {
    auto size = readStatedSize(argument, TypeReader(module), module);
    if (failed(size)) {
      module.lacksNames = true;
      return;
    }
    entered.stated.push_back(*size);
  }
  module.aliases.push_back(std::move(entered));
}

void kina::frontend::enterDefinitions(Module &module, Importer &importer,
                                      const tree::File &file) {
  module.lacksNames |= file.lacksNames;
  bool isMain = file.source.isMain;
  for (const tree::Definition *definition : file.definitions) {
    if (module.hasTooManyErrors())
      return;
    if (llvm::isa<tree::Import>(definition)) {
      importer.import(definition->name, definition->loc);
    } else if (const auto *size = llvm::dyn_cast<tree::Size>(definition)) {
      enterSize(module, *size);
    } else if (const auto *alias = llvm::dyn_cast<tree::Alias>(definition)) {
      enterAlias(module, *alias, isMain);
    } else {
      const auto *function = llvm::cast<tree::Function>(definition);
      addFunction(module, std::make_unique<Function>(
                              function->name, function->loc, function,
                              isMain && !function->isPrivate));
    }
  }
}

/// Makes a function of each top-level `let`. Where it gives an imported
/// function its own name, that one is exported instead.
static void enterAliases(Module &module) {
  for (const Alias &alias : module.aliases) {
    Function *target = module.findFunction(alias.target);
    if (!target) {
      NearestName nearest(alias.target);
      for (const auto &entry : module.functionsByName)
        nearest.consider(entry.getKey());
      if (!module.lacksNames)
        module.emitError(getLoc(alias.target), "unknown function " +
                                                   quote(alias.target) +
                                                   nearest.str());
      continue;
    }
    if (alias.name == alias.target && !target->isExported &&
        alias.stated.empty()) {
      target->isExported = alias.isExported;
      continue;
    }
    auto function = std::make_unique<Function>(alias.name, getLoc(alias.name),
                                               alias.isExported, *target);
    llvm::append_range(function->stated, alias.stated);
    addFunction(module, std::move(function));
  }
}

//===----------------------------------------------------------------------===//
// Functions
//===----------------------------------------------------------------------===//

/// Reports each call that closes a cycle of calls. The search keeps its own
/// stack: a chain of calls may be long.
static void checkRecursion(Module &module) {
  llvm::SmallVector<std::pair<const Function *, size_t>> path;
  llvm::DenseSet<const Function *> onPath, done;
  auto enter = [&](const Function *function) {
    path.push_back({function, 0});
    onPath.insert(function);
  };
  for (const std::unique_ptr<Function> &root : module.functions) {
    if (!done.contains(root.get()))
      enter(root.get());
    while (!path.empty()) {
      auto &[function, nextCall] = path.back();
      if (nextCall == function->calls.size()) {
        onPath.erase(function);
        done.insert(function);
        path.pop_back();
        continue;
      }
      const Function::Call &call = function->calls[nextCall++];
      if (done.contains(call.callee))
        continue;
      if (!onPath.contains(call.callee)) {
        enter(call.callee);
        continue;
      }
      std::string chain;
      for (auto step = llvm::find_if(
               path,
               [&](const auto &step) { return step.first == call.callee; });
           step != path.end(); ++step)
        chain += (step->first->name + " -> ").str();
      module.emitError(call.loc, "recursion: " + chain + call.callee->name);
    }
  }
}

/// Does a step, unless the text is in error already: an error in the text of a
/// function is an error in each one made of it.
static void doStep(Module &module, Function &function,
                   llvm::function_ref<void()> step) {
  if (module.hasTooManyErrors() || function.isBroken ||
      function.getOriginal().isBroken)
    return;
  size_t errorsBefore = module.diagnostics.size();
  step();
  function.isBroken |=
      module.diagnostics.size() != errorsBefore || !function.hasSignature;
}

void kina::frontend::readSignature(Module &module, Function &function) {
  doStep(module, function,
         [&] { SignatureReader(module, function).readSignature(); });
}

static void checkBody(Module &module, Function &function) {
  doStep(module, function, [&] {
    llvm::SaveAndRestore instance(module.instance, function.asInstance());
    BodyChecker(module, function).checkBody();
  });
}

void kina::frontend::checkFunctions(Module &module) {
  enterAliases(module);
  // The functions that calls make come behind those of the text.
  size_t count = module.functions.size();
  for (size_t index = 0; index < count; ++index)
    readSignature(module, *module.functions[index]);
  for (size_t index = 0; index < count; ++index)
    checkBody(module, *module.functions[index]);
  checkRecursion(module);
  // A function that calls itself might make others without an end.
  for (size_t index = count;
       index < module.functions.size() && module.diagnostics.empty(); ++index)
    checkBody(module, *module.functions[index]);
}
