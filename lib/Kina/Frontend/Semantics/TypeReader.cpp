//===- TypeReader.cpp - Integer expressions, shapes and types -------------===//
//
// Part of Kina, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Semantics/TypeReader.h"

using namespace kina::frontend;
using llvm::StringRef;
using mlir::failure;
using mlir::success;

Reported TypeReader::expected(const llvm::Twine &what, const tree::Expr *expr) {
  return emitError(getStart(expr),
                   "expected " + what + ", but got " + describe(expr));
}

//===----------------------------------------------------------------------===//
// Integer expressions
//===----------------------------------------------------------------------===//

/// extent ::= term (('+' | '-') term)*
/// term   ::= factor (('*' | '/' | '%') factor)*
/// factor ::= '-' factor | integer | name | '(' extent ')'
///          | ('min' | 'max') '(' extent ',' extent ')'
Extent TypeReader::readExtent(const tree::Expr *expr) {
  // A sum may be as long as the file.
  llvm::SmallVector<const tree::Binary *> chain;
  while (const auto *binary = llvm::dyn_cast<tree::Binary>(expr)) {
    chain.push_back(binary);
    expr = binary->lhs;
  }
  Extent result;
  switch (expr->kind) {
  case tree::Expr::Number:
    result = readInteger(expr, /*isNegative=*/false);
    break;
  case tree::Expr::Name:
    result = readSizeName(expr->getText());
    break;
  case tree::Expr::Negation: {
    const tree::Expr *operand = llvm::cast<tree::Negation>(expr)->operand;
    if (operand->kind == tree::Expr::Number) {
      result = readInteger(operand, /*isNegative=*/true);
    } else if (Extent value = readExtent(operand)) {
      result = combine({expr->loc.getPointer(), 1},
                       module.extents.getConstant(0), value);
    }
    break;
  }
  case tree::Expr::Paren:
    result = readExtent(llvm::cast<tree::Paren>(expr)->inner);
    break;
  case tree::Expr::Apply:
    result = readMinMax(*llvm::cast<tree::Apply>(expr));
    break;
  default:
    expected("an integer or a size", expr);
  }
  for (const tree::Binary *binary : llvm::reverse(chain)) {
    if (!result)
      return {};
    Extent rhs = readExtent(binary->rhs);
    result = rhs ? combine({binary->loc.getPointer(), 1}, result, rhs) : rhs;
  }
  return result;
}

Extent TypeReader::readMinMax(const tree::Apply &application) {
  StringRef name = application.getText();
  if (!application.isCall || application.hasBrackets ||
      (name != "min" && name != "max")) {
    if (application.isCall || application.hasBrackets)
      expected("an integer or a size", &application);
    else
      expected("an operator", application.arguments.front().value);
    return {};
  }
  size_t count = application.arguments.size();
  if (count != 2) {
    emitError(application.loc, "expected 2 operands for " + quote(name) +
                                   ", but got " + llvm::Twine(count));
    return {};
  }
  Extent lhs = readExtent(application.arguments[0].value);
  Extent rhs = lhs ? readExtent(application.arguments[1].value) : lhs;
  return rhs ? combine(name, lhs, rhs) : rhs;
}

Extent TypeReader::readInteger(const tree::Expr *number, bool isNegative) {
  uint64_t magnitude;
  uint64_t limit = static_cast<uint64_t>(INT64_MAX) + isNegative;
  if (number->isDecimal) {
    expected("an integer or a size", number);
    return {};
  }
  if (number->getText().getAsInteger(10, magnitude) || magnitude > limit) {
    emitError(number->loc, "integer " + quote(number->getText()) +
                               " does not fit in 64 bits");
    return {};
  }
  return module.extents.getConstant(
      static_cast<int64_t>(isNegative ? 0 - magnitude : magnitude));
}

const Size *TypeReader::findSize(StringRef name) const {
  if (scope)
    if (const Size *size = scope->findSize(name))
      return size;
  return module.findSize(name);
}

void TypeReader::considerSizes(NearestName &nearest) const {
  if (scope)
    for (const SizeParameter &size : scope->sizes)
      nearest.consider(size.name);
  for (const auto &entry : module.sizes)
    nearest.consider(entry.getKey());
}

