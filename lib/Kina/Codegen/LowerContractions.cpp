//===- LowerContractions.cpp - Matmuls as tiles of vectors ----------------===//
//
// Part of Kina, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "CostModel.h"
#include "Kina/Codegen/Passes.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include "mlir/IR/ImplicitLocOpBuilder.h"

namespace kina {
#define GEN_PASS_DEF_LOWERCONTRACTIONS
#include "Kina/Codegen/Passes.h.inc"
} // namespace kina

using namespace mlir;
using namespace kina;

namespace {

/// A buffer that loops read or write, one of them for each of its axes.
struct Access {
  Value buffer;
  AffineMap map;

  /// Whether neighbours along the loop are neighbours in memory.
  bool isContiguous(unsigned loop) const {
    auto [strides, offset] =
        cast<MemRefType>(buffer.getType()).getStridesAndOffset();
    return !strides.empty() && strides.back() == 1 &&
           map.getDimPosition(map.getNumResults() - 1) == loop;
  }
};

/// Writes the loops of one contraction: `sum[.., m, n] += lhs[.., m, k] *
/// rhs[.., k, n]`. Whatever the tiles, each element of the sum takes its
/// products one by one, in the order of k.
class ContractionLowering {
public:
  ContractionLowering(linalg::LinalgOp op, int64_t vectorBytes, bool hasFma)
      : op(op), b(op.getLoc(), op), hasFma(hasFma) {
    SmallVector<AffineMap> maps = op.getIndexingMapsArray();
    lhs = {op.getDpsInputs()[0], maps[0]};
    rhs = {op.getDpsInputs()[1], maps[1]};
    sum = {op.getDpsInits()[0], maps[2]};
    sumType = getElementTypeOrSelf(sum.buffer.getType());
    tile = chooseContractionTile(vectorBytes, sumType);
    vectorType = VectorType::get(tile.lanes, sumType);
  }

  /// Whether the op has the form that `run` expects.
  bool matches() {
    for (const Access *access : {&lhs, &rhs, &sum})
      if (!access->map.isProjectedPermutation())
        return false;
    SmallVector<unsigned> reduced;
    op.getReductionDims(reduced);
    unsigned rank = sum.map.getNumResults();
    if (reduced.size() != 1 || rank < 2)
      return false;
    k = reduced.front();
    m = sum.map.getDimPosition(rank - 2);
    n = sum.map.getDimPosition(rank - 1);
    return lhs.map.isFunctionOfDim(k) && lhs.map.isFunctionOfDim(m) &&
           !lhs.map.isFunctionOfDim(n) && rhs.map.isFunctionOfDim(k) &&
           rhs.map.isFunctionOfDim(n) && !rhs.map.isFunctionOfDim(m);
  }

  void run() {
    indices.resize(op.getNumLoops());
    SmallVector<unsigned> batch;
    for (unsigned axis = 0; axis + 2 < sum.map.getNumResults(); ++axis)
      batch.push_back(sum.map.getDimPosition(axis));
    emitBatch(batch);
  }

private:
  Value index(int64_t value) {
    return arith::ConstantIndexOp::create(b, value);
  }
  Value add(Value lhs, Value rhs) { return arith::AddIOp::create(b, lhs, rhs); }
  Value subtract(Value lhs, Value rhs) {
    return arith::SubIOp::create(b, lhs, rhs);
  }
  Value smaller(Value lhs, Value rhs) {
    return arith::MinSIOp::create(b, lhs, rhs);
  }
  /// The largest multiple of `step` that is no larger.
  Value roundDown(Value value, int64_t step) {
    return subtract(value, arith::RemSIOp::create(b, value, index(step)));
  }

  /// The extent of a loop, from a static axis where there is one.
  Value getExtent(unsigned loop) {
    Value extent;
    for (const Access *access : {&lhs, &rhs, &sum}) {
      std::optional<unsigned> axis =
          access->map.getResultPosition(b.getAffineDimExpr(loop));
      if (!axis)
        continue;
      auto type = cast<MemRefType>(access->buffer.getType());
      if (!type.isDynamicDim(*axis))
        return index(type.getDimSize(*axis));
      if (!extent)
        extent = memref::DimOp::create(b, access->buffer, *axis);
    }
    return extent;
  }

