//===- EmitCInterface.cpp - The C functions of a library ---------------------===//
//
// Part of Kina, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Kina/Codegen/CpuFeatures.h"
#include "Kina/Codegen/Interface.h"
#include "Kina/Codegen/Passes.h"
#include "Kina/IR/ShapeInference.h"
#include "mlir/Conversion/LLVMCommon/MemRefBuilder.h"
#include "mlir/Conversion/LLVMCommon/TypeConverter.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"

namespace kina {
#define GEN_PASS_DEF_EMITCINTERFACE
#include "Kina/Codegen/Passes.h.inc"
} // namespace kina

using namespace mlir;
using namespace kina;

namespace {

/// The values that `int32_t` C functions of a library return.
enum Status : int32_t {
  Ok = 0,
  BadPointer = 1,
  MissingFeature = 3,
};

constexpr llvm::StringLiteral kSupportsCpu = "kina_runtime_supports_cpu";
constexpr int64_t kWorkspaceAlignment = 64;

struct EmitCInterface final : kina::impl::EmitCInterfaceBase<EmitCInterface> {
  using EmitCInterfaceBase::EmitCInterfaceBase;

  void runOnOperation() override {
    ModuleOp module = getOperation();
    LibraryInterface interface;
    interface.library = library;
    interface.cpu = cpu;
    interface.triple = triple;
    interface.features.assign(features.begin(), features.end());
    if (!isCIdentifier(library)) {
      module.emitError("expected a C identifier as the library's name, but "
                       "got '")
          << library << "'";
      return signalPassFailure();
    }
    if (failed(describeFunctions(module, interface)))
      return signalPassFailure();

    OpBuilder builder = OpBuilder::atBlockEnd(module.getBody());
    uint64_t featureMask = getCpuFeatureMask(interface.features);
    if (featureMask)
      declareSupportsCpu(builder);
    for (FunctionInterface &function : interface.functions) {
      emitFunction(builder, function, featureMask);
      emitWorkspaceFunction(builder, function);
    }
    emitManifest(builder, interface);
    // The bodies get names that no C function has, so that a function called
    // `free` is not taken for the one of the C library.
    SymbolTable symbols(module);
    auto internal =
        LLVM::LinkageAttr::get(&getContext(), LLVM::Linkage::Internal);
    for (auto func : module.getOps<func::FuncOp>()) {
      func->setAttr("llvm.linkage", internal);
      std::string name = (func.getName() + ".body").str();
      if (failed(symbols.rename(func, name)))
        return signalPassFailure();
    }
  }

  void declareSupportsCpu(OpBuilder &builder) {
    Type i32 = builder.getI32Type(), i64 = builder.getI64Type();
    auto func = LLVM::LLVMFuncOp::create(
        builder, getOperation().getLoc(), kSupportsCpu,
        LLVM::LLVMFunctionType::get(i32, {i64}));
    func.setVisibility_(LLVM::Visibility::Hidden);
  }

