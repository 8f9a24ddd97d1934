//===- ConstantSpelling.cpp - Constants as text ---------------------------===//
//
// Part of Kina, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Export/ConstantSpelling.h"
#include "Semantics/Spelling.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/Support/Error.h"

using namespace kina;
using namespace kina::frontend;
using llvm::ArrayRef;
using llvm::dyn_cast;
using llvm::isa;
using llvm::SmallVector;
using llvm::StringRef;

/// Whether a literal that stands alone has the type.
bool kina::frontend::isDefaultType(mlir::Type elementType) {
  return elementType.isF32() || elementType.isInteger(64);
}

/// The shortest digits that are read as the same value.
static std::string spellDecimal(const llvm::APFloat &value) {
  llvm::SmallString<32> text;
  for (unsigned precision = 1;; ++precision) {
    text.clear();
    value.toString(text, precision, /*FormatMaxPadding=*/0);
    llvm::APFloat read(value.getSemantics());
    llvm::cantFail(
        read.convertFromString(text, llvm::APFloat::rmNearestTiesToEven));
    if (read.bitwiseIsEqual(value))
      break;
  }

  // `-1.5E+3`: the sign, the digits, and the power of ten of the first one.
  auto [mantissa, power] = StringRef(text).split('E');
  std::string sign = mantissa.consume_front("-") ? "-" : "";
  auto [whole, fraction] = mantissa.split('.');
  int exponent = 0;
  power.consume_front("+");
  if (!power.empty())
    power.getAsInteger(10, exponent);
  exponent += static_cast<int>(whole.size()) - 1;
  std::string digits = (whole + fraction).str();
  while (digits.size() > 1 && digits.front() == '0') {
    digits.erase(0, 1);
    --exponent;
  }
  while (digits.size() > 1 && digits.back() == '0')
    digits.pop_back();
  if (digits == "0")
    return sign + "0.0";

  int length = static_cast<int>(digits.size());
  if (exponent < -4 || exponent > 6) {
    if (length > 1)
      digits.insert(1, ".");
    return sign + digits + "e" + std::to_string(exponent);
  }
  if (exponent < 0)
    return sign + "0." + std::string(-exponent - 1, '0') + digits;
  if (exponent + 1 >= length)
    return sign + digits + std::string(exponent + 1 - length, '0') + ".0";
  return sign + digits.insert(exponent + 1, ".");
}

/// A number that is an element of the type; empty if there is no literal for
/// it.
static std::string spellNumber(const llvm::APInt &value) {
  llvm::SmallString<32> text;
  value.toString(text, 10, /*Signed=*/value.getBitWidth() > 1);
  return text.str().str();
}

static std::string spellNumber(const llvm::APFloat &value) {
  if (value.isFinite())
    return spellDecimal(value);
  std::string sign = value.isNegative() ? "-" : "";
  if (value.isInfinity())
    return sign + "inf";
  // There is one NaN in the text, and its negative.
  auto nan = llvm::APFloat::getNaN(value.getSemantics(), value.isNegative());
  return nan.bitwiseIsEqual(value) ? sign + "nan" : "";
}

/// What all elements of the constant are; empty if they differ, or if there is
/// no literal for them.
std::string kina::frontend::spellElement(ConstantOp op) {
  auto splat = dyn_cast<mlir::SplatElementsAttr>(op.getDense());
  if (!splat)
    return "";
  if (isa<mlir::IntegerType>(splat.getElementType()))
    return spellNumber(splat.getSplatValue<llvm::APInt>());
  return spellNumber(splat.getSplatValue<llvm::APFloat>());
}

/// All elements in row-major order.
SmallVector<std::string> kina::frontend::spellElements(ConstantOp op) {
  mlir::DenseElementsAttr value = op.getDense();
  auto spell = [](const auto &element) { return spellNumber(element); };
  if (isa<mlir::IntegerType>(value.getElementType()))
    return llvm::map_to_vector(value.getValues<llvm::APInt>(), spell);
  return llvm::map_to_vector(value.getValues<llvm::APFloat>(), spell);
}

/// Lists in one another, as the shape has it. Takes the numbers from the front.
static ExprPtr makeList(ArrayRef<int64_t> shape,
                        ArrayRef<std::string> &numbers) {
  if (shape.empty()) {
    ExprPtr number = Expr::number(numbers.front());
    numbers = numbers.drop_front();
    return number;
  }
  SmallVector<ExprPtr, 2> elements;
  for (int64_t i = 0; i < shape.front(); ++i)
    elements.push_back(makeList(shape.drop_front(), numbers));
  return Expr::list(std::move(elements));
}

/// A broadcast of a number is a filled tensor.
ExprPtr kina::frontend::fill(ExprPtr number, StringRef shape) {
  SmallVector<ExprPtr, 2> operands;
  operands.push_back(std::move(number));
  return Expr::call("broadcast", std::move(operands), shape.str());
}

/// The constant as a value of its own: `0.5`, `broadcast(0.5, [2])`,
/// `tensor(0.5, [2], type=BF16)`, `tensor([0.5, 1.0])`. `isNumber` says whether
/// it can be one of the first two.
ExprPtr kina::frontend::makeConstant(ConstantOp op, bool isNumber) {
  std::string shape = kina::spellShape(op.getType().getShape());
  bool isScalar = op.getType().getRank() == 0;
  mlir::Type elementType = op.getType().getElementType();
  SmallVector<std::string> attrs;
  ExprPtr operand;
  if (std::string element = spellElement(op); !element.empty()) {
    operand = Expr::number(element);
    if (isNumber && isDefaultType(elementType))
      return isScalar ? std::move(operand) : fill(std::move(operand), shape);
    if (!isScalar)
      attrs.push_back(shape);
  } else {
    SmallVector<std::string> elements = spellElements(op);
    ArrayRef<std::string> numbers = elements;
    operand = makeList(op.getType().getShape(), numbers);
  }
  if (!isDefaultType(elementType))
    attrs.push_back(("type=" + spellElementType(elementType)).str());
  SmallVector<ExprPtr, 2> operands;
  operands.push_back(std::move(operand));
  return Expr::call("tensor", std::move(operands), attrs);
}
