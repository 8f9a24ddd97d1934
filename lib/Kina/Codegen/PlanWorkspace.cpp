//===- PlanWorkspace.cpp - One buffer for every allocation -------------------===//
//
// Part of Kina, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Kina/Codegen/Interface.h"
#include "Kina/Codegen/Passes.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Bufferization/Transforms/BufferViewFlowAnalysis.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "llvm/Support/MathExtras.h"

namespace kina {
#define GEN_PASS_DEF_PLANWORKSPACE
#include "Kina/Codegen/Passes.h.inc"
} // namespace kina

using namespace mlir;
using namespace kina;

namespace {

constexpr int64_t kAlignment = 64;

/// Bytes that are in use from one op of the function's block to another.
struct Buffer {
  /// A memref.alloc, or a call that needs bytes for its callee.
  Operation *op;
  int64_t bytes;
  int64_t first;
  int64_t last;
  int64_t offset = 0;
};

/// Places each buffer at the lowest offset at which it meets no other buffer
/// that lives at the same time, the large ones first. Returns the bytes of
/// the whole.
static int64_t placeBuffers(MutableArrayRef<Buffer> buffers) {
  SmallVector<Buffer *> order;
  for (Buffer &buffer : buffers)
    order.push_back(&buffer);
  llvm::sort(order, [](Buffer *lhs, Buffer *rhs) {
    return std::make_tuple(-lhs->bytes, lhs) <
           std::make_tuple(-rhs->bytes, rhs);
  });
  int64_t total = 0;
  SmallVector<Buffer *> placed; // by offset
  for (Buffer *buffer : order) {
    for (Buffer *other : placed) {
      bool overlaps =
          other->first <= buffer->last && buffer->first <= other->last;
      if (!overlaps || other->offset + other->bytes <= buffer->offset)
        continue;
      if (buffer->offset + buffer->bytes <= other->offset)
        break;
      buffer->offset = other->offset + other->bytes;
    }
    placed.insert(llvm::upper_bound(placed, buffer,
                                    [](Buffer *lhs, Buffer *rhs) {
                                      return lhs->offset < rhs->offset;
                                    }),
                  buffer);
    total = std::max(total, buffer->offset + buffer->bytes);
  }
  return total;
}

struct PlanWorkspace final : kina::impl::PlanWorkspaceBase<PlanWorkspace> {
  void runOnOperation() override {
    SmallVector<func::FuncOp> order;
    if (failed(orderCalleesFirst(order)))
      return signalPassFailure();
    for (func::FuncOp func : order)
      if (failed(plan(func)))
        return signalPassFailure();
  }

  /// A call needs to know the bytes of its callee.
  LogicalResult orderCalleesFirst(SmallVectorImpl<func::FuncOp> &order) {
    DenseMap<Operation *, SmallVector<func::FuncOp>> callees;
    for (auto func : getOperation().getOps<func::FuncOp>())
      func.walk([&](func::CallOp call) {
        callees[func].push_back(
            SymbolTable::lookupNearestSymbolFrom<func::FuncOp>(
                call, call.getCalleeAttr()));
      });
    // Depth first, without recursion of our own: a chain of calls may be long.
    enum State { Unseen, Open, Done };
    DenseMap<Operation *, State> states;
    for (auto root : getOperation().getOps<func::FuncOp>()) {
      SmallVector<func::FuncOp> stack = {root};
      while (!stack.empty()) {
        func::FuncOp func = stack.back();
        if (states[func] != Unseen) {
          stack.pop_back();
          if (states[func] == Open)
            order.push_back(func);
          states[func] = Done;
          continue;
        }
        states[func] = Open;
        for (func::FuncOp callee : callees[func]) {
          if (states[callee] == Open)
            return callee.emitOpError(
                "is recursive: a workspace has a fixed size");
          if (states[callee] == Unseen)
            stack.push_back(callee);
        }
      }
    }
    return success();
  }

