//===- PlanWorkspace.cpp - One buffer for every allocation
//-------------------===//
//
// Part of Kina, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Kina/Codegen/Interface.h"
#include "Kina/Codegen/Passes.h"
#include "Kina/IR/ShapeInference.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Bufferization/Transforms/BufferViewFlowAnalysis.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/IR/IRMapping.h"
#include "mlir/IR/ImplicitLocOpBuilder.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"
#include "llvm/ADT/TypeSwitch.h"
#include "llvm/Support/MathExtras.h"
#include <limits>
#include <map>
#include <vector>

namespace kina {
#define GEN_PASS_DEF_PLANWORKSPACE
#include "Kina/Codegen/Passes.h.inc"
} // namespace kina

using namespace mlir;
using namespace kina;

namespace {

constexpr int64_t kAlignment = 64;

/// Of an element in a buffer; a reshape keeps extents in one of type index.
static int64_t getBufferElementBytes(MemRefType type) {
  return type.getElementType().isIndex()
             ? sizeof(int64_t)
             : getElementBytes(type.getElementType());
}

/// Bytes that are in use from one op of the function's block to another.
struct Buffer {
  /// A memref.alloc, or a call that needs bytes for its callee.
  Operation *op;
  /// Nothing where they depend on sizes.
  std::optional<int64_t> bytes;
  int64_t first;
  int64_t last;
  int64_t offset = 0;
};

/// Computes in one place what was computed in another: clones the ops behind
/// values that depend on the sizes of a function only.
class SizeCloner {
public:
  /// `sizes` are the values at the new place of the first arguments of `func`.
  SizeCloner(OpBuilder &builder, func::FuncOp func, ValueRange sizes)
      : builder(builder), func(func) {
    for (auto [argument, size] : llvm::zip(func.getArguments(), sizes))
      mapping.map(argument, size);
  }

  FailureOr<Value> clone(Value value) {
    if (Value known = mapping.lookupOrNull(value))
      return known;
    Operation *op = value.getDefiningOp();
    if (!op)
      return failure();
    if (auto dim = dyn_cast<memref::DimOp>(op))
      return cloneDim(dim);
    if (!isPure(op) || op->getNumRegions() != 0)
      return failure();
    for (Value operand : op->getOperands()) {
      FailureOr<Value> cloned = clone(operand);
      if (failed(cloned))
        return failure();
      mapping.map(operand, *cloned);
    }
    builder.clone(*op, mapping);
    return mapping.lookup(value);
  }

private:
  /// The extent of an argument is what its `kina.extents` say.
  FailureOr<Value> cloneDim(memref::DimOp dim) {
    auto argument = dyn_cast<BlockArgument>(dim.getSource());
    std::optional<int64_t> axis = dim.getConstantIndex();
    if (!argument || !axis || argument.getOwner() != &func.getBody().front())
      return failure();
    unsigned index = argument.getArgNumber();
    FailureOr<std::vector<SizeExpression>> shape = getExtents(
        func, cast<ShapedType>(argument.getType()),
        func.getArgAttr(index, kExtentsAttr), "argument " + Twine(index));
    if (failed(shape))
      return failure();
    auto lookup = [&](StringRef name) -> Value {
      unsigned size = 0;
      while (func.getArgAttrOfType<StringAttr>(size, kSizeAttr) != name)
        ++size;
      return mapping.lookup(func.getArgument(size));
    };
    Value extent = (*shape)[*axis].materialize(builder, dim.getLoc(),
                                               builder.getIndexType(), lookup);
    mapping.map(dim.getResult(), extent);
    return extent;
  }