  /// A function with internal blocks `entry` (checks) and `call`.
  void emitFunction(OpBuilder &builder, FunctionInterface &function,
                    uint64_t featureMask) {
    OpBuilder::InsertionGuard guard(builder);
    Location loc = function.body.getLoc();
    auto pointer = LLVM::LLVMPointerType::get(&getContext());
    Type i1 = builder.getI1Type(), i32 = builder.getI32Type(),
         i64 = builder.getI64Type();
    SmallVector<const ArgumentInterface *> arguments;
    for (auto *list : {&function.inputs, &function.results})
      for (ArgumentInterface &argument : *list)
        arguments.push_back(&argument);

    SmallVector<Type> types(arguments.size() + 1, pointer);
    auto func = LLVM::LLVMFuncOp::create(
        builder, loc, function.symbol, LLVM::LLVMFunctionType::get(i32, types));
    // What is written overlaps nothing else: the contract with the caller.
    for (unsigned i = function.inputs.size(); i < types.size(); ++i)
      func.setArgAttr(i, LLVM::LLVMDialect::getNoAliasAttrName(),
                      builder.getUnitAttr());
    Block *entry = func.addEntryBlock(builder);
    Block *call = func.addBlock();
    Block *exit = func.addBlock();
    exit->addArgument(i32, loc);

    auto constant = [&](Type type, int64_t value) -> Value {
      return LLVM::ConstantOp::create(builder, loc, type, value);
    };

    // Status 3, then 1, before anything is written.
    builder.setInsertionPointToStart(entry);
    if (featureMask) {
      Value supported =
          LLVM::CallOp::create(builder, loc, TypeRange(i32), kSupportsCpu,
                               constant(i64, featureMask))
              .getResult();
      Value missing = LLVM::ICmpOp::create(
          builder, loc, LLVM::ICmpPredicate::eq, supported, constant(i32, 0));
      Block *checkPointers = func.addBlock();
      checkPointers->moveBefore(call);
      LLVM::CondBrOp::create(builder, loc, missing, exit,
                             ValueRange(constant(i32, MissingFeature)),
                             checkPointers, ValueRange());
      builder.setInsertionPointToStart(checkPointers);
    }
    Value bad = constant(i1, 0);
    auto check = [&](Value argument, int64_t alignment, bool mayBeNull) {
      Value address = LLVM::PtrToIntOp::create(builder, loc, i64, argument);
      Value low = LLVM::AndOp::create(builder, loc, address,
                                      constant(i64, alignment - 1));
      Value misaligned = LLVM::ICmpOp::create(
          builder, loc, LLVM::ICmpPredicate::ne, low, constant(i64, 0));
      bad = LLVM::OrOp::create(builder, loc, bad, misaligned);
      if (mayBeNull)
        return;
      Value null = LLVM::ICmpOp::create(builder, loc, LLVM::ICmpPredicate::eq,
                                        address, constant(i64, 0));
      bad = LLVM::OrOp::create(builder, loc, bad, null);
    };
    for (auto [index, argument] : llvm::enumerate(arguments))
      check(entry->getArgument(index), getElementBytes(argument->elementType),
            /*mayBeNull=*/false);
    Value workspace = entry->getArguments().back();
    check(workspace, kWorkspaceAlignment, function.workspaceBytes == 0);
    LLVM::CondBrOp::create(builder, loc, bad, exit,
                           ValueRange(constant(i32, BadPointer)), call,
                           ValueRange());

    // The pointers become memrefs, which the body takes.
    builder.setInsertionPointToStart(call);
    LLVMTypeConverter converter(&getContext());
    SmallVector<Value> operands;
    auto addMemRef = [&](Value pointerValue, MemRefType type) {
      Value descriptor = MemRefDescriptor::fromStaticShape(
          builder, loc, converter, type, pointerValue);
      operands.push_back(UnrealizedConversionCastOp::create(builder, loc, type,
                                                            descriptor)
                             .getResult(0));
    };
    for (auto [value, type] : llvm::zip(entry->getArguments().drop_back(),
                                        function.body.getArgumentTypes()))
      addMemRef(value, cast<MemRefType>(type));
    auto bytesType =
        MemRefType::get({function.workspaceBytes}, builder.getI8Type());
    addMemRef(workspace, bytesType);
    operands.back() = memref::CastOp::create(
        builder, loc, function.body.getArgumentTypes().back(), operands.back());
    func::CallOp::create(builder, loc, function.body, operands);
    LLVM::BrOp::create(builder, loc, ValueRange(constant(i32, Ok)), exit);

    builder.setInsertionPointToStart(exit);
    LLVM::ReturnOp::create(builder, loc, exit->getArgument(0));
  }

  void emitWorkspaceFunction(OpBuilder &builder, FunctionInterface &function) {
    OpBuilder::InsertionGuard guard(builder);
    Location loc = function.body.getLoc();
    Type i64 = builder.getI64Type();
    auto func = LLVM::LLVMFuncOp::create(
        builder, loc, function.symbol + "_workspace",
        LLVM::LLVMFunctionType::get(i64, ArrayRef<Type>()));
    builder.setInsertionPointToStart(func.addEntryBlock(builder));
    Value bytes =
        LLVM::ConstantOp::create(builder, loc, i64, function.workspaceBytes);
    LLVM::ReturnOp::create(builder, loc, bytes);
  }

  void emitManifest(OpBuilder &builder, const LibraryInterface &interface) {
    std::string text = getManifest(interface);
    text.push_back('\0');
    Type type = LLVM::LLVMArrayType::get(builder.getI8Type(), text.size());
    LLVM::GlobalOp::create(builder, getOperation().getLoc(), type,
                           /*isConstant=*/true, LLVM::Linkage::External,
                           interface.library + "_manifest",
                           builder.getStringAttr(text));
  }
};

} // namespace
