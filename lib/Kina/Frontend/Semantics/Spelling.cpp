//===- Spelling.cpp - How types and names stand in .kina ------------------===//
//
// Part of Kina, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Semantics/Spelling.h"
#include "Kina/IR/ShapeInference.h"
#include "Syntax/Lexer.h"
#include "mlir/IR/Builders.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringSwitch.h"

using namespace kina::frontend;
using llvm::ArrayRef;
using llvm::StringRef;

mlir::Type kina::frontend::getElementType(mlir::MLIRContext *context,
                                          StringRef name) {
  mlir::Builder builder(context);
  return llvm::StringSwitch<mlir::Type>(name)
      .Case("F32", builder.getF32Type())
      .Case("F64", builder.getF64Type())
      .Case("F16", builder.getF16Type())
      .Case("BF16", builder.getBF16Type())
      .Case("I64", builder.getI64Type())
      .Case("I32", builder.getI32Type())
      .Case("I8", builder.getI8Type())
      .Case("I1", builder.getI1Type())
      .Default(nullptr);
}

ArrayRef<StringRef> kina::frontend::getElementTypeNames() {
  static constexpr StringRef names[] = {"F32", "F64", "F16", "BF16",
                                        "I64", "I32", "I8",  "I1"};
  return names;
}

StringRef kina::frontend::spellElementType(mlir::Type type) {
  for (StringRef name : getElementTypeNames())
    if (getElementType(type.getContext(), name) == type)
      return name;
  llvm_unreachable("a type of the language has one of these element types");
}

std::string kina::frontend::spellShape(ArrayRef<Extent> shape) {
  std::string text = "[";
  llvm::interleave(
      shape, [&](Extent extent) { text += extent.str(); },
      [&] { text += ", "; });
  return text + "]";
}

std::string kina::frontend::spellType(mlir::Type elementType,
                                      ArrayRef<Extent> shape) {
  return ("Tensor[" + spellElementType(elementType) + ", " + spellShape(shape) +
          ", @host]")
      .str();
}

mlir::ArrayAttr kina::frontend::getExtentsAttr(mlir::MLIRContext *context,
                                               ArrayRef<Extent> shape) {
  if (llvm::all_of(shape, [](Extent extent) { return extent.getConstant(); }))
    return nullptr;
  mlir::Builder builder(context);
  llvm::SmallVector<mlir::Attribute> extents;
  for (Extent extent : shape)
    extents.push_back(builder.getStringAttr(extent.str()));
  return builder.getArrayAttr(extents);
}

std::string kina::frontend::spellMessage(const mlir::Diagnostic &diagnostic) {
  std::string text;
  llvm::raw_string_ostream os(text);
  for (const mlir::DiagnosticArgument &argument : diagnostic.getArguments()) {
    if (argument.getKind() !=
        mlir::DiagnosticArgument::DiagnosticArgumentKind::Type) {
      argument.print(os);
      continue;
    }
    mlir::Type type = argument.getAsType();
    if (auto tensor = mlir::dyn_cast<mlir::RankedTensorType>(type)) {
      os << "Tensor[" << spellElementType(tensor.getElementType()) << ", "
         << kina::spellShape(tensor.getShape()) << ", @host]";
    } else {
      os << spellElementType(type);
    }
  }
  return text;
}

bool kina::frontend::isPlaceholder(StringRef name) {
  return name.consume_front("_") && llvm::all_of(name, llvm::isDigit);
}

NearestName::NearestName(StringRef name)
    : name(name),
      // A third of the letters may differ, and two of four: letters swapped.
      // All other names of one letter are as near, and none is meant.
      bestDistance(name.size() < 2 ? 1 : (name.size() + 2) / 3 + 1) {}

void NearestName::consider(StringRef candidate) {
  // Where the lengths differ by more, the distance does as well; this also
  // keeps a name as long as the file from being compared.
  size_t gap = std::max(name.size(), candidate.size()) -
               std::min(name.size(), candidate.size());
  if (gap >= bestDistance || candidate.size() > 100)
    return;
  unsigned distance =
      name.edit_distance(candidate, /*AllowReplacements=*/true, bestDistance);
  if (distance < bestDistance) {
    bestDistance = distance;
    best = candidate;
  }
}

std::string NearestName::str() const {
  return best.empty() ? "" : "; did you mean " + quote(best) + "?";
}