  OpBuilder &builder;
  func::FuncOp func;
  IRMapping mapping;
};

/// Places each buffer at the lowest offset at which it meets no other buffer
/// that lives at the same time, the large ones first. Returns the bytes of
/// the whole.
static int64_t placeStatic(MutableArrayRef<Buffer> buffers) {
  SmallVector<Buffer *> order;
  for (Buffer &buffer : buffers)
    order.push_back(&buffer);
  llvm::sort(order, [](Buffer *lhs, Buffer *rhs) {
    return std::make_tuple(-*lhs->bytes, lhs) <
           std::make_tuple(-*rhs->bytes, rhs);
  });
  int64_t total = 0;
  SmallVector<Buffer *> placed; // by offset
  for (Buffer *buffer : order) {
    for (Buffer *other : placed) {
      bool overlaps =
          other->first <= buffer->last && buffer->first <= other->last;
      if (!overlaps || other->offset + *other->bytes <= buffer->offset)
        continue;
      if (buffer->offset + *buffer->bytes <= other->offset)
        break;
      buffer->offset = other->offset + *other->bytes;
    }
    placed.insert(llvm::upper_bound(placed, buffer,
                                    [](Buffer *lhs, Buffer *rhs) {
                                      return lhs->offset < rhs->offset;
                                    }),
                  buffer);
    total = std::max(total, buffer->offset + *buffer->bytes);
  }
  return total;
}

/// Gives each buffer a slot that is free while it lives. Returns the buffers of
/// each slot.
static SmallVector<SmallVector<Buffer *>>
placeInSlots(MutableArrayRef<Buffer> buffers) {
  SmallVector<Buffer *> order;
  for (Buffer &buffer : buffers)
    order.push_back(&buffer);
  llvm::sort(order, [](Buffer *lhs, Buffer *rhs) {
    return std::make_tuple(lhs->first, lhs) < std::make_tuple(rhs->first, rhs);
  });
  SmallVector<SmallVector<Buffer *>> slots;
  for (Buffer *buffer : order) {
    auto *free = llvm::find_if(slots, [&](const SmallVector<Buffer *> &slot) {
      return slot.back()->last < buffer->first;
    });
    if (free == slots.end()) {
      slots.emplace_back();
      free = &slots.back();
    }
    free->push_back(buffer);
  }
  return slots;
}

struct PlanWorkspace final : kina::impl::PlanWorkspaceBase<PlanWorkspace> {
  void runOnOperation() override {
    // A call needs to know the bytes of its callee.
    FailureOr<SmallVector<func::FuncOp>> order =
        orderCalleesFirst(getOperation());
    if (failed(order))
      return signalPassFailure();
    for (func::FuncOp func : *order)
      if (failed(plan(func)))
        return signalPassFailure();
  }

  LogicalResult plan(func::FuncOp func) {
    SmallVector<Buffer> buffers;
    SmallVector<func::CallOp> calls;
    collect(func, buffers, calls);

    OpBuilder builder(&getContext());
    auto workspaceType =
        MemRefType::get({ShapedType::kDynamic}, builder.getI8Type());
    unsigned index = func.getNumArguments();
    if (failed(
            func.insertArgument(index, workspaceType,
                                builder.getDictionaryAttr(builder.getNamedAttr(
                                    kWorkspaceAttr, builder.getUnitAttr())),
                                func.getLoc())))
      return failure();
    Value workspace = func.getArgument(index);

    // The offset and, for a call, the bytes of each buffer, as values at the
    // start of the function.
    DenseMap<Operation *, std::pair<Value, Value>> places;
    builder.setInsertionPointToStart(&func.getBody().front());
    bool isStatic =
        llvm::all_of(buffers, [](Buffer &buffer) { return buffer.bytes; });
    if (isStatic) {
      func->setAttr(kWorkspaceBytesAttr,
                    builder.getI64IntegerAttr(placeStatic(buffers)));
      for (Buffer &buffer : buffers)
        places[buffer.op] = {getIndex(builder, buffer.op, buffer.offset),
                             getIndex(builder, buffer.op, *buffer.bytes)};
    } else {
      SmallVector<SmallVector<Buffer *>> slots = placeInSlots(buffers);
      ValueRange sizes = func.getArguments().take_front(getNumSizes(func));
      SizeCloner cloner(builder, func, sizes);
      if (!computeSlots(builder, func, slots, cloner, &places) ||
          failed(emitWorkspaceFunction(func, slots)))
        return failure();
      emitWorkspaceBoundFunction(func);
    }

    for (Buffer &buffer : buffers) {
      auto alloc = dyn_cast<memref::AllocOp>(buffer.op);
      if (!alloc)
        continue;
      builder.setInsertionPoint(alloc);
      Value view = memref::ViewOp::create(
          builder, alloc.getLoc(), alloc.getType(), workspace,
          places[alloc].first, alloc.getDynamicSizes());
      alloc.replaceAllUsesWith(view);
      alloc.erase();
    }
    for (func::CallOp call : calls) {
      builder.setInsertionPoint(call);
      auto [offset, bytes] = places.lookup(call);
      if (!offset)
        offset = bytes = getIndex(builder, call, 0);
      Value view = memref::ViewOp::create(builder, call.getLoc(), workspaceType,
                                          workspace, offset, bytes);
      call->insertOperands(call->getNumOperands(), view);
    }
    return success();
  }

