//===- Frontend.cpp - From .kina text to the kina dialect -----------------===//
//
// Part of Kina, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Kina/Frontend/Frontend.h"
#include "Importer.h"
#include "Kina/IR/KinaDialect.h"
#include "Module.h"
#include "ModuleParser.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Tools/mlir-translate/Translation.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/SourceMgr.h"

using namespace kina;

mlir::OwningOpRef<mlir::ModuleOp>
kina::parseKinaModule(llvm::SourceMgr &sources, mlir::MLIRContext *context) {
  context->loadDialect<KinaDialect, mlir::arith::ArithDialect,
                       mlir::func::FuncDialect, mlir::tensor::TensorDialect>();
  const llvm::MemoryBuffer *buffer =
      sources.getMemoryBuffer(sources.getMainFileID());
  mlir::OwningOpRef<mlir::ModuleOp> op =
      mlir::ModuleOp::create(mlir::FileLineColLoc::get(
          context, buffer->getBufferIdentifier(), /*line=*/1, /*column=*/1));

  frontend::Module module(sources, *op);
  frontend::Importer(module).outlineMain();
  if (module.lexerErrorCount > 0)
    return nullptr;
  frontend::parseFunctions(module);
  if (module.errorCount > 0)
    return nullptr;
  return op;
}

void kina::registerFrontendTranslations() {
  mlir::TranslateToMLIRRegistration registration(
      "kina-to-mlir", "translate .kina text to the kina dialect",
      [](llvm::SourceMgr &sources,
         mlir::MLIRContext *context) -> mlir::OwningOpRef<mlir::Operation *> {
        return parseKinaModule(sources, context).release().getOperation();
      },
      [](mlir::DialectRegistry &registry) {
        registry.insert<KinaDialect, mlir::arith::ArithDialect,
                        mlir::func::FuncDialect, mlir::tensor::TensorDialect>();
      });
  mlir::TranslateFromMLIRRegistration exportRegistration(
      "mlir-to-kina", "translate the kina dialect to .kina text",
      [](mlir::ModuleOp module, llvm::raw_ostream &os) {
        return printKinaModule(module, os);
      },
      [](mlir::DialectRegistry &registry) {
        registry.insert<KinaDialect, mlir::arith::ArithDialect,
                        mlir::func::FuncDialect, mlir::tensor::TensorDialect>();
      });
}
