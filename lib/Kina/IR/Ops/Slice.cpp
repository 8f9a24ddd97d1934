//===- Slice.cpp - kina.slice --------------------------------------------===//
//
// Part of Kina, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Fold.h"
#include "Verify.h"
#include "mlir/IR/Matchers.h"
#include "mlir/IR/PatternMatch.h"

using namespace mlir;
using namespace kina;

void SliceOp::build(OpBuilder &builder, OperationState &state, Type output,
                    Value input, int64_t axis, int64_t start, int64_t stop) {
  build(builder, state, output, input, axis, /*bounds=*/ValueRange(),
        builder.getDenseI64ArrayAttr({start, stop}).asArrayRef());
}

LogicalResult SliceOp::verify() {
  ArrayRef<int64_t> bounds = getStaticBounds();
  // slice_c4
  if (bounds.size() != 2)
    return emitOpError("expected 2 bounds, but got ") << bounds.size();
  size_t operands = llvm::count_if(bounds, ShapedType::isDynamic);
  if (operands != getBounds().size())
    return emitOpError("expected ")
           << operands << " operands as bounds, but got " << getBounds().size();
  return verifyResult(*this, inferSlice(getOperation(), getInput().getType(),
                                        getAxis(), bounds[0], bounds[1]));
}

OpFoldResult SliceOp::getStart() {
  if (!ShapedType::isDynamic(getStaticBounds()[0]))
    return Builder(getContext()).getIndexAttr(getStaticBounds()[0]);
  return getBounds().front();
}

OpFoldResult SliceOp::getStop() {
  if (!ShapedType::isDynamic(getStaticBounds()[1]))
    return Builder(getContext()).getIndexAttr(getStaticBounds()[1]);
  return getBounds().back();
}

OpFoldResult SliceOp::fold(FoldAdaptor adaptor) {
  // A window as wide as a known extent is all of it.
  RankedTensorType input = getInput().getType(), output = getOutput().getType();
  if (!input.isDynamicDim(getAxis()))
    if (OpFoldResult whole = foldTo(*this, getInput()))
      return whole;
  if (!getBounds().empty() || !Elements(adaptor.getInput()))
    return {};
  SmallVector<int64_t> strides = getStrides(input);
  return foldView(adaptor.getInput(), output,
                  getStaticBounds()[0] * strides[getAxis()], strides);
}

/// Whether a slice of `input` on the axis of `op` may stand for `op`.
static bool isLegalSlice(SliceOp op, Value input, int64_t start, int64_t stop) {
  return agrees(inferSlice(std::nullopt,
                           cast<RankedTensorType>(input.getType()),
                           op.getAxis(), start, stop),
                op.getOutput().getType());
}

static void replaceSlice(PatternRewriter &rewriter, SliceOp op, Value input,
                         int64_t start, int64_t stop) {
  rewriter.replaceOpWithNewOp<SliceOp>(op, op.getOutput().getType(), input,
                                       op.getAxis(), start, stop);
}

namespace {
/// Bounds that are constants become integers.
struct FoldBounds final : OpRewritePattern<SliceOp> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(SliceOp op,
                                PatternRewriter &rewriter) const override {
    SmallVector<int64_t> integers(op.getStaticBounds());
    SmallVector<Value> operands;
    auto next = op.getBounds().begin();
    for (int64_t &integer : integers) {
      if (!ShapedType::isDynamic(integer))
        continue;
      Value operand = *next++;
      APInt value;
      if (matchPattern(operand, m_ConstantInt(&value)))
        integer = value.getSExtValue();
      if (ShapedType::isDynamic(integer))
        operands.push_back(operand);
    }
    if (operands.size() == op.getBounds().size())
      return rewriter.notifyMatchFailure(op, "no bound is constant");
    // A window that can't be stays as it is: the program may never run.
    if (!isLegalSlice(op, op.getInput(), integers[0], integers[1]))
      return rewriter.notifyMatchFailure(op, "not a legal window");
    rewriter.replaceOpWithNewOp<SliceOp>(op, op.getOutput().getType(),
                                         op.getInput(), op.getAxis(), operands,
                                         integers);
    return success();
  }
};