  void collect(func::FuncOp func, SmallVectorImpl<Buffer> &buffers,
               SmallVectorImpl<func::CallOp> &calls) {
    Block &block = func.getBody().front();
    DenseMap<Operation *, int64_t> position;
    for (auto [index, op] : llvm::enumerate(block))
      position[&op] = index;
    auto getPosition = [&](Operation *op) {
      return position.at(block.findAncestorOpInBlock(*op));
    };
    BufferViewFlowAnalysis aliases(func);
    block.walk([&](Operation *op) {
      Buffer buffer{op, std::nullopt, getPosition(op), getPosition(op)};
      if (auto alloc = dyn_cast<memref::AllocOp>(op)) {
        MemRefType type = alloc.getType();
        if (type.hasStaticShape())
          buffer.bytes = llvm::alignTo(
              type.getNumElements() * getBufferElementBytes(type), kAlignment);
        buffer.first = position.size();
        for (Value alias : aliases.resolve(alloc.getResult()))
          for (Operation *user : alias.getUsers()) {
            buffer.first = std::min(buffer.first, getPosition(user));
            buffer.last = std::max(buffer.last, getPosition(user));
          }
        buffers.push_back(buffer);
      } else if (auto call = dyn_cast<func::CallOp>(op)) {
        calls.push_back(call);
        buffer.bytes = getBytes(getCallee(call));
        if (buffer.bytes != 0)
          buffers.push_back(buffer);
      }
    });
  }

  static Value getIndex(OpBuilder &builder, Operation *op, int64_t value) {
    return arith::ConstantIndexOp::create(builder, op->getLoc(), value);
  }

  static func::FuncOp getCallee(func::CallOp call) {
    return SymbolTable::lookupNearestSymbolFrom<func::FuncOp>(
        call, call.getCalleeAttr());
  }

  /// The bytes that a planned function needs, or nothing where they depend on
  /// sizes.
  static std::optional<int64_t> getBytes(func::FuncOp func) {
    if (auto bytes = func->getAttrOfType<IntegerAttr>(kWorkspaceBytesAttr))
      return bytes.getInt();
    return std::nullopt;
  }

  /// The bytes of buffers by what they are the product of.
  using KnownBytes = std::map<std::pair<int64_t, std::vector<void *>>, Value>;

