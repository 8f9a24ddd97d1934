//===- ShapeInference.cpp - Typing rules of the kina ops ------------------===//
//
// Part of Kina, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Kina/IR/ShapeInference.h"
#include "mlir/IR/Diagnostics.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace kina;

std::string kina::spellExtent(int64_t extent) {
  return ShapedType::isDynamic(extent) ? "?" : std::to_string(extent);
}

std::string kina::spellShape(ArrayRef<int64_t> extents) {
  return "[" + llvm::join(llvm::map_range(extents, spellExtent), ", ") + "]";
}

//===----------------------------------------------------------------------===//
// Types
//===----------------------------------------------------------------------===//

bool kina::isLegalElementType(Type type) {
  return type.isF32() || type.isF64() || type.isF16() || type.isBF16() ||
         type.isSignlessInteger(64) || type.isSignlessInteger(32) ||
         type.isSignlessInteger(8) || type.isSignlessInteger(1);
}

int64_t kina::getElementBytes(Type elementType) {
  return llvm::divideCeil(elementType.getIntOrFloatBitWidth(), 8u);
}

/// The product of the static extents and `factor`, or nothing past 2^63 - 1.
static std::optional<int64_t> getProduct(ArrayRef<int64_t> extents,
                                         int64_t factor = 1) {
  int64_t product = factor;
  for (int64_t extent : extents)
    if (!ShapedType::isDynamic(extent) &&
        llvm::MulOverflow(product, extent, product))
      return std::nullopt;
  return product;
}

bool kina::isLegalTensor(Type type) {
  auto tensor = dyn_cast<RankedTensorType>(type);
  return tensor && !tensor.getEncoding() &&
         isLegalElementType(tensor.getElementType()) &&
         llvm::none_of(tensor.getShape(), [](int64_t e) { return e == 0; }) &&
         getProduct(tensor.getShape(),
                    getElementBytes(tensor.getElementType()));
}

FailureOr<RankedTensorType> kina::getLegalTensor(ErrorSite site,
                                                 ArrayRef<int64_t> extents,
                                                 Type elementType) {
  if (!isLegalElementType(elementType))
    return site.error("expected an element type of f32, f64, f16, bf16, "
                      "i64, i32, i8 or i1, but got ",
                      elementType);
  for (auto [axis, extent] : llvm::enumerate(extents))
    if (!ShapedType::isDynamic(extent) && extent < 1)
      return site.error("expected an extent of at least 1 on axis ", axis,
                        ", but got ", extent);
  if (!getProduct(extents, getElementBytes(elementType)))
    return site.error("byte size of shape ", spellShape(extents), " of ",
                      elementType, " does not fit in 63 bits");
  return RankedTensorType::get(extents, elementType);
}

RankedTensorType kina::getSameShape(Type type, Type elementType) {
  return RankedTensorType::get(cast<RankedTensorType>(type).getShape(),
                               elementType);
}

bool kina::extentsAgree(int64_t lhs, int64_t rhs) {
  return lhs == rhs || ShapedType::isDynamic(lhs) || ShapedType::isDynamic(rhs);
}

/// The better known of two extents that agree.
static int64_t joinExtents(int64_t lhs, int64_t rhs) {
  return ShapedType::isDynamic(lhs) ? rhs : lhs;
}

LogicalResult kina::checkAxis(ErrorSite site, RankedTensorType input,
                              int64_t axis) {
  if (axis >= 0 && axis < input.getRank())
    return success();
  if (input.getRank() == 0)
    return site.error("expected an input of rank at least 1, "
                      "since axis ",
                      axis, " is asked for, but got ", input);
  return site.error("expected an axis from 0 to ", input.getRank() - 1,
                    ", but got ", axis);
}

//===----------------------------------------------------------------------===//
// Contractions and look-ups
//===----------------------------------------------------------------------===//

/// For messages, in which each front end spells types in its own way.
static Type getInteger(Type like, unsigned width) {
  return IntegerType::get(like.getContext(), width);
}