  void forEach(Value from, Value to, int64_t step,
               function_ref<void(Value)> body) {
    auto loop = scf::ForOp::create(b, from, to, index(step));
    OpBuilder::InsertionGuard guard(b);
    b.setInsertionPointToStart(loop.getBody());
    body(loop.getInductionVar());
  }

  /// The place in a buffer where the loops are.
  SmallVector<Value> place(const Access &access) {
    return llvm::map_to_vector(
        llvm::seq(access.map.getNumResults()), [&](unsigned axis) {
          return indices[access.map.getDimPosition(axis)];
        });
  }

  /// Elements of an operand as those of the sum.
  Value extend(Value value) {
    if (getElementTypeOrSelf(value.getType()) == sumType)
      return value;
    Type type = sumType;
    if (auto vector = dyn_cast<VectorType>(value.getType()))
      type = VectorType::get(vector.getShape(), sumType);
    if (isa<FloatType>(sumType))
      return arith::ExtFOp::create(b, type, value);
    return arith::ExtSIOp::create(b, type, value);
  }
  Value loadElement(const Access &access) {
    return extend(memref::LoadOp::create(b, access.buffer, place(access)));
  }
  Value loadSplat(const Access &access) {
    return vector::BroadcastOp::create(b, vectorType, loadElement(access));
  }

  Value multiplyAdd(Value lhs, Value rhs, Value sum) {
    if (!isa<FloatType>(sumType))
      return arith::AddIOp::create(b, arith::MulIOp::create(b, lhs, rhs), sum);
    if (hasFma)
      return math::FmaOp::create(b, lhs, rhs, sum);
    return arith::AddFOp::create(b, sum, arith::MulFOp::create(b, lhs, rhs));
  }

  /// The lanes of a vector that are among the first `count`.
  Value createMask(Value count) {
    auto type = VectorType::get(tile.lanes, b.getIndexType());
    SmallVector<int64_t> lanes = llvm::to_vector(llvm::seq(tile.lanes));
    Value lane = arith::ConstantOp::create(
        b,
        DenseElementsAttr::get(type, ArrayRef<Attribute>(llvm::map_to_vector(
                                         lanes, [&](int64_t lane) -> Attribute {
                                           return b.getIndexAttr(lane);
                                         }))));
    return arith::CmpIOp::create(b, arith::CmpIPredicate::slt, lane,
                                 vector::BroadcastOp::create(b, type, count));
  }
  /// All lanes where there is no mask, else zeros in the others.
  Value loadVector(const Access &access, Value mask = nullptr) {
    auto type = VectorType::get(tile.lanes,
                                getElementTypeOrSelf(access.buffer.getType()));
    if (!mask)
      return extend(
          vector::LoadOp::create(b, type, access.buffer, place(access)));
    Value zeros = arith::ConstantOp::create(b, b.getZeroAttr(type));
    return extend(vector::MaskedLoadOp::create(b, type, access.buffer,
                                               place(access), mask, zeros));
  }
  void storeSum(Value value, Value mask = nullptr) {
    if (mask)
      vector::MaskedStoreOp::create(b, sum.buffer, place(sum), mask, value);
    else
      vector::StoreOp::create(b, value, sum.buffer, place(sum));
  }

  void emitBatch(ArrayRef<unsigned> batch) {
    if (!batch.empty()) {
      forEach(index(0), getExtent(batch.front()), 1, [&](Value i) {
        indices[batch.front()] = i;
        emitBatch(batch.drop_front());
      });
      return;
    }
    if (!sum.isContiguous(n))
      return emitElements();
    if (!rhs.isContiguous(n))
      return emitTiles();
    Value rows = getExtent(m);
    if (std::optional<int64_t> known = getConstantIntValue(rows))
      return *known < tile.fewRows ? emitRows() : emitTiles();
    Value few = arith::CmpIOp::create(b, arith::CmpIPredicate::slt, rows,
                                      index(tile.fewRows));
    auto branch = scf::IfOp::create(b, few, /*withElseRegion=*/true);
    OpBuilder::InsertionGuard guard(b);
    b.setInsertionPointToStart(branch.thenBlock());
    emitRows();
    b.setInsertionPointToStart(branch.elseBlock());
    emitTiles();
  }