  /// The bytes of a buffer as a value, a multiple of the alignment.
  FailureOr<Value> computeBytes(OpBuilder &builder, Buffer &buffer,
                                SizeCloner &cloner, KnownBytes &known) {
    if (buffer.bytes)
      return getIndex(builder, buffer.op, *buffer.bytes);
    Location loc = buffer.op->getLoc();
    SmallVector<Value> sizes;
    if (auto call = dyn_cast<func::CallOp>(buffer.op)) {
      func::FuncOp callee = getCallee(call);
      for (Value size : call.getOperands().take_front(getNumSizes(callee))) {
        FailureOr<Value> cloned = cloner.clone(size);
        if (failed(cloned))
          return call.emitOpError("passes a size that depends on data");
        sizes.push_back(*cloned);
      }
      return func::CallOp::create(builder, loc,
                                  getWorkspaceFunctionName(callee),
                                  builder.getIndexType(), sizes)
          .getResult(0);
    }
    auto alloc = cast<memref::AllocOp>(buffer.op);
    MemRefType type = alloc.getType();
    int64_t factor = getBufferElementBytes(type);
    for (int64_t extent : type.getShape())
      factor *= ShapedType::isDynamic(extent) ? 1 : extent;
    std::vector<void *> key;
    for (Value size : alloc.getDynamicSizes()) {
      FailureOr<Value> cloned = cloner.clone(size);
      if (failed(cloned))
        return alloc.emitOpError("has a size that depends on data");
      sizes.push_back(*cloned);
      key.push_back(cloned->getAsOpaquePointer());
    }
    Value &bytes = known[{factor, key}];
    if (bytes)
      return bytes;
    bytes = getIndex(builder, alloc, factor);
    for (Value size : sizes)
      bytes = arith::MulIOp::create(builder, loc, bytes, size);
    Value mask = getIndex(builder, alloc, -kAlignment);
    Value padding = getIndex(builder, alloc, kAlignment - 1);
    bytes = arith::AddIOp::create(builder, loc, bytes, padding);
    bytes = arith::AndIOp::create(builder, loc, bytes, mask);
    return bytes;
  }

  /// Emits the offsets of the slots; returns the bytes of the whole, or null
  /// after an error. A slot is as large as its largest buffer.
  Value computeSlots(
      OpBuilder &builder, func::FuncOp func,
      ArrayRef<SmallVector<Buffer *>> slots, SizeCloner &cloner,
      DenseMap<Operation *, std::pair<Value, Value>> *places = nullptr) {
    Location loc = func.getLoc();
    Value offset = getIndex(builder, func, 0);
    KnownBytes known;
    for (const SmallVector<Buffer *> &slot : slots) {
      Value largest;
      for (Buffer *buffer : slot) {
        FailureOr<Value> bytes = computeBytes(builder, *buffer, cloner, known);
        if (failed(bytes))
          return nullptr;
        if (places)
          (*places)[buffer->op] = {offset, *bytes};
        if (!largest)
          largest = *bytes;
        else if (*bytes != largest)
          largest = arith::MaxSIOp::create(builder, loc, largest, *bytes);
      }
      offset = arith::AddIOp::create(builder, loc, offset, largest);
    }
    return offset;
  }

  /// `@<name>.workspace`, from the sizes to the bytes.
  LogicalResult emitWorkspaceFunction(func::FuncOp func,
                                      ArrayRef<SmallVector<Buffer *>> slots) {
    OpBuilder builder(func);
    SmallVector<Type> types(getNumSizes(func), builder.getIndexType());
    auto workspaceFunc = func::FuncOp::create(
        builder, func.getLoc(), getWorkspaceFunctionName(func),
        builder.getFunctionType(types, builder.getIndexType()));
    workspaceFunc.setPrivate();
    Block *entry = workspaceFunc.addEntryBlock();
    builder.setInsertionPointToStart(entry);
    SizeCloner cloner(builder, func, entry->getArguments());
    Value bytes = computeSlots(builder, func, slots, cloner);
    if (!bytes)
      return failure();
    func::ReturnOp::create(builder, func.getLoc(), bytes);
    return success();
  }

