//===- EmitCInterface.cpp - The C functions of a library
//---------------------===//
//
// Part of Kina, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Kina/Codegen/CpuFeatures.h"
#include "Kina/Codegen/Interface.h"
#include "Kina/Codegen/Passes.h"
#include "Kina/Conversion/Communicator.h"
#include "Kina/IR/ShapeInference.h"
#include "mlir/Conversion/LLVMCommon/MemRefBuilder.h"
#include "mlir/Conversion/LLVMCommon/TypeConverter.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "runtime/KinaCommunicator.h"
#include "llvm/ADT/StringMap.h"
#include <cstddef>

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
  BadSize = 2,
  MissingFeature = 3,
  NoCommunication = 4,
};

constexpr llvm::StringLiteral kSupportsCpu = "kina_runtime_supports_cpu";
constexpr int64_t kWorkspaceAlignment = 64;

/// Above this a size is out of range: what a process can address. The checks
/// compute in doubles, so that nothing wraps.
constexpr double kMaxBytes = 0x1p47;

/// The integers of a C function, spelt shortly.
struct Emitter {
  OpBuilder &builder;
  Location loc;

  Value integer(int64_t value, unsigned width = 64) {
    return LLVM::ConstantOp::create(builder, loc, builder.getIntegerType(width),
                                    value);
  }
  Value real(double value) {
    return LLVM::ConstantOp::create(builder, loc, builder.getF64Type(),
                                    builder.getF64FloatAttr(value));
  }
  Value compare(LLVM::ICmpPredicate predicate, Value lhs, Value rhs) {
    return LLVM::ICmpOp::create(builder, loc, predicate, lhs, rhs);
  }
  /// Adds a condition to those of which one makes the call fail.
  void addTo(Value &bad, Value condition) {
    bad = LLVM::OrOp::create(builder, loc, bad, condition);
  }
};

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
      emitFunction(builder, function, featureMask, interface.grid);
      emitWorkspaceFunction(builder, function);
    }
    emitManifest(builder, interface);
    // The bodies get names that no C function has, so that a function called
    // `free` is not taken for the one of the C library.
    SymbolTable symbols(module);
    auto internal =
        LLVM::LinkageAttr::get(&getContext(), LLVM::Linkage::Internal);
    ArrayAttr noInline = builder.getStrArrayAttr({"noinline"});
    for (auto func : module.getOps<func::FuncOp>()) {
      func->setAttr("llvm.linkage", internal);
      if (func->hasAttr(kKernelAttr)) {
        func->removeAttr(kKernelAttr);
        func->setAttr("passthrough", noInline);
        continue;
      }
      // What the attributes say stands in the manifest now.
      func.removeArgAttrsAttr();
      func->removeAttr(kExportAttr);
      func->removeAttr(kWorkspaceBytesAttr);
      std::string name = (func.getName() + ".body").str();
      if (failed(symbols.rename(func, name)))
        return signalPassFailure();
    }
  }

  void declareSupportsCpu(OpBuilder &builder) {
    Type i32 = builder.getI32Type(), i64 = builder.getI64Type();
    auto func =
        LLVM::LLVMFuncOp::create(builder, getOperation().getLoc(), kSupportsCpu,
                                 LLVM::LLVMFunctionType::get(i32, {i64}));
    func.setVisibility_(LLVM::Visibility::Hidden);
  }

  /// True where a size or an extent that follows from the sizes is out of
  /// range.
  Value emitSizeCheck(Emitter emit, const FunctionInterface &function,
                      ValueRange sizes) {
    OpBuilder &builder = emit.builder;
    Location loc = emit.loc;
    Value bad = emit.integer(0, 1);
    llvm::StringMap<Value> reals;
    for (auto [size, value] : llvm::zip(function.sizes, sizes)) {
      emit.addTo(bad, emit.compare(LLVM::ICmpPredicate::slt, value,
                                   emit.integer(size.min)));
      emit.addTo(bad, emit.compare(LLVM::ICmpPredicate::sgt, value,
                                   emit.integer(size.max)));
      reals[size.name] =
          LLVM::SIToFPOp::create(builder, loc, builder.getF64Type(), value);
    }
    auto addIf = [&](LLVM::FCmpPredicate predicate, Value lhs, double rhs) {
      emit.addTo(bad, LLVM::FCmpOp::create(builder, loc, predicate, lhs,
                                           emit.real(rhs)));
    };
    auto multiply = [&](Value lhs, Value rhs) -> Value {
      return LLVM::FMulOp::create(builder, loc, lhs, rhs);
    };
    for (auto *list : {&function.inputs, &function.results})
      for (const ArgumentInterface &argument : *list) {
        Value bytes = emit.real(getElementBytes(argument.elementType));
        bool isStatic = true;
        for (const SizeExpression &extent : argument.shape) {
          if (std::optional<int64_t> constant = extent.getConstant()) {
            bytes = multiply(bytes, emit.real(*constant));
            continue;
          }
          isStatic = false;
          Value sum = emit.real(0);
          for (const SizeExpression::Term &term : extent.getTerms()) {
            Value product = emit.real(term.factor);
            for (const std::string &name : term.names)
              product = multiply(product, reals.lookup(name));
            addIf(LLVM::FCmpPredicate::ogt, product, kMaxExact);
            addIf(LLVM::FCmpPredicate::olt, product, -kMaxExact);
            sum = LLVM::FAddOp::create(builder, loc, sum, product);
          }
          addIf(LLVM::FCmpPredicate::olt, sum, 1);
          bytes = multiply(bytes, sum);
        }
        if (!isStatic)
          addIf(LLVM::FCmpPredicate::ogt, bytes, kMaxBytes);
      }
    if (!function.workspaceBytes) {
      SmallVector<Value> arguments;
      for (const SizeInterface &size : function.sizes)
        arguments.push_back(reals.lookup(size.name));
      Value bytes =
          func::CallOp::create(builder, loc,
                               getWorkspaceBoundFunctionName(function.body),
                               builder.getF64Type(), arguments)
              .getResult(0);
      // Or not a number.
      addIf(LLVM::FCmpPredicate::ugt, bytes, kMaxBytes);
    }
    return bad;
  }

  /// True where a pointer is null or misaligned. A workspace of no bytes may
  /// be null.
  Value emitPointerCheck(Emitter emit, const FunctionInterface &function,
                         ValueRange pointers) {
    Value bad = emit.integer(0, 1);
    auto check = [&](Value pointer, int64_t alignment, bool mayBeNull) {
      Value address = LLVM::PtrToIntOp::create(
          emit.builder, emit.loc, emit.builder.getI64Type(), pointer);
      Value low = LLVM::AndOp::create(emit.builder, emit.loc, address,
                                      emit.integer(alignment - 1));
      emit.addTo(bad,
                 emit.compare(LLVM::ICmpPredicate::ne, low, emit.integer(0)));
      if (!mayBeNull)
        emit.addTo(bad, emit.compare(LLVM::ICmpPredicate::eq, address,
                                     emit.integer(0)));
    };
    unsigned index = 0;
    for (auto *list : {&function.inputs, &function.results})
      for (const ArgumentInterface &argument : *list)
        check(pointers[index++], getElementBytes(argument.elementType),
              /*mayBeNull=*/false);
    check(pointers[index++], kWorkspaceAlignment, function.workspaceBytes == 0);
    if (function.hasCommunicator)
      check(pointers[index], alignof(KinaCommunicator), /*mayBeNull=*/false);
    return bad;
  }

  /// The pointer as a dense row-major memref.
  Value emitMemRef(Emitter emit, Value pointer, MemRefType type,
                   ArrayRef<SizeExpression> shape,
                   llvm::function_ref<Value(StringRef)> lookup) {
    LLVMTypeConverter converter(&getContext());
    OpBuilder &builder = emit.builder;
    auto descriptor = MemRefDescriptor::poison(builder, emit.loc,
                                               converter.convertType(type));
    descriptor.setAllocatedPtr(builder, emit.loc, pointer);
    descriptor.setAlignedPtr(builder, emit.loc, pointer);
    descriptor.setConstantOffset(builder, emit.loc, 0);
    Value stride = emit.integer(1);
    for (int64_t axis = type.getRank() - 1; axis >= 0; --axis) {
      Value extent = shape[axis].materialize(builder, emit.loc,
                                             builder.getI64Type(), lookup);
      descriptor.setSize(builder, emit.loc, axis, extent);
      descriptor.setStride(builder, emit.loc, axis, stride);
      stride = LLVM::MulOp::create(builder, emit.loc, stride, extent);
    }
    return UnrealizedConversionCastOp::create(builder, emit.loc, type,
                                              Value(descriptor))
        .getResult(0);
  }

  Value emitSupportsCpu(Emitter emit, uint64_t featureMask) {
    return LLVM::CallOp::create(emit.builder, emit.loc,
                                TypeRange(emit.builder.getI32Type()),
                                kSupportsCpu, emit.integer(featureMask))
        .getResult();
  }

  SmallVector<Value> emitIndices(Emitter emit, ValueRange sizes) {
    return llvm::map_to_vector(sizes, [&](Value size) -> Value {
      return arith::IndexCastOp::create(emit.builder, emit.loc,
                                        emit.builder.getIndexType(), size);
    });
  }

  /// True where the communicator is of another version or another grid.
  Value emitCommunicatorCheck(Emitter emit, Value communicator,
                              ArrayRef<GridAxisInterface> grid) {
    ImplicitLocOpBuilder b(emit.loc, emit.builder);
    Type i32 = b.getI32Type(), i64 = b.getI64Type();
    auto pointer = LLVM::LLVMPointerType::get(&getContext());
    auto axes = static_cast<int64_t>(grid.size());
    Value devices = LLVM::AllocaOp::create(b, pointer, i64, emit.integer(axes));
    for (auto [index, axis] : llvm::enumerate(grid)) {
      Value place = LLVM::GEPOp::create(
          b, pointer, i64, devices,
          ArrayRef<LLVM::GEPArg>{static_cast<int32_t>(index)});
      LLVM::StoreOp::create(b, emit.integer(axis.devices), place);
    }
    Value status =
        callCommunicator(b, communicator, offsetof(KinaCommunicator, check),
                         i32, {emit.integer(axes), devices})
            .getResult();
    return emit.compare(LLVM::ICmpPredicate::ne, status, emit.integer(0, 32));
  }

  /// A member of the communicator.
  Value emitMember(Emitter emit, Value communicator, size_t offset) {
    ImplicitLocOpBuilder b(emit.loc, emit.builder);
    auto pointer = LLVM::LLVMPointerType::get(&getContext());
    Value place = LLVM::GEPOp::create(
        b, pointer, b.getI8Type(), communicator,
        ArrayRef<LLVM::GEPArg>{static_cast<int32_t>(offset)});
    return LLVM::LoadOp::create(b, b.getI32Type(), place);
  }

  void emitFunction(OpBuilder &builder, FunctionInterface &function,
                    uint64_t featureMask, ArrayRef<GridAxisInterface> grid) {
    OpBuilder::InsertionGuard guard(builder);
    Emitter emit{builder, function.body.getLoc()};
    Type i32 = builder.getI32Type();
    unsigned numSizes = function.sizes.size();
    unsigned numPointers = function.inputs.size() + function.results.size() +
                           1 + function.hasCommunicator;
    SmallVector<Type> types(numSizes, builder.getI64Type());
    types.append(numPointers, LLVM::LLVMPointerType::get(&getContext()));
    auto func =
        LLVM::LLVMFuncOp::create(builder, emit.loc, function.symbol,
                                 LLVM::LLVMFunctionType::get(i32, types));
    // What is written overlaps nothing else: the contract with the caller.
    for (unsigned i = numSizes + function.inputs.size(),
                  e = types.size() - function.hasCommunicator;
         i < e; ++i)
      func.setArgAttr(i, LLVM::LLVMDialect::getNoAliasAttrName(),
                      builder.getUnitAttr());
    Block *entry = func.addEntryBlock(builder);
    ValueRange sizes = entry->getArguments().take_front(numSizes);
    ValueRange pointers = entry->getArguments().drop_front(numSizes);
    Block *exit = func.addBlock();
    exit->addArgument(i32, emit.loc);
    builder.setInsertionPointToStart(exit);
    LLVM::ReturnOp::create(builder, emit.loc, exit->getArgument(0));

    // All checks come before anything is written.
    builder.setInsertionPointToStart(entry);
    auto failIf = [&](Value condition, Status status) {
      Block *next = func.addBlock();
      next->moveBefore(exit);
      LLVM::CondBrOp::create(builder, emit.loc, condition, exit,
                             ValueRange(emit.integer(status, 32)), next,
                             ValueRange());
      builder.setInsertionPointToStart(next);
    };
    if (featureMask)
      failIf(emit.compare(LLVM::ICmpPredicate::eq,
                          emitSupportsCpu(emit, featureMask),
                          emit.integer(0, 32)),
             MissingFeature);
    if (numSizes)
      failIf(emitSizeCheck(emit, function, sizes), BadSize);
    failIf(emitPointerCheck(emit, function, pointers), BadPointer);
    Value communicator;
    if (function.hasCommunicator) {
      communicator = LLVM::PtrToIntOp::create(
          builder, emit.loc, builder.getI64Type(), pointers.back());
      Value version = emitMember(emit, pointers.back(),
                                 offsetof(KinaCommunicator, version));
      failIf(emit.compare(LLVM::ICmpPredicate::ne, version,
                          emit.integer(KINA_COMMUNICATOR_VERSION, 32)),
             NoCommunication);
      failIf(emitCommunicatorCheck(emit, communicator, grid), NoCommunication);
      pointers = pointers.drop_back();
    }

    auto lookup = [&](StringRef name) -> Value {
      for (auto [size, value] : llvm::zip(function.sizes, sizes))
        if (size.name == name)
          return value;
      llvm_unreachable("describeFunctions checks the names");
    };
    SmallVector<Value> operands = emitIndices(emit, sizes);
    auto pointer = pointers.begin();
    for (auto *list : {&function.inputs, &function.results}) {
      for (const ArgumentInterface &argument : *list)
        operands.push_back(emitMemRef(
            emit, *pointer++,
            cast<MemRefType>(function.body.getArgumentTypes()[operands.size()]),
            argument.shape, lookup));
      if (communicator && list == &function.inputs)
        operands.push_back(communicator);
    }
    // The body takes views of it, which do not look at the extent.
    auto bytesType = MemRefType::get({0}, builder.getI8Type());
    Value bytes =
        emitMemRef(emit, pointers.back(), bytesType, SizeExpression(0), lookup);
    operands.push_back(memref::CastOp::create(
        builder, emit.loc, function.body.getArgumentTypes().back(), bytes));
    func::CallOp::create(builder, emit.loc, function.body, operands);
    if (communicator)
      failIf(emit.compare(LLVM::ICmpPredicate::ne,
                          emitMember(emit, func.getArguments().back(),
                                     offsetof(KinaCommunicator, status)),
                          emit.integer(0, 32)),
             NoCommunication);
    LLVM::BrOp::create(builder, emit.loc, ValueRange(emit.integer(Ok, 32)),
                       exit);
  }

  /// The bytes of the workspace, or -1 where a size is out of range.
  void emitWorkspaceFunction(OpBuilder &builder, FunctionInterface &function) {
    OpBuilder::InsertionGuard guard(builder);
    Emitter emit{builder, function.body.getLoc()};
    Type i64 = builder.getI64Type();
    SmallVector<Type> types(function.sizes.size(), i64);
    auto func = LLVM::LLVMFuncOp::create(
        builder, emit.loc, function.symbol + "_workspace",
        LLVM::LLVMFunctionType::get(i64, types));
    Block *entry = func.addEntryBlock(builder);
    builder.setInsertionPointToStart(entry);
    if (types.empty()) {
      Value bytes = emit.integer(*function.workspaceBytes);
      LLVM::ReturnOp::create(builder, emit.loc, bytes);
      return;
    }
    Block *good = func.addBlock();
    Block *exit = func.addBlock();
    exit->addArgument(i64, emit.loc);
    Value bad = emitSizeCheck(emit, function, entry->getArguments());
    LLVM::CondBrOp::create(builder, emit.loc, bad, exit,
                           ValueRange(emit.integer(-1)), good, ValueRange());
    builder.setInsertionPointToStart(good);
    Value bytes;
    if (function.workspaceBytes) {
      bytes = emit.integer(*function.workspaceBytes);
    } else {
      Value index =
          func::CallOp::create(
              builder, emit.loc, getWorkspaceFunctionName(function.body),
              builder.getIndexType(), emitIndices(emit, entry->getArguments()))
              .getResult(0);
      bytes = arith::IndexCastOp::create(builder, emit.loc, i64, index);
    }
    LLVM::BrOp::create(builder, emit.loc, bytes, exit);
    builder.setInsertionPointToStart(exit);
    LLVM::ReturnOp::create(builder, emit.loc, exit->getArgument(0));
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
