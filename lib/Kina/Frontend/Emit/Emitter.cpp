//===- Emitter.cpp - From checked functions to ops ------------------------===//
//
// Part of Kina, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Emit/Emitter.h"
#include "Kina/IR/KinaDialect.h"
#include "Semantics/Spelling.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"

using namespace kina;
using namespace kina::frontend;
using llvm::ArrayRef;
using llvm::SmallVector;
using llvm::StringRef;
using mlir::Location;
using mlir::Value;

static Value getEmitted(const checked::Value *value) {
  return Value::getFromOpaquePointer(value->emitted);
}

//===----------------------------------------------------------------------===//
// Functions
//===----------------------------------------------------------------------===//

/// Creates the function without its body.
static void emitSignature(Module &module, Function &function) {
  mlir::OpBuilder builder = mlir::OpBuilder::atBlockEnd(module.op.getBody());
  SmallVector<mlir::Type> inputs, results;
  for (const SizeParameter &size : function.sizes)
    if (!size.isStated())
      inputs.push_back(builder.getIndexType());
  for (const Parameter &parameter : function.parameters)
    inputs.push_back(parameter.type.type);
  for (const Result &result : function.results)
    results.push_back(result.type.type);

  function.op = mlir::func::FuncOp::create(
      builder, module.getLocation(function.loc), function.name,
      builder.getFunctionType(inputs, results));
  if (!function.isExported)
    function.op.setPrivate();
  mlir::Block *entry = function.op.addEntryBlock();
  SmallVector<mlir::Attribute> attrs;
  auto addArgument = [&](StringRef name, SourceLoc loc, StringRef nameAttr,
                         mlir::NamedAttrList more) {
    mlir::StringAttr attr = builder.getStringAttr(name);
    entry->getArgument(attrs.size())
        .setLoc(mlir::NameLoc::get(attr, module.getLocation(loc)));
    more.append(nameAttr, attr);
    attrs.push_back(more.getDictionary(builder.getContext()));
  };
  for (const SizeParameter &size : function.sizes) {
    if (size.isStated())
      continue;
    mlir::NamedAttrList range;
    range.append("kina.size_min", builder.getI64IntegerAttr(size.range.min));
    if (size.range.max)
      range.append("kina.size_max", builder.getI64IntegerAttr(*size.range.max));
    addArgument(size.name, size.loc, "kina.size", range);
  }
  for (const Parameter &parameter : function.parameters) {
    mlir::NamedAttrList extents;
    if (auto attr = getExtentsAttr(builder.getContext(), parameter.type.shape))
      extents.append("kina.extents", attr);
    addArgument(parameter.name, parameter.loc, "kina.name", extents);
  }
  function.op.setAllArgAttrs(attrs);
}

static void emitResultAttrs(Function &function) {
  mlir::Builder builder(function.op.getContext());
  SmallVector<mlir::Attribute> attrs;
  for (auto [name, result] :
       llvm::zip_equal(function.body->resultNames, function.results)) {
    mlir::NamedAttrList attr;
    if (auto extents = getExtentsAttr(builder.getContext(), result.type.shape))
      attr.append("kina.extents", extents);
    attr.append("kina.name", builder.getStringAttr(name));
    attrs.push_back(attr.getDictionary(builder.getContext()));
  }
  function.op.setAllResultAttrs(attrs);
}

void Emitter::emitBody() {
  checked::Body &body = *function.body;
  auto arguments = function.op.getArguments().take_back(body.parameters.size());
  for (auto [parameter, argument] : llvm::zip_equal(body.parameters, arguments))
    parameter.emitted = argument.getAsOpaquePointer();
  for (checked::Op *op = body.first; op; op = op->next)
    emit(*op);
  auto returned = llvm::map_to_vector(body.returned, getEmitted);
  mlir::func::ReturnOp::create(builder, module.getLocation(body.returnLoc),
                               returned);
  emitResultAttrs(function);
}

void kina::frontend::emitModule(Module &module) {
  for (const std::unique_ptr<Function> &function : module.functions)
    emitSignature(module, *function);
  for (const std::unique_ptr<Function> &function : module.functions) {
    Emitter(module, *function).emitBody();
    function->body.reset();
  }
}

//===----------------------------------------------------------------------===//
// Ops
//===----------------------------------------------------------------------===//