  /// One element after the other, where vectors can't be stored.
  void emitElements() {
    forEach(index(0), getExtent(m), 1, [&](Value row) {
      forEach(index(0), getExtent(n), 1, [&](Value column) {
        indices[m] = row;
        indices[n] = column;
        Value start = memref::LoadOp::create(b, sum.buffer, place(sum));
        auto loop = scf::ForOp::create(b, index(0), getExtent(k), index(1),
                                       ValueRange(start));
        {
          OpBuilder::InsertionGuard guard(b);
          b.setInsertionPointToStart(loop.getBody());
          indices[k] = loop.getInductionVar();
          Value left = loadElement(lhs);
          scf::YieldOp::create(
              b, multiplyAdd(left, loadElement(rhs), loop.getRegionIterArg(0)));
        }
        memref::StoreOp::create(b, loop.getResult(0), sum.buffer, place(sum));
      });
    });
  }

  /// For few rows: the right operand is read once, some rows of it at a time.
  void emitRows() {
    Value depth = getExtent(k);
    Value even = roundDown(depth, tile.streams);
    forEach(index(0), getExtent(m), 1, [&](Value row) {
      indices[m] = row;
      forEach(index(0), even, tile.streams,
              [&](Value first) { emitStreams(first, tile.streams); });
      forEach(even, depth, 1, [&](Value first) { emitStreams(first, 1); });
    });
  }
  void emitStreams(Value first, int64_t count) {
    SmallVector<Value> steps, splats;
    for (int64_t step = 0; step < count; ++step) {
      indices[k] = add(first, index(step));
      steps.push_back(indices[k]);
      splats.push_back(loadSplat(lhs));
    }
    auto emit = [&](Value column, Value mask) {
      indices[n] = column;
      Value value = loadVector(sum, mask);
      for (auto [step, splat] : llvm::zip(steps, splats)) {
        indices[k] = step;
        value = multiplyAdd(splat, loadVector(rhs, mask), value);
      }
      storeSum(value, mask);
    };
    Value columns = getExtent(n);
    Value whole = roundDown(columns, tile.lanes);
    forEach(index(0), whole, tile.lanes,
            [&](Value column) { emit(column, nullptr); });
    forEach(whole, columns, tile.lanes, [&](Value column) {
      emit(column, createMask(subtract(columns, column)));
    });
  }

  /// For many rows: panels of the right operand are packed, and tiles of the
  /// sum stay in registers while a panel is read.
  void emitTiles() {
    int64_t width = tile.lanes * tile.vectors;
    {
      OpBuilder::InsertionGuard guard(b);
      b.setInsertionPointToStart(
          &op->getParentOfType<func::FuncOp>().getBody().front());
      panel = memref::AllocaOp::create(
          b, MemRefType::get({tile.depth, width}, sumType),
          b.getI64IntegerAttr(64));
    }
    Value rows = getExtent(m), columns = getExtent(n), depth = getExtent(k);
    Value even = roundDown(rows, tile.rows);
    forEach(index(0), columns, width, [&](Value column) {
      Value count = smaller(subtract(columns, column), index(width));
      SmallVector<Value> starts, masks;
      for (int64_t vector = 0; vector < tile.vectors; ++vector) {
        Value start = index(vector * tile.lanes);
        starts.push_back(start);
        masks.push_back(createMask(subtract(count, start)));
      }
      forEach(index(0), depth, tile.depth, [&](Value first) {
        Value steps = smaller(subtract(depth, first), index(tile.depth));
        emitPack(first, steps, column, count, starts, masks);
        auto emit = [&](Value row, int64_t count) {
          emitTile(row, count, first, steps, column, starts, masks);
        };
        forEach(index(0), even, tile.rows,
                [&](Value row) { emit(row, tile.rows); });
        forEach(even, rows, 1, [&](Value row) { emit(row, 1); });
      });
    });
  }