FailureOr<RankedTensorType> kina::inferGather(ErrorSite site,
                                              RankedTensorType table,
                                              RankedTensorType indices) {
  // gather_c1
  if (table.getRank() == 0)
    return site.error("expected a table of rank at least 1, but got ", table);
  // gather_c2
  if (!indices.getElementType().isSignlessInteger(64) &&
      !indices.getElementType().isSignlessInteger(32))
    return site.error("expected indices of element type ",
                      getInteger(indices, 64), " or ", getInteger(indices, 32),
                      ", but got ", indices);
  // gather_c3
  SmallVector<int64_t> extents(indices.getShape());
  llvm::append_range(extents, table.getShape().drop_front());
  return getLegalTensor(site, extents, table.getElementType());
}

FailureOr<RankedTensorType> kina::inferMatmul(ErrorSite site,
                                              RankedTensorType lhs,
                                              RankedTensorType rhs,
                                              Type elementType) {
  Type operandType = lhs.getElementType();
  // matmul_c1
  if (operandType != rhs.getElementType())
    return site.error("expected operands of one element type, but got ",
                      operandType, " and ", rhs.getElementType());
  int64_t rank = lhs.getRank();
  // matmul_c2
  if (rank != rhs.getRank())
    return site.error("expected operands of one rank, but got ", rank, " and ",
                      rhs.getRank());
  if (rank < 2)
    return site.error("expected operands of rank at least 2, but got rank ",
                      rank);
  SmallVector<int64_t> extents;
  // matmul_c3
  for (int64_t axis = 0; axis < rank - 2; ++axis) {
    int64_t left = lhs.getDimSize(axis), right = rhs.getDimSize(axis);
    if (!extentsAgree(left, right))
      return site.error("expected equal batch extents on axis ", axis,
                        ", but got ", left, " and ", right);
    extents.push_back(joinExtents(left, right));
  }
  // matmul_c4
  int64_t inner = lhs.getDimSize(rank - 1), other = rhs.getDimSize(rank - 2);
  if (!extentsAgree(inner, other))
    return site.error(spellShape(lhs.getShape()), " @ ",
                      spellShape(rhs.getShape()), ": inner extents ", inner,
                      " and ", other, " differ");
  extents.push_back(lhs.getDimSize(rank - 2));
  extents.push_back(rhs.getDimSize(rank - 1));
  // matmul_c5
  if (!elementType)
    elementType = operandType;
  Type wider;
  if (operandType.isF16() || operandType.isBF16())
    wider = Float32Type::get(lhs.getContext());
  else if (operandType.isSignlessInteger(8))
    wider = getInteger(lhs, 32);
  if (elementType != operandType && !wider)
    return site.error("expected a product of ", operandType, ", but got ",
                      elementType);
  if (elementType != operandType && elementType != wider)
    return site.error("expected a product of ", operandType, " or ", wider,
                      ", but got ", elementType);
  return getLegalTensor(site, extents, elementType);
}

//===----------------------------------------------------------------------===//
// Shape
//===----------------------------------------------------------------------===//

FailureOr<RankedTensorType> kina::inferReshape(ErrorSite site,
                                               RankedTensorType input,
                                               ArrayRef<int64_t> extents) {
  FailureOr<RankedTensorType> output =
      getLegalTensor(site, extents, input.getElementType());
  if (failed(output))
    return failure();
  // reshape_c2
  if (input.hasStaticShape() && output->hasStaticShape() &&
      input.getNumElements() != output->getNumElements())
    return site.error("expected ", input.getNumElements(),
                      " elements, as in shape ", spellShape(input.getShape()),
                      ", but got ", output->getNumElements(), " in shape ",
                      spellShape(extents));
  return output;
}

