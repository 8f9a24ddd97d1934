//===- AllGather.cpp - kina.all_gather, kina.device_index -----------------===//
//
// Part of Kina, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Builders.h"
#include "Kina/Conversion/Communicator.h"
#include "Patterns.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Arith/Utils/Utils.h"
#include "mlir/Dialect/Bufferization/IR/Bufferization.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Transforms/DialectConversion.h"
#include "runtime/KinaCommunicator.h"
#include <cstddef>

using namespace mlir;
using namespace kina;

LLVM::CallOp kina::callCommunicator(ImplicitLocOpBuilder &b, Value communicator,
                                    size_t offset, Type result,
                                    ValueRange arguments) {
  Type pointer = LLVM::LLVMPointerType::get(b.getContext());
  Value base = LLVM::IntToPtrOp::create(b, pointer, communicator);
  Value place =
      LLVM::GEPOp::create(b, pointer, b.getI8Type(), base,
                          ArrayRef<LLVM::GEPArg>{static_cast<int32_t>(offset)});
  Value function = LLVM::LoadOp::create(b, pointer, place);
  SmallVector<Value> operands = {function, base};
  llvm::append_range(operands, arguments);
  auto type = LLVM::LLVMFunctionType::get(
      result, llvm::to_vector(ValueRange(operands).drop_front().getTypes()));
  return LLVM::CallOp::create(b, type, operands);
}

static Value createInteger(ImplicitLocOpBuilder &b, int64_t value) {
  return LLVM::ConstantOp::create(b, b.getI64Type(), value);
}

namespace {
struct ConvertDeviceIndex final : OpConversionPattern<DeviceIndexOp> {
  using OpConversionPattern::OpConversionPattern;

  LogicalResult
  matchAndRewrite(DeviceIndexOp op, OpAdaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    ImplicitLocOpBuilder b(op.getLoc(), rewriter);
    auto call = callCommunicator(
        b, adaptor.getCommunicator(), offsetof(KinaCommunicator, device),
        b.getI64Type(), createInteger(b, op.getAxis()));
    rewriter.replaceOpWithNewOp<arith::IndexCastOp>(op, b.getIndexType(),
                                                    call.getResult());
    return success();
  }
};

/// What the others send is written to a buffer that no tensor op knows before
/// it is full.
struct ConvertAllGather final : OpConversionPattern<AllGatherOp> {
  using OpConversionPattern::OpConversionPattern;

  LogicalResult
  matchAndRewrite(AllGatherOp op, OpAdaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    ImplicitLocOpBuilder b(op.getLoc(), rewriter);
    Value input = adaptor.getInput();
    RankedTensorType inputType = op.getInput().getType();
    RankedTensorType outputType = op.getOutput().getType();
    SmallVector<OpFoldResult> extents =
        tensor::getMixedSizes(b, b.getLoc(), input);

    Value elements = arith::ConstantIndexOp::create(b, 1);
    for (OpFoldResult extent : extents)
      elements = arith::MulIOp::create(
          b, elements, getValueOrCreateConstantIndexOp(b, b.getLoc(), extent));
    Value bytes = arith::MulIOp::create(
        b, elements,
        arith::ConstantIndexOp::create(
            b, getElementBytes(inputType.getElementType())));
    bytes = arith::IndexCastOp::create(b, b.getI64Type(), bytes);

    SmallVector<Value> dynamic;
    for (auto [axis, extent] : llvm::enumerate(outputType.getShape())) {
      if (!ShapedType::isDynamic(extent))
        continue;
      dynamic.push_back(
          getValueOrCreateConstantIndexOp(b, b.getLoc(), extents[axis]));
      if (axis == 0)
        dynamic.back() = arith::MulIOp::create(
            b, dynamic.back(),
            arith::ConstantIndexOp::create(b, op.getDevices()));
    }
    Type pointer = LLVM::LLVMPointerType::get(b.getContext());
    auto getAddress = [&](Value buffer) -> Value {
      Value address = memref::ExtractAlignedPointerAsIndexOp::create(b, buffer);
      address = arith::IndexCastOp::create(b, b.getI64Type(), address);
      return LLVM::IntToPtrOp::create(b, pointer, address);
    };
    Value all = memref::AllocOp::create(
        b, MemRefType::get(outputType.getShape(), outputType.getElementType()),
        dynamic);
    // The address of the part comes last: its buffer lives as long as an op
    // reads it, and has to outlive the beginning of the other.
    Value allAddress = getAddress(all);
    Value part = bufferization::ToBufferOp::create(
        b, MemRefType::get(inputType.getShape(), inputType.getElementType()),
        input, /*read_only=*/true);
    Value partAddress = getAddress(part);
    callCommunicator(
        b, adaptor.getCommunicator(), offsetof(KinaCommunicator, all_gather),
        LLVM::LLVMVoidType::get(b.getContext()),
        {createInteger(b, op.getAxis()), partAddress, allAddress, bytes});
    rewriter.replaceOpWithNewOp<bufferization::ToTensorOp>(
        op, outputType, all, /*restrict=*/true, /*writable=*/false);
    return success();
  }
};
} // namespace

void kina::populateAllGatherToLinalg(RewritePatternSet &patterns) {
  patterns.add<ConvertAllGather, ConvertDeviceIndex>(patterns.getContext());
}
