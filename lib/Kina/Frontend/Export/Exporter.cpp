//===- Exporter.cpp - From the kina dialect to .kina text -----------------===//
//
// Part of Kina, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Export/BodyExporter.h"
#include "Kina/Frontend/Frontend.h"
#include "Semantics/OpSpec.h"
#include "Semantics/Spelling.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/SourceMgr.h"

using namespace kina;
using namespace kina::frontend;
using llvm::SmallVector;
using mlir::failure;
using mlir::LogicalResult;
using mlir::success;

static std::string spellType(const TensorType &type) {
  return ("Tensor[" + spellElementType(type.getElementType()) + ", " +
          spellExtents(type.shape) + ", @host]")
      .str();
}

/// `[S in 1..8, T]`, or nothing.
static std::string spellSizes(const Function &function) {
  std::string text;
  for (const SizeParameter &size : function.sizes) {
    text += (text.empty() ? "[" : ", ") + size.name.str();
    if (size.range.min != 1 || size.range.max)
      text += " in " + size.range.str();
  }
  return text.empty() ? text : text + "]";
}

/// Gives each function a name in the text: its own, where the text can hold
/// it.
static FunctionNames nameFunctions(mlir::ModuleOp module) {
  FunctionNames names;
  llvm::StringSet<> taken;
  SmallVector<mlir::func::FuncOp> renamed;
  for (auto function : module.getOps<mlir::func::FuncOp>()) {
    llvm::StringRef name = function.getSymName();
    if (makeLegalName(name) != name || OpSpec::find(name)) {
      renamed.push_back(function);
      continue;
    }
    taken.insert(name);
    names[name] = name.str();
  }
  for (mlir::func::FuncOp function : renamed) {
    std::string name = makeLegalName(function.getSymName());
    while (OpSpec::find(name) || !taken.insert(name).second)
      name += '_';
    names[function.getSymName()] = name;
  }
  return names;
}

/// One line for each parameter, as far as they do not stand on one.
static void writeList(Writer &writer, llvm::ArrayRef<std::string> elements,
                      size_t tail) {
  size_t width = 2 + tail;
  for (llvm::StringRef element : elements)
    width += element.size() + 2;
  if (elements.empty() || writer.fits(width - 2)) {
    writer << "(" << llvm::join(elements, ", ") << ")";
    return;
  }
  writer << "(";
  for (const std::string &element : elements) {
    writer.newline(4);
    writer << element << (&element == &elements.back() ? "" : ",");
  }
  writer.newline(0);
  writer << ")";
}

static LogicalResult exportFunction(Module &module, Function &function,
                                    const FunctionNames &names,
                                    Writer &writer) {
  SizeReader sizes(module, function);
  if (failed(sizes.readBody()))
    return failure();
  BodyExporter body(sizes, names, writer);
  SmallVector<std::string> parameters, results;
  auto arguments =
      function.op.getArguments().take_back(function.parameters.size());
  for (auto [parameter, argument] :
       llvm::zip_equal(function.parameters, arguments))
    parameters.push_back(
        (body.getName(argument) + ": " + spellType(parameter.type)).str());
  for (const Result &result : function.results)
    results.push_back(spellType(result.type));

  if (function.op.isPrivate())
    writer << "private ";
  writer << "fn " << names.find(function.name)->second << spellSizes(function);
  bool isSingle = results.size() == 1;
  writeList(writer, parameters, isSingle ? results.front().size() + 6 : 8);
  writer << " -> ";
  if (isSingle)
    writer << results.front();
  else
    writeList(writer, results, 2);
  writer << " {";
  if (failed(body.exportBody()))
    return failure();
  writer.newline(0);
  writer << "}";
  writer.newline(0);
  return success();
}

LogicalResult kina::printKinaModule(mlir::ModuleOp module,
                                    llvm::raw_ostream &os) {
  for (mlir::Operation &op : *module.getBody())
    if (!llvm::isa<mlir::func::FuncOp>(op))
      return op.emitError("expected func.func, but got '")
             << op.getName() << "'";
  llvm::SourceMgr noSources;
  Module signatures(noSources, module);
  if (failed(readSignatures(signatures)))
    return failure();
  FunctionNames names = nameFunctions(module);
  std::string text;
  Writer writer(text);
  for (const std::unique_ptr<Function> &function : signatures.functions) {
    if (!text.empty())
      writer.newline(0);
    if (failed(exportFunction(signatures, *function, names, writer)))
      return failure();
  }
  os << text;
  return success();
}