  /// `@<name>.workspace_bound`: the same in doubles. The extents of all buffers
  /// go into it, so that it tells sizes for which index arithmetic would wrap.
  void emitWorkspaceBoundFunction(func::FuncOp func) {
    auto workspaceFunc = SymbolTable::lookupNearestSymbolFrom<func::FuncOp>(
        func, StringAttr::get(&getContext(), getWorkspaceFunctionName(func)));
    OpBuilder builder(func);
    Type real = builder.getF64Type();
    SmallVector<Type> types(workspaceFunc.getNumArguments(), real);
    auto bound = func::FuncOp::create(builder, func.getLoc(),
                                      getWorkspaceBoundFunctionName(func),
                                      builder.getFunctionType(types, real));
    bound.setPrivate();
    Block *entry = bound.addEntryBlock();
    ImplicitLocOpBuilder b =
        ImplicitLocOpBuilder::atBlockEnd(func.getLoc(), entry);
    IRMapping reals;
    reals.map(workspaceFunc.getArguments(), entry->getArguments());
    Block &body = workspaceFunc.getBody().front();
    for (Operation &op : body.without_terminator()) {
      SmallVector<Value> args = llvm::map_to_vector(
          op.getOperands(), [&](Value value) { return reals.lookup(value); });
      reals.map(op.getResult(0), limit(b, computeReal(b, &op, args)));
    }
    func::ReturnOp::create(b,
                           reals.lookup(body.getTerminator()->getOperand(0)));
  }

  static Value getReal(ImplicitLocOpBuilder &b, double value) {
    return arith::ConstantOp::create(b, b.getF64FloatAttr(value));
  }

  static Value isExact(ImplicitLocOpBuilder &b, Value value) {
    return arith::CmpFOp::create(b, arith::CmpFPredicate::OLE,
                                 math::AbsFOp::create(b, value),
                                 getReal(b, kMaxExact));
  }

  /// The value, or infinity where doubles do not hold it exactly. What comes of
  /// infinity is infinity or NaN.
  static Value limit(ImplicitLocOpBuilder &b, Value value) {
    Value infinity = getReal(b, std::numeric_limits<double>::infinity());
    return arith::SelectOp::create(b, isExact(b, value), value, infinity);
  }

  /// The result of an op on index values, from its operands as doubles.
  Value computeReal(ImplicitLocOpBuilder &b, Operation *op, ValueRange args) {
    return TypeSwitch<Operation *, Value>(op)
        .Case([&](arith::ConstantIndexOp op) {
          return getReal(b, static_cast<double>(op.value()));
        })
        .Case([&](arith::AddIOp) {
          return arith::AddFOp::create(b, args[0], args[1]);
        })
        .Case([&](arith::SubIOp) {
          return arith::SubFOp::create(b, args[0], args[1]);
        })
        .Case([&](arith::MulIOp) {
          return arith::MulFOp::create(b, args[0], args[1]);
        })
        .Case([&](arith::MaxSIOp) {
          return arith::MaximumFOp::create(b, args[0], args[1]);
        })
        .Case([&](func::CallOp op) {
          StringAttr name = b.getStringAttr(op.getCallee() + "_bound");
          return func::CallOp::create(b, name, b.getF64Type(), args)
              .getResult(0);
        })
        .Default([&](Operation *op) { return computeByIndex(b, op, args); });
  }

  /// By way of index values, which are exact where the operands are.
  Value computeByIndex(ImplicitLocOpBuilder &b, Operation *op,
                       ValueRange args) {
    Value one = getReal(b, 1);
    Value areExact = arith::ConstantIntOp::create(b, 1, /*width=*/1);
    IRMapping indices;
    for (auto [operand, arg] : llvm::zip_equal(op->getOperands(), args)) {
      Value exact = isExact(b, arg);
      areExact = arith::AndIOp::create(b, areExact, exact);
      Value safe = arith::SelectOp::create(b, exact, arg, one);
      Value integer = arith::FPToSIOp::create(b, b.getI64Type(), safe);
      indices.map(operand, Value(arith::IndexCastOp::create(b, b.getIndexType(),
                                                            integer)));
    }
    Value result = b.clone(*op, indices)->getResult(0);
    result = arith::IndexCastOp::create(b, b.getI64Type(), result);
    result = arith::SIToFPOp::create(b, b.getF64Type(), result);
    Value infinity = getReal(b, std::numeric_limits<double>::infinity());
    return arith::SelectOp::create(b, areExact, result, infinity);
  }
};

} // namespace