void Emitter::emit(checked::Op &op) {
  Location loc = module.getLocation(op.loc);
  Values operands(llvm::map_range(op.operands, getEmitted));
  if (op.kind == checked::Op::Call)
    return emitCall(static_cast<checked::Call &>(op), loc, std::move(operands));
  Value value;
  if (op.kind == checked::Op::Constant)
    value = emitConstant(static_cast<checked::Constant &>(op), loc);
  else if (op.kind == checked::Op::Size)
    value = emitSize(static_cast<checked::Size &>(op), loc);
  else
    value = emitKina(op, loc, operands);
  if (op.name)
    value.getDefiningOp()->setLoc(mlir::NameLoc::get(op.name, loc));
  op.results.front().emitted = value.getAsOpaquePointer();
}

Value Emitter::emitConstant(const checked::Constant &op, Location loc) {
  Value value = ConstantOp::create(
      builder, loc, mlir::cast<mlir::RankedTensorType>(op.value.getType()),
      op.value);
  const checked::Value &result = op.results.front();
  if (value.getType() == result.type)
    return value;
  return BroadcastOp::create(builder, loc, result.type, value,
                             emitExtents(loc, result.getShape()));
}

Value Emitter::emitKina(const checked::Op &op, Location loc,
                        const Values &operands) {
  mlir::RankedTensorType type = op.results.front().type;
  ArrayRef<Extent> shape = op.results.front().getShape();
  auto getAxis = [&] { return *op.attrs->axis; };
  switch (op.op) {
  case OpKind::argmax:
    return ArgmaxOp::create(builder, loc, type, operands[0], getAxis());
  case OpKind::broadcast:
    return BroadcastOp::create(builder, loc, type, operands[0],
                               emitExtents(loc, shape));
  case OpKind::cast:
    return CastOp::create(builder, loc, type, operands[0]);
  case OpKind::compare:
    return CompareOp::create(builder, loc, type, *op.attrs->predicate,
                             operands[0], operands[1]);
  case OpKind::concat:
    return ConcatOp::create(builder, loc, type, operands, getAxis());
  case OpKind::gather:
    return GatherOp::create(builder, loc, type, operands[0], operands[1]);
  case OpKind::iota:
    return IotaOp::create(builder, loc, type, emitExtents(loc, shape),
                          getAxis());
  case OpKind::matmul:
    return MatmulOp::create(builder, loc, type, operands[0], operands[1]);
  case OpKind::reduce:
    return ReduceOp::create(builder, loc, type, *op.attrs->reduceKind,
                            operands[0], getAxis(), op.attrs->keep);
  case OpKind::reshape:
    return ReshapeOp::create(builder, loc, type, operands[0],
                             emitExtents(loc, shape));
  case OpKind::select:
    return SelectOp::create(builder, loc, type, operands[0], operands[1],
                            operands[2]);
  case OpKind::slice: {
    Extent start = *op.attrs->start, stop = *op.attrs->stop;
    return SliceOp::create(
        builder, loc, type, operands[0], getAxis(),
        emitExtents(loc, {start, stop}),
        ArrayRef({start.getTypeExtent(), stop.getTypeExtent()}));
  }
  case OpKind::softmax:
    return SoftmaxOp::create(builder, loc, type, operands[0], getAxis());
  case OpKind::transpose:
    return TransposeOp::create(builder, loc, type, operands[0],
                               *op.attrs->perm);
#define ELEMENTWISE(name, Op, operandCount, takes)                             \
  case OpKind::name:                                                           \
    return Op::create(builder, loc, mlir::TypeRange(type), operands)           \
        ->getResult(0);
#include "Semantics/Ops.def"
  case OpKind::split:
  case OpKind::tensor:
    break;
  }
  llvm_unreachable("a split is slices, and a tensor a constant");
}

void Emitter::emitCall(checked::Call &op, Location loc, Values operands) {
  const Function &callee = *op.callee;
  SmallVector<Value> values;
  for (auto [size, value] : llvm::zip_equal(callee.sizes, op.sizes))
    if (!size.isStated())
      values.push_back(emitIndex(loc, value));
  for (auto [operand, parameter] : llvm::zip_equal(operands, callee.parameters))
    values.push_back(castTo(loc, operand, parameter.type.type));
  auto call = mlir::func::CallOp::create(builder, loc, callee.op, values);
  for (auto [result, value] : llvm::zip_equal(op.results, call.getResults()))
    result.emitted = castTo(loc, value, result.type).getAsOpaquePointer();
  // What has the name is what the text goes on with.
  if (op.name && !op.results.empty())
    getEmitted(&op.results.front())
        .getDefiningOp()
        ->setLoc(mlir::NameLoc::get(op.name, loc));
}