FailureOr<RankedTensorType> kina::inferTranspose(ErrorSite site,
                                                 RankedTensorType input,
                                                 ArrayRef<int64_t> perm) {
  int64_t rank = input.getRank();
  // transpose_c1
  if (static_cast<int64_t>(perm.size()) != rank)
    return site.error("expected ", rank, " permutation entries, but got ",
                      perm.size());
  SmallVector<bool> seen(rank, false);
  SmallVector<int64_t> extents;
  for (int64_t axis : perm) {
    if (axis < 0 || axis >= rank)
      return site.error("expected permutation entries from 0 to ", rank - 1,
                        ", but got ", axis);
    if (seen[axis])
      return site.error("expected each axis once in the "
                        "permutation, but got ",
                        axis, " twice");
    seen[axis] = true;
    extents.push_back(input.getDimSize(axis));
  }
  // transpose_c2
  return getLegalTensor(site, extents, input.getElementType());
}

FailureOr<RankedTensorType> kina::inferBroadcast(ErrorSite site,
                                                 RankedTensorType input,
                                                 ArrayRef<int64_t> extents) {
  int64_t rank = input.getRank();
  int64_t padding = static_cast<int64_t>(extents.size()) - rank;
  // broadcast_c2
  if (padding < 0)
    return site.error("expected a result of rank at least ", rank,
                      ", but got rank ", extents.size());
  // broadcast_c3
  for (int64_t axis = 0; axis < rank; ++axis) {
    int64_t from = input.getDimSize(axis), to = extents[axis + padding];
    if (from != 1 && !extentsAgree(from, to))
      return site.error("cannot broadcast ", spellShape(input.getShape()),
                        " to ", spellShape(extents), ": axis ", axis,
                        " has extent ", from, ", expected ",
                        to == 1 ? "1" : "1 or " + std::to_string(to));
  }
  return getLegalTensor(site, extents, input.getElementType());
}

FailureOr<RankedTensorType> kina::inferConcat(ErrorSite site,
                                              ArrayRef<RankedTensorType> inputs,
                                              int64_t axis) {
  // concat_c1
  if (inputs.empty())
    return site.error("expected at least 1 operand, but got 0");
  RankedTensorType first = inputs.front();
  // concat_c2
  if (failed(checkAxis(site, first, axis)))
    return failure();
  SmallVector<int64_t> extents(first.getShape());
  // concat_c3
  for (auto [index, input] : llvm::enumerate(inputs.drop_front())) {
    if (input.getElementType() != first.getElementType())
      return site.error("expected operands of one element type, "
                        "but operand 0 has ",
                        first.getElementType(), " and operand ", index + 1,
                        " has ", input.getElementType());
    if (input.getRank() != first.getRank())
      return site.error(
          "expected operands of one rank, but operand 0 has rank ",
          first.getRank(), " and operand ", index + 1, " has rank ",
          input.getRank());
    for (int64_t i = 0; i < first.getRank(); ++i) {
      int64_t extent = input.getDimSize(i);
      if (i == axis) {
        // concat_c4
        if (ShapedType::isDynamic(extents[i]) || ShapedType::isDynamic(extent))
          extents[i] = ShapedType::kDynamic;
        else if (llvm::AddOverflow(extents[i], extent, extents[i]))
          return site.error("the sum of the extents on axis ", axis,
                            " does not fit in 63 bits");
        continue;
      }
      if (!extentsAgree(extents[i], extent))
        return site.error("expected equal extents off axis ", axis,
                          ", but operand ", index + 1, " has ", extent,
                          " on axis ", i, " instead of ", extents[i]);
      extents[i] = joinExtents(extents[i], extent);
    }
  }
  return getLegalTensor(site, extents, first.getElementType());
}

FailureOr<RankedTensorType> kina::inferSlice(ErrorSite site,
                                             RankedTensorType input,
                                             int64_t axis, int64_t start,
                                             int64_t stop) {
  // slice_c1
  if (failed(checkAxis(site, input, axis)))
    return failure();
  bool knownStart = !ShapedType::isDynamic(start);
  bool knownStop = !ShapedType::isDynamic(stop);
  int64_t extent = input.getDimSize(axis);
  bool knownExtent = !ShapedType::isDynamic(extent);
  // slice_c2
  bool legal = (!knownStart || start >= 0) && (!knownStop || stop >= 1) &&
               (!knownStart || !knownStop || start < stop) &&
               (!knownStop || !knownExtent || stop <= extent) &&
               (!knownStart || !knownExtent || start < extent);
  if (!legal) {
    return site.error("expected 0 <= start < stop <= ", spellExtent(extent),
                      " on axis ", axis, ", but got start ", spellExtent(start),
                      " and stop ", spellExtent(stop));
  }
  // slice_c3
  SmallVector<int64_t> extents(input.getShape());
  extents[axis] = knownStart && knownStop ? stop - start : ShapedType::kDynamic;
  return getLegalTensor(site, extents, input.getElementType());
}

