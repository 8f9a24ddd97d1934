//===- OutlineKernels.cpp - Each loop nest a function of its own ----------===//
//
// Part of Kina, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Kina/Codegen/Interface.h"
#include "Kina/Codegen/Passes.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/IR/IRMapping.h"
#include "mlir/IR/Matchers.h"
#include "mlir/Transforms/RegionUtils.h"

namespace kina {
#define GEN_PASS_DEF_OUTLINEKERNELS
#include "Kina/Codegen/Passes.h.inc"
} // namespace kina

using namespace mlir;
using namespace kina;

/// The type without what differs between slices of one kind: where they start.
static Type forgetOffset(Type type) {
  auto memref = dyn_cast<MemRefType>(type);
  if (!memref || memref.getLayout().isIdentity())
    return type;
  auto layout = dyn_cast<StridedLayoutAttr>(memref.getLayout());
  if (!layout)
    return type;
  return MemRefType::get(memref.getShape(), memref.getElementType(),
                         StridedLayoutAttr::get(type.getContext(),
                                                ShapedType::kDynamic,
                                                layout.getStrides()),
                         memref.getMemorySpace());
}

/// A hash of all but the values and the locations.
static llvm::hash_code hashKernel(func::FuncOp kernel) {
  llvm::hash_code hash =
      mlir::hash_value(static_cast<Type>(kernel.getFunctionType()));
  kernel.getBody().walk([&](Operation *op) {
    hash =
        llvm::hash_combine(hash, OperationEquivalence::computeHash(
                                     op, OperationEquivalence::ignoreHashValue,
                                     OperationEquivalence::ignoreHashValue,
                                     OperationEquivalence::IgnoreLocations));
  });
  return hash;
}

namespace {

struct OutlineKernels final : kina::impl::OutlineKernelsBase<OutlineKernels> {
  void runOnOperation() override {
    SymbolTable symbols(getOperation());
    DenseMap<size_t, SmallVector<func::FuncOp>> kernels;
    SmallVector<func::FuncOp> funcs(getOperation().getOps<func::FuncOp>());
    for (func::FuncOp func : funcs)
      for (Block &block : func.getBody())
        for (Operation &op : llvm::make_early_inc_range(block))
          if (auto linalgOp = dyn_cast<linalg::LinalgOp>(op))
            if (linalgOp.hasPureBufferSemantics())
              outline(linalgOp, symbols, kernels);
  }

  static void outline(linalg::LinalgOp op, SymbolTable &symbols,
                      DenseMap<size_t, SmallVector<func::FuncOp>> &kernels) {
    SetVector<Value> used(op->operand_begin(), op->operand_end());
    getUsedValuesDefinedAbove(op->getRegions(), used);

    // Constants go along; everything else is passed.
    OpBuilder builder(op);
    SmallVector<Operation *> constants;
    SmallVector<Value> passed, operands;
    for (Value value : used) {
      if (matchPattern(value, m_Constant())) {
        constants.push_back(value.getDefiningOp());
        continue;
      }
      passed.push_back(value);
      if (Type type = forgetOffset(value.getType()); type != value.getType())
        value = memref::CastOp::create(builder, op.getLoc(), type, value);
      operands.push_back(value);
    }

    func::FuncOp kernel = createKernel(op, constants, passed, operands);
    SmallVector<func::FuncOp> &alike = kernels[hashKernel(kernel)];
    auto *known = llvm::find_if(alike, [&](func::FuncOp other) {
      return other.getFunctionType() == kernel.getFunctionType() &&
             OperationEquivalence::isRegionEquivalentTo(
                 &other.getBody(), &kernel.getBody(),
                 OperationEquivalence::IgnoreLocations);
    });
    if (known == alike.end()) {
      symbols.insert(kernel);
      alike.push_back(kernel);
    } else {
      kernel.erase();
      kernel = *known;
    }
    func::CallOp::create(builder, op.getLoc(), kernel, operands);
    op.erase();
  }

  static func::FuncOp createKernel(linalg::LinalgOp op,
                                   ArrayRef<Operation *> constants,
                                   ValueRange passed, ValueRange operands) {
    OpBuilder builder(op.getContext());
    // Names with a dot, which no C function has.
    std::string name = ("kernel." + op->getName().stripDialect()).str();
    auto kernel = func::FuncOp::create(
        op.getLoc(), name,
        builder.getFunctionType(ValueRange(operands).getTypes(), {}));
    kernel.setPrivate();
    kernel->setAttr(kKernelAttr, builder.getUnitAttr());
    Block *entry = kernel.addEntryBlock();
    builder.setInsertionPointToStart(entry);
    IRMapping mapping;
    mapping.map(passed, entry->getArguments());
    for (Operation *constant : constants)
      builder.clone(*constant, mapping);
    builder.clone(*op, mapping);
    func::ReturnOp::create(builder, op.getLoc());
    return kernel;
  }
};

} // namespace