  void emitPack(Value first, Value steps, Value column, Value count,
                ArrayRef<Value> starts, ArrayRef<Value> masks) {
    if (rhs.isContiguous(n)) {
      forEach(index(0), steps, 1, [&](Value step) {
        indices[k] = add(first, step);
        for (auto [start, mask] : llvm::zip(starts, masks)) {
          indices[n] = add(column, start);
          vector::StoreOp::create(b, loadVector(rhs, mask), panel,
                                  ValueRange{step, start});
        }
      });
      return;
    }
    // Columns beyond the last are copies of it: they are never stored.
    int64_t width = tile.lanes * tile.vectors;
    forEach(index(0), index(width), 1, [&](Value lane) {
      indices[n] = add(column, smaller(lane, subtract(count, index(1))));
      forEach(index(0), steps, 1, [&](Value step) {
        indices[k] = add(first, step);
        memref::StoreOp::create(b, loadElement(rhs), panel,
                                ValueRange{step, lane});
      });
    });
  }

  void emitTile(Value row, int64_t rows, Value first, Value steps, Value column,
                ArrayRef<Value> starts, ArrayRef<Value> masks) {
    SmallVector<Value> rowIndices;
    for (int64_t i = 0; i < rows; ++i)
      rowIndices.push_back(add(row, index(i)));
    SmallVector<Value> sums;
    auto forVectors = [&](function_ref<void(Value)> body) {
      for (Value rowIndex : rowIndices)
        for (auto [start, mask] : llvm::zip(starts, masks)) {
          indices[m] = rowIndex;
          indices[n] = add(column, start);
          body(mask);
        }
    };
    forVectors([&](Value mask) { sums.push_back(loadVector(sum, mask)); });
    auto loop = scf::ForOp::create(b, index(0), steps, index(1), sums);
    {
      OpBuilder::InsertionGuard guard(b);
      b.setInsertionPointToStart(loop.getBody());
      Value step = loop.getInductionVar();
      indices[k] = add(first, step);
      SmallVector<Value> columns, next;
      for (Value start : starts)
        columns.push_back(vector::LoadOp::create(b, vectorType, panel,
                                                 ValueRange{step, start}));
      for (Value rowIndex : rowIndices) {
        indices[m] = rowIndex;
        Value splat = loadSplat(lhs);
        for (Value vector : columns)
          next.push_back(
              multiplyAdd(splat, vector, loop.getRegionIterArg(next.size())));
      }
      scf::YieldOp::create(b, next);
    }
    unsigned position = 0;
    forVectors([&](Value mask) { storeSum(loop.getResult(position++), mask); });
  }

  linalg::LinalgOp op;
  ImplicitLocOpBuilder b;
  bool hasFma;
  Access lhs, rhs, sum;
  Type sumType;
  ContractionTile tile;
  VectorType vectorType;
  /// The loops.
  unsigned m = 0, n = 0, k = 0;
  /// Where each loop is.
  SmallVector<Value> indices;
  /// Some rows of the right operand, as wide as a tile.
  Value panel;
};

struct LowerContractions final
    : kina::impl::LowerContractionsBase<LowerContractions> {
  using LowerContractionsBase::LowerContractionsBase;

  void runOnOperation() override {
    SmallVector<linalg::LinalgOp> ops;
    getOperation()->walk([&](linalg::LinalgOp op) {
      if (isa<linalg::MatmulOp, linalg::BatchMatmulOp, linalg::ContractOp>(
              *op) &&
          op.hasPureBufferSemantics())
        ops.push_back(op);
    });
    for (linalg::LinalgOp op : ops) {
      ContractionLowering lowering(op, vectorBytes, hasFma);
      if (!lowering.matches())
        continue;
      lowering.run();
      op.erase();
    }
  }
};

} // namespace