mlir::LogicalResult TypeReader::checkNoSize(StringRef name) {
  const Size *size = findSize(name);
  if (!size)
    return success();
  Reported reported =
      emitError(getLoc(name), quote(name) + " is a size and keeps its meaning");
  reported.attachNote(size->loc) << "the size is defined here";
  return reported;
}

Extent TypeReader::readSizeName(StringRef name) {
  if (const Size *size = findSize(name))
    return size->value;
  if (module.lacksNames)
    return {};
  NearestName nearest(name);
  considerSizes(nearest);
  emitError(getLoc(name), "unknown size " + quote(name) + nearest.str());
  return {};
}

Extent TypeReader::combine(StringRef op, Extent lhs, Extent rhs) {
  ExtentContext &extents = module.extents;
  if (op == "@") {
    emitError(getLoc(op), "expected an operator of integers, but got '@'");
    return {};
  }
  ExtentOr result = op == "+"     ? extents.add(lhs, rhs)
                    : op == "-"   ? extents.sub(lhs, rhs)
                    : op == "*"   ? extents.mul(lhs, rhs)
                    : op == "/"   ? extents.div(lhs, rhs)
                    : op == "%"   ? extents.mod(lhs, rhs)
                    : op == "min" ? extents.min(lhs, rhs)
                                  : extents.max(lhs, rhs);
  if (!result.extent) {
    auto spell = [](Extent side) {
      std::string text = side.str();
      return StringRef(text).contains(' ') ? "(" + text + ")" : text;
    };
    emitError(getLoc(op),
              spell(lhs) + " " + op + " " + spell(rhs) + " " + result.problem);
  }
  return result.extent;
}

std::optional<int64_t> TypeReader::readConstant(const tree::Expr *expr) {
  Extent extent = readExtent(expr);
  if (!extent)
    return std::nullopt;
  std::optional<int64_t> constant = extent.getConstant();
  if (!constant)
    emitError(getStart(expr), "expected an integer that does not depend on a "
                              "size argument, but got " +
                                  extent.str());
  return constant;
}

//===----------------------------------------------------------------------===//
// Shapes and types
//===----------------------------------------------------------------------===//

mlir::LogicalResult
TypeReader::readShape(const tree::Expr *expr,
                      llvm::SmallVectorImpl<Extent> &shape) {
  const auto *list = llvm::dyn_cast<tree::List>(expr);
  if (!list)
    return expected("'['", expr);
  for (const tree::Expr *element : list->elements) {
    Extent extent = readExtent(element);
    if (!extent)
      return failure();
    if (!isAtLeast(extent, 1))
      return emitError(getStart(element),
                       "expected an extent of at least 1, but got " +
                           spellWithRanges(extent, scope));
    shape.push_back(extent);
  }
  if (shape.size() > maxRank)
    return emitError(list->loc, "expected at most " + llvm::Twine(maxRank) +
                                    " extents, but got " +
                                    llvm::Twine(shape.size()));
  return success();
}

/// elementType ::= 'F32' | 'F64' | 'F16' | 'BF16' | 'I64' | 'I32' | 'I8' | 'I1'
mlir::Type TypeReader::readElementType(StringRef name) {
  if (mlir::Type type = getElementType(getContext(), name))
    return type;
  NearestName nearest(name);
  for (StringRef known : getElementTypeNames())
    nearest.consider(known);
  emitError(getLoc(name),
            "unknown element type " + quote(name) + nearest.str());
  return {};
}

mlir::FailureOr<TensorType> TypeReader::readType(const tree::Type &type) {
  llvm::SmallVector<Extent> shape;
  mlir::Type elementType = readElementType(type.elementType);
  if (!elementType || failed(readShape(type.shape, shape)))
    return failure();
  if (!type.placement.empty() && type.placement != "host")
    return emitError(getLoc(type.placement), "expected the placement 'host', "
                                             "the only one there is, but got " +
                                                 quote(type.placement));
  return module.getTensorType(type.loc, elementType, shape);
}