struct MergeSlices final : OpRewritePattern<SliceOp> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(SliceOp op,
                                PatternRewriter &rewriter) const override {
    auto inner = op.getInput().getDefiningOp<SliceOp>();
    if (!inner || inner.getAxis() != op.getAxis())
      return rewriter.notifyMatchFailure(op, "not of a slice on its axis");
    int64_t offset = inner.getStaticBounds()[0];
    int64_t start = op.getStaticBounds()[0], stop = op.getStaticBounds()[1];
    if (!op.getBounds().empty() || ShapedType::isDynamic(offset) ||
        llvm::AddOverflow(start, offset, start) ||
        llvm::AddOverflow(stop, offset, stop))
      return rewriter.notifyMatchFailure(op, "bounds are not known");
    if (!isLegalSlice(op, inner.getInput(), start, stop))
      return rewriter.notifyMatchFailure(op, "not a legal window");
    if (isInCircle(op))
      return rewriter.notifyMatchFailure(op, "reads its own result");
    replaceSlice(rewriter, op, inner.getInput(), start, stop);
    return success();
  }
};

/// Only within one operand, never across a seam.
struct SliceOfConcat final : OpRewritePattern<SliceOp> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(SliceOp op,
                                PatternRewriter &rewriter) const override {
    auto concat = op.getInput().getDefiningOp<ConcatOp>();
    if (!concat || concat.getAxis() != op.getAxis() || !op.getBounds().empty())
      return rewriter.notifyMatchFailure(op, "not of a concat on its axis");
    int64_t start = op.getStaticBounds()[0], stop = op.getStaticBounds()[1];
    for (Value input : concat.getInputs()) {
      int64_t extent =
          cast<RankedTensorType>(input.getType()).getDimSize(op.getAxis());
      if (ShapedType::isDynamic(extent))
        break;
      if (start >= extent) {
        start -= extent;
        stop -= extent;
        continue;
      }
      if (stop > extent || input == op.getOutput() ||
          !isLegalSlice(op, input, start, stop))
        break;
      replaceSlice(rewriter, op, input, start, stop);
      return success();
    }
    return rewriter.notifyMatchFailure(op, "not known to be in one operand");
  }
};
} // namespace

void SliceOp::getCanonicalizationPatterns(RewritePatternSet &patterns,
                                          MLIRContext *context) {
  patterns.add<FoldBounds, MergeSlices, SliceOfConcat>(context);
}

/// `[%s : 4]`.
ParseResult
kina::parseSliceBounds(OpAsmParser &parser,
                       SmallVectorImpl<OpAsmParser::UnresolvedOperand> &bounds,
                       DenseI64ArrayAttr &staticBounds) {
  SmallVector<int64_t, 2> integers;
  auto parseBound = [&]() -> ParseResult {
    int64_t &integer = integers.emplace_back(ShapedType::kDynamic);
    OptionalParseResult parsed = parser.parseOptionalInteger(integer);
    if (parsed.has_value())
      return *parsed;
    return parser.parseOperand(bounds.emplace_back());
  };
  if (parser.parseLSquare() || parseBound() || parser.parseColon() ||
      parseBound() || parser.parseRSquare())
    return failure();
  staticBounds = parser.getBuilder().getDenseI64ArrayAttr(integers);
  return success();
}

void kina::printSliceBounds(OpAsmPrinter &printer, Operation *,
                            OperandRange bounds,
                            DenseI64ArrayAttr staticBounds) {
  auto next = bounds.begin();
  printer << '[';
  llvm::interleave(
      staticBounds.asArrayRef(), printer,
      [&](int64_t bound) {
        if (ShapedType::isDynamic(bound))
          printer << *next++;
        else
          printer << bound;
      },
      " : ");
  printer << ']';
}