  LogicalResult plan(func::FuncOp func) {
    Block &block = func.getBody().front();
    DenseMap<Operation *, int64_t> position;
    for (auto [index, op] : llvm::enumerate(block))
      position[&op] = index;
    auto getPosition = [&](Operation *op) {
      return position.at(block.findAncestorOpInBlock(*op));
    };

    SmallVector<Buffer> buffers;
    SmallVector<func::CallOp> calls;
    BufferViewFlowAnalysis aliases(func);
    WalkResult walked = func.walk([&](Operation *op) {
      if (auto alloc = dyn_cast<memref::AllocOp>(op)) {
        MemRefType type = alloc.getType();
        if (!type.hasStaticShape() || !type.getLayout().isIdentity()) {
          alloc.emitOpError("has no size that is known at compile time");
          return WalkResult::interrupt();
        }
        int64_t bytes =
            type.getNumElements() *
            llvm::divideCeil(type.getElementTypeBitWidth(), 8u);
        Buffer buffer{op, static_cast<int64_t>(llvm::alignTo(bytes, kAlignment)),
                      getPosition(op), getPosition(op)};
        for (Value alias : aliases.resolve(alloc.getResult()))
          for (Operation *user : alias.getUsers())
            buffer.last = std::max(buffer.last, getPosition(user));
        buffers.push_back(buffer);
      } else if (auto call = dyn_cast<func::CallOp>(op)) {
        calls.push_back(call);
        if (int64_t bytes = getBytes(call))
          buffers.push_back(Buffer{op, bytes, getPosition(op), getPosition(op)});
      }
      return WalkResult::advance();
    });
    if (walked.wasInterrupted())
      return failure();
    int64_t total = placeBuffers(buffers);

    OpBuilder builder(&getContext());
    auto workspaceType =
        MemRefType::get({ShapedType::kDynamic}, builder.getI8Type());
    unsigned index = func.getNumArguments();
    if (failed(func.insertArgument(
            index, workspaceType,
            builder.getDictionaryAttr(
                builder.getNamedAttr(kWorkspaceAttr, builder.getUnitAttr())),
            func.getLoc())))
      return failure();
    func->setAttr(kWorkspaceBytesAttr, builder.getI64IntegerAttr(total));

    Value workspace = func.getArgument(index);
    DenseMap<Operation *, int64_t> offsets;
    for (Buffer &buffer : buffers)
      offsets[buffer.op] = buffer.offset;
    for (Buffer &buffer : buffers) {
      auto alloc = dyn_cast<memref::AllocOp>(buffer.op);
      if (!alloc)
        continue;
      builder.setInsertionPoint(alloc);
      Value offset = arith::ConstantIndexOp::create(builder, alloc.getLoc(),
                                                    buffer.offset);
      Value view =
          memref::ViewOp::create(builder, alloc.getLoc(), alloc.getType(),
                                 workspace, offset, ValueRange());
      alloc.replaceAllUsesWith(view);
      alloc.erase();
    }
    for (func::CallOp call : calls) {
      builder.setInsertionPoint(call);
      Value offset = arith::ConstantIndexOp::create(builder, call.getLoc(),
                                                    offsets.lookup(call));
      Value bytes = arith::ConstantIndexOp::create(builder, call.getLoc(),
                                                   getBytes(call));
      Value view = memref::ViewOp::create(builder, call.getLoc(), workspaceType,
                                          workspace, offset, bytes);
      call->insertOperands(call->getNumOperands(), view);
    }
    return success();
  }

  /// The bytes that the callee needs. Its own are planned already.
  int64_t getBytes(func::CallOp call) {
    auto callee = SymbolTable::lookupNearestSymbolFrom<func::FuncOp>(
        call, call.getCalleeAttr());
    return callee->getAttrOfType<IntegerAttr>(kWorkspaceBytesAttr).getInt();
  }
};

} // namespace
