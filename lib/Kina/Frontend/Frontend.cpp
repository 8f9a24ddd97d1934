//===- Frontend.cpp - From .kina text to the kina dialect -----------------===//
//
// Part of Kina, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Kina/Frontend/Frontend.h"
#include "Emit/Emitter.h"
#include "Kina/IR/KinaDialect.h"
#include "Semantics/Declarations.h"
#include "Semantics/Importer.h"
#include "mlir/AsmParser/AsmParser.h"
#include "mlir/AsmParser/AsmParserState.h"
#include "mlir/Bytecode/BytecodeReader.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/Verifier.h"
#include "mlir/Parser/Parser.h"
#include "mlir/Tools/mlir-translate/Translation.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/SourceMgr.h"

using namespace kina;

static void loadDialects(mlir::MLIRContext *context) {
  context->loadDialect<KinaDialect, mlir::arith::ArithDialect,
                       mlir::func::FuncDialect, mlir::tensor::TensorDialect>();
}

/// Hands the errors to MLIR's engine.
static void report(frontend::Module &module) {
  for (const frontend::Diagnostic *error :
       module.diagnostics.sort(module.files)) {
    mlir::InFlightDiagnostic diagnostic =
        mlir::emitError(module.getLocation(error->loc), error->text);
    for (const frontend::Note &note : error->notes)
      diagnostic.attachNote(module.getLocation(note.loc)) << note.text;
  }
}

mlir::OwningOpRef<mlir::ModuleOp>
kina::parseKinaModule(llvm::SourceMgr &sources, mlir::MLIRContext *context) {
  loadDialects(context);
  const llvm::MemoryBuffer *buffer =
      sources.getMemoryBuffer(sources.getMainFileID());
  mlir::OwningOpRef<mlir::ModuleOp> op =
      mlir::ModuleOp::create(mlir::FileLineColLoc::get(
          context, buffer->getBufferIdentifier(), /*line=*/1, /*column=*/1));

  frontend::Module module(sources, *op);
  frontend::Importer(module).importMain();
  if (module.diagnostics.lexerErrorCount == 0)
    frontend::checkFunctions(module);
  if (!module.diagnostics.empty()) {
    report(module);
    return nullptr;
  }
  // A tool would keep the trees; the ops need none of them.
  module.trees.clear();
  frontend::emitModule(module);
  return op;
}

/// Gives a value that has no name in its location the one that it has in the
/// text, unless the printer has invented it.
static void keepNames(const mlir::AsmParserState &state) {
  auto getName = [](llvm::SMRange range) {
    const char *start = range.Start.getPointer();
    llvm::StringRef name(start, range.End.getPointer() - start);
    name.consume_front("%");
    bool isNumber = name.empty() || llvm::isDigit(name.front());
    return isNumber ? llvm::StringRef() : name;
  };
  auto addName = [](mlir::Location loc, llvm::StringRef name) {
    return mlir::NameLoc::get(mlir::StringAttr::get(loc.getContext(), name),
                              loc);
  };
  for (const mlir::AsmParserState::OperationDefinition &op :
       state.getOpDefs()) {
    if (mlir::isa<mlir::NameLoc>(op.op->getLoc()))
      continue;
    llvm::SmallVector<llvm::StringRef> names;
    for (const auto &group : op.resultGroups)
      names.push_back(getName(group.definition.loc));
    // What the printer calls a size as a value.
    if (mlir::isa<mlir::tensor::FromElementsOp>(op.op) && !names.empty() &&
        names.front().starts_with("from_elements"))
      continue;
    if (!llvm::all_of(names, std::mem_fn(&llvm::StringRef::empty)))
      op.op->setLoc(addName(op.op->getLoc(), llvm::join(names, ".")));
  }
  for (const mlir::AsmParserState::BlockDefinition &block :
       state.getBlockDefs())
    for (auto [argument, definition] :
         llvm::zip(block.block->getArguments(), block.arguments))
      if (llvm::StringRef name = getName(definition.loc);
          !name.empty() && !mlir::isa<mlir::NameLoc>(argument.getLoc()))
        argument.setLoc(addName(argument.getLoc(), name));
}

/// Parses MLIR as text or bytecode. Values keep the names of the text.
static mlir::OwningOpRef<mlir::ModuleOp>
parseModule(const llvm::SourceMgr &sources, mlir::MLIRContext *context) {
  mlir::ParserConfig config(context);
  const llvm::MemoryBuffer *buffer =
      sources.getMemoryBuffer(sources.getMainFileID());
  mlir::Block block;
  mlir::AsmParserState names;
  if (mlir::isBytecode(*buffer)
          ? failed(mlir::parseSourceFile(sources, &block, config))
          : failed(mlir::parseAsmSourceFile(sources, &block, config, &names)))
    return nullptr;
  keepNames(names);
  // A file may leave the module out.
  if (llvm::hasSingleElement(block))
    if (auto module = mlir::dyn_cast<mlir::ModuleOp>(block.front())) {
      module->remove();
      return module;
    }
  mlir::OwningOpRef<mlir::ModuleOp> module =
      mlir::ModuleOp::create(mlir::FileLineColLoc::get(
          context, buffer->getBufferIdentifier(), /*line=*/1, /*column=*/1));
  module->getBody()->getOperations().splice(module->getBody()->end(),
                                            block.getOperations());
  return module;
}

static mlir::LogicalResult
translateToMLIR(const std::shared_ptr<llvm::SourceMgr> &sources,
                llvm::raw_ostream &os, mlir::MLIRContext *context) {
  mlir::OwningOpRef<mlir::ModuleOp> module = parseKinaModule(*sources, context);
  if (!module || failed(mlir::verify(*module)))
    return mlir::failure();
  module->print(os, mlir::OpPrintingFlags().printNameLocAsPrefix());
  return mlir::success();
}

static mlir::LogicalResult
translateToText(const std::shared_ptr<llvm::SourceMgr> &sources,
                llvm::raw_ostream &os, mlir::MLIRContext *context) {
  loadDialects(context);
  // The line of the op stands in the error.
  context->printOpOnDiagnostic(false);
  mlir::OwningOpRef<mlir::ModuleOp> module = parseModule(*sources, context);
  return mlir::success(module && succeeded(printKinaModule(*module, os)));
}

void kina::registerFrontendTranslations() {
  mlir::TranslateRegistration toMLIR("kina-to-mlir",
                                     "translate .kina text to the kina dialect",
                                     translateToMLIR);
  mlir::TranslateRegistration toText("mlir-to-kina",
                                     "translate the kina dialect to .kina text",
                                     translateToText);
}
