//===- Signatures.cpp - Signatures of functions, from ops ------------===//
//
// Part of Kina, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Export/BodyExporter.h"
#include "Export/SizeReader.h"
#include "Kina/IR/KinaDialect.h"
#include "Semantics/CallSizes.h"
#include "Semantics/Spelling.h"
#include "Semantics/TypeReader.h"
#include "Syntax/Parser.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/TypeSwitch.h"

using namespace kina;
using namespace kina::frontend;
using llvm::ArrayRef;
using llvm::cast;
using llvm::dyn_cast;
using llvm::SmallVector;
using llvm::StringRef;
using mlir::failure;
using mlir::LogicalResult;
using mlir::Operation;
using mlir::RankedTensorType;
using mlir::success;

bool kina::frontend::hasExtents(RankedTensorType type, ArrayRef<Extent> shape) {
  return type.getShape().size() == shape.size() &&
         llvm::all_of_zip(type.getShape(), shape,
                          [](int64_t size, Extent extent) {
                            return size == extent.getTypeExtent();
                          });
}

/// The extent in a string of `kina.extents`; null if it is none.
static Extent parseExtent(Module &module, const Function &function,
                          StringRef text) {
  SourceFile source(text, "", /*isMain=*/false);
  tree::File file(source);
  Diagnostics diagnostics;
  const tree::Expr *expr = Parser(file, diagnostics).parseSingleExtent();
  if (!expr)
    return {};
  // What is wrong with it is no error of a text.
  Extent extent = TypeReader(module, &function).readExtent(expr);
  module.diagnostics = {};
  return extent;
}

LogicalResult kina::frontend::emitTypeError(Operation *op, mlir::Type type) {
  return op->emitError("expected a type that .kina has, but got ") << type;
}

/// Reads the size that an argument of type index is.
static LogicalResult readSize(Module &module, Function &function,
                              unsigned index) {
  mlir::func::FuncOp op = function.op;
  auto name = op.getArgAttrOfType<mlir::StringAttr>(index, "kina.size");
  if (!name || !function.parameters.empty())
    return emitTypeError(op, op.getArgument(index).getType());
  if (makeLegalName(name) != name || function.findSize(name))
    return op.emitError("expected another name of a size, but got ") << name;
  SizeParameter size{{SourceLoc(), module.extents.getSize(name)}, name, {}};
  if (auto min = op.getArgAttrOfType<mlir::IntegerAttr>(index, "kina.size_min"))
    size.range.min = min.getInt();
  if (auto max = op.getArgAttrOfType<mlir::IntegerAttr>(index, "kina.size_max"))
    size.range.max = max.getInt();
  if (size.range.min < 0 ||
      size.range.max.value_or(size.range.min) < size.range.min)
    return op.emitError("expected a range of at least one size from 0, but "
                        "got ")
           << size.range.str() << " for " << name;
  function.sizes.push_back(size);
  return success();
}

/// Reads a type with its `kina.extents`.
static LogicalResult readType(Module &module, Function &function,
                              mlir::Type type, mlir::ArrayAttr attr,
                              TensorType &result) {
  if (!isSpellable(type))
    return emitTypeError(function.op, type);
  result.type = cast<RankedTensorType>(type);
  if (result.type.hasStaticShape()) {
    result.shape = module.extents.getShape(result.type);
    return success();
  }
  SmallVector<Extent> shape;
  if (attr && attr.size() == size_t(result.type.getRank()))
    for (mlir::Attribute element : attr)
      if (auto text = dyn_cast<mlir::StringAttr>(element))
        if (Extent extent = parseExtent(module, function, text);
            extent && module.isAtLeast(extent, 1, &function))
          shape.push_back(extent);
  if (!hasExtents(result.type, shape)) {
    mlir::InFlightDiagnostic diagnostic =
        function.op.emitError("expected kina.extents that say what is '?' in ");
    diagnostic << type << " over the sizes of the function";
    if (attr)
      diagnostic << ", but got " << attr;
    return diagnostic;
  }
  result.shape = module.extents.copy(shape);
  return success();
}

static LogicalResult readSignature(Module &module, Function &function) {
  mlir::func::FuncOp op = function.op;
  if (!op.getBody().hasOneBlock())
    return op.emitError("expected a function with a body of one block, "
                        "since .kina has no others");
  auto getExtents = [](mlir::DictionaryAttr attrs) {
    return attrs ? attrs.getAs<mlir::ArrayAttr>("kina.extents") : nullptr;
  };
  for (auto [index, type] : llvm::enumerate(op.getArgumentTypes())) {
    if (type.isIndex()) {
      if (failed(readSize(module, function, index)))
        return failure();
      continue;
    }
    Parameter parameter{{}, SourceLoc(), {}};
    if (failed(readType(module, function, type,
                        getExtents(op.getArgAttrDict(index)), parameter.type)))
      return failure();
    function.parameters.push_back(parameter);
  }
  for (auto [index, type] : llvm::enumerate(op.getResultTypes())) {
    Result result{SourceLoc(), {}};
    if (failed(readType(module, function, type,
                        getExtents(op.getResultAttrDict(index)), result.type)))
      return failure();
    function.results.push_back(result);
  }
  return success();
}

LogicalResult kina::frontend::readSignatures(Module &module) {
  for (auto op : module.op.getOps<mlir::func::FuncOp>()) {
    SourceLoc loc = SourceLoc();
    auto function = std::make_unique<Function>(
        op.getSymName(), loc, /*text=*/nullptr, /*isExported=*/true);
    function->op = op;
    if (failed(readSignature(module, *function)))
      return failure();
    module.functionsByName[op.getSymName()] = function.get();
    module.functions.push_back(std::move(function));
  }
  return success();
}