//===----------------------------------------------------------------------===//
// Along one axis
//===----------------------------------------------------------------------===//

/// The input's extents without the axis, or with extent 1 on it.
static SmallVector<int64_t> dropAxis(RankedTensorType input, int64_t axis,
                                     bool keep) {
  SmallVector<int64_t> extents(input.getShape());
  if (keep)
    extents[axis] = 1;
  else
    extents.erase(extents.begin() + axis);
  return extents;
}

FailureOr<RankedTensorType>
kina::inferSoftmax(ErrorSite site, RankedTensorType input, int64_t axis) {
  // softmax_c1
  if (failed(checkAxis(site, input, axis)))
    return failure();
  // softmax_c2
  if (!isa<FloatType>(input.getElementType()))
    return site.error("expected a tensor of floats, but got ", input);
  return input;
}

FailureOr<RankedTensorType>
kina::inferArgmax(ErrorSite site, RankedTensorType input, int64_t axis) {
  // argmax_c1
  if (failed(checkAxis(site, input, axis)))
    return failure();
  if (input.getElementType().isSignlessInteger(1))
    return site.error("expected a tensor of numbers, but got ", input);
  // argmax_c2
  return getLegalTensor(site, dropAxis(input, axis, /*keep=*/false),
                        IntegerType::get(input.getContext(), 64));
}

FailureOr<RankedTensorType> kina::inferReduce(ErrorSite site, ReduceKind kind,
                                              RankedTensorType input,
                                              int64_t axis, bool keep) {
  // reduce_c1
  if (failed(checkAxis(site, input, axis)))
    return failure();
  if (input.getElementType().isSignlessInteger(1))
    return site.error("expected a tensor of numbers, but got ", input);
  // reduce_c2
  if (kind == ReduceKind::mean && !isa<FloatType>(input.getElementType()))
    return site.error("expected a tensor of floats for mean, but "
                      "got ",
                      input);
  // reduce_c3
  return getLegalTensor(site, dropAxis(input, axis, keep),
                        input.getElementType());
}

//===----------------------------------------------------------------------===//
// Elementwise
//===----------------------------------------------------------------------===//

FailureOr<RankedTensorType>
kina::inferElementwise(ErrorSite site, ArrayRef<RankedTensorType> operands) {
  for (RankedTensorType operand : operands.drop_front())
    if (operand != operands.front())
      return site.error("expected operands of one type, but got ",
                        operands.front(), " and ", operand);
  return operands.front();
}

FailureOr<RankedTensorType>
kina::inferCompare(ErrorSite site, RankedTensorType lhs, RankedTensorType rhs) {
  // compare_c1
  if (failed(inferElementwise(site, {lhs, rhs})))
    return failure();
  // compare_c2
  return getSameShape(lhs, IntegerType::get(lhs.getContext(), 1));
}

FailureOr<RankedTensorType> kina::inferSelect(ErrorSite site,
                                              RankedTensorType condition,
                                              RankedTensorType onTrue,
                                              RankedTensorType onFalse) {
  // select_c1
  if (failed(inferElementwise(site, {onTrue, onFalse})))
    return failure();
  // select_c2
  RankedTensorType expected =
      getSameShape(onTrue, IntegerType::get(onTrue.getContext(), 1));
  if (condition != expected)
    return site.error("expected a condition of type ", expected, ", but got ",
                      condition);
  return onTrue;
}

FailureOr<RankedTensorType>
kina::inferCast(ErrorSite site, RankedTensorType input, Type elementType) {
  return getLegalTensor(site, input.getShape(), elementType);
}
