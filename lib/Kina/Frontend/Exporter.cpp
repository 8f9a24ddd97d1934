//===- Exporter.cpp - From the kina dialect to .kina text -----------------===//
//
// Part of Kina, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "BodyExporter.h"
#include "Kina/Frontend/Frontend.h"
#include "OpSpec.h"
#include "Spelling.h"
#include "llvm/ADT/StringExtras.h"

using namespace kina;
using namespace kina::frontend;
using llvm::SmallVector;
using mlir::failure;
using mlir::LogicalResult;
using mlir::success;

static std::string spellType(mlir::Type type) {
  auto tensor = llvm::cast<mlir::RankedTensorType>(type);
  return ("Tensor[" + spellElementType(tensor.getElementType()) + ", " +
          kina::spellShape(tensor.getShape()) + ", @host]")
      .str();
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

static LogicalResult checkFunction(mlir::func::FuncOp function) {
  if (!function.getBody().hasOneBlock())
    return function.emitError("expected a function with a body of one block, "
                              "since .kina has no others");
  mlir::FunctionType signature = function.getFunctionType();
  for (mlir::TypeRange types : {mlir::TypeRange(signature.getInputs()),
                                mlir::TypeRange(signature.getResults())})
    for (mlir::Type type : types)
      if (!isSpellable(type))
        return function.emitError("expected a type that .kina has, but got ")
               << type;
  return success();
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

static LogicalResult exportFunction(mlir::func::FuncOp function,
                                    const FunctionNames &names,
                                    Writer &writer) {
  if (failed(checkFunction(function)))
    return failure();
  BodyExporter body(function, names, writer);
  SmallVector<std::string> parameters, results;
  for (mlir::BlockArgument argument : function.getArguments())
    parameters.push_back(
        (body.getName(argument) + ": " + spellType(argument.getType())).str());
  for (mlir::Type type : function.getResultTypes())
    results.push_back(spellType(type));

  writer << "fn " << names.find(function.getSymName())->second;
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
  FunctionNames names = nameFunctions(module);
  std::string text;
  Writer writer(text);
  for (mlir::Operation &op : *module.getBody()) {
    auto function = llvm::dyn_cast<mlir::func::FuncOp>(op);
    if (!function)
      return op.emitError("expected func.func, but got '")
             << op.getName() << "'";
    if (!text.empty())
      writer.newline(0);
    if (failed(exportFunction(function, names, writer)))
      return failure();
  }
  os << text;
  return success();
}
