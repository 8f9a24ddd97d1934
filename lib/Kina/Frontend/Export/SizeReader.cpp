//===- SizeReader.cpp - From index values back to extents -----------------===//
//
// Part of Kina, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Export/SizeReader.h"
#include "Export/BodyExporter.h"
#include "Kina/IR/KinaDialect.h"
#include "Semantics/CallSizes.h"
#include "Semantics/Spelling.h"
#include "Semantics/TypeReader.h"
#include "Syntax/Parser.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/TypeSwitch.h"

using namespace kina;
using namespace kina::frontend;
using llvm::ArrayRef;
using llvm::cast;
using llvm::dyn_cast;
using llvm::isa;
using llvm::SmallVector;
using llvm::StringRef;
using mlir::failure;
using mlir::FailureOr;
using mlir::LogicalResult;
using mlir::Operation;
using mlir::RankedTensorType;
using mlir::success;
using mlir::Value;

bool kina::frontend::isSpellable(mlir::Type type) {
  auto tensor = dyn_cast<RankedTensorType>(type);
  return tensor && isLegalTensor(tensor) && tensor.getRank() <= maxRank;
}

bool kina::frontend::isSizeOp(Operation *op) {
  return isa<mlir::arith::ConstantOp, mlir::arith::AddIOp, mlir::arith::SubIOp,
             mlir::arith::MulIOp>(op) &&
         op->getResult(0).getType().isIndex();
}

Operation *kina::frontend::getPrevious(Operation *op) {
  do {
    op = op->getPrevNode();
  } while (op && isSizeOp(op));
  return op;
}

Operation *kina::frontend::getNext(Operation *op) {
  do {
    op = op->getNextNode();
  } while (op && isSizeOp(op));
  return op;
}

std::string kina::frontend::spellExtent(Extent extent) {
  SmallVector<Extent::Term> terms = extent.getTerms();
  // No sign in front, if it can be a minus behind another term.
  auto isPositive = [](const Extent::Term &term) { return term.factor > 0; };
  auto first = llvm::find_if(terms, isPositive);
  if (first != terms.end())
    std::rotate(terms.begin(), first, first + 1);
  std::string text;
  for (const Extent::Term &term : terms) {
    bool isNegative = term.factor < 0;
    // The magnitude, which may be that of the smallest integer.
    uint64_t magnitude = isNegative ? 0 - static_cast<uint64_t>(term.factor)
                                    : static_cast<uint64_t>(term.factor);
    if (!text.empty())
      text += isNegative ? " - " : " + ";
    else if (isNegative)
      text += "-";
    SmallVector<std::string> factors;
    if (magnitude != 1 || term.names.empty())
      factors.push_back(llvm::utostr(magnitude));
    for (StringRef name : term.names)
      factors.push_back(name.str());
    text += llvm::join(factors, " * ");
  }
  return text.empty() ? "0" : text;
}

std::string kina::frontend::spellExtents(ArrayRef<Extent> shape) {
  return "[" + llvm::join(llvm::map_range(shape, spellExtent), ", ") + "]";
}

//===----------------------------------------------------------------------===//
// Indices
//===----------------------------------------------------------------------===//

LogicalResult SizeReader::readIndex(Operation *op) {
  if (auto constant = dyn_cast<mlir::arith::ConstantOp>(op)) {
    int64_t value = cast<mlir::IntegerAttr>(constant.getValue()).getInt();
    extents[constant.getResult()] = module.extents.getConstant(value);
    return success();
  }
  Extent lhs = getExtent(op->getOperand(0)), rhs = getExtent(op->getOperand(1));
  ExtentOr result = isa<mlir::arith::AddIOp>(op) ? module.extents.add(lhs, rhs)
                    : isa<mlir::arith::SubIOp>(op)
                        ? module.extents.sub(lhs, rhs)
                        : module.extents.mul(lhs, rhs);
  if (!result.extent)
    return op->emitError("expected an extent of 64 bits, but it ")
           << result.problem;
  extents[op->getResult(0)] = result.extent;
  return success();
}

/// A size as an I64 scalar: an index_cast, then a from_elements.
LogicalResult SizeReader::readSizeValue(Operation *op) {
  Value operand = op->getNumOperands() == 1 ? op->getOperand(0) : Value();
  Value result = op->getResult(0);
  if (isa<mlir::arith::IndexCastOp>(op)) {
    auto size = llvm::find_if(function.sizes, [&](const SizeParameter &size) {
      return operand.getType().isIndex() && size.value == getExtent(operand);
    });
    if (size != function.sizes.end() && result.getType().isInteger(64) &&
        llvm::all_of(result.getUsers(), [](Operation *user) {
          return isa<mlir::tensor::FromElementsOp>(user);
        })) {
      sizeNames[result] = size->name;
      return success();
    }
    return op->emitError("expected a size of the function as a scalar of I64: "
                         ".kina has no other use of an index as a number");
  }
  StringRef name = operand ? getSizeName(operand) : StringRef();
  if (name.empty() || cast<RankedTensorType>(result.getType()).getRank() != 0)
    return op->emitError("expected a size of the function as a scalar of I64: "
                         ".kina has no other tensor.from_elements");
  sizeNames[result] = name;
  shapes[result] = {};
  return success();
}

//===----------------------------------------------------------------------===//
// Calls
//===----------------------------------------------------------------------===//

SmallVector<Value> SizeReader::getOperands(Operation *op) const {
  SmallVector<Value> values;
  for (Value value : op->getOperands()) {
    if (value.getType().isIndex())
      continue;
    auto cast = value.getDefiningOp<mlir::tensor::CastOp>();
    bool isReceived = cast && received.lookup(cast.getSource()) == value;
    values.push_back(cast && !isReceived ? cast.getSource() : value);
  }
  return values;
}

SmallVector<Value> SizeReader::getResults(Operation *op) const {
  SmallVector<Value> values(op->getResults());
  for (Value &value : values)
    if (Value cast = received.lookup(value))
      value = cast;
  return values;
}

LogicalResult SizeReader::readCast(Operation *op) {
  Value source = op->getOperand(0), result = op->getResult(0);
  if (received.lookup(source) == result)
    return success();
  if (!llvm::all_of(result.getUsers(), [](Operation *user) {
        return isa<mlir::func::CallOp>(user);
      }))
    return op->emitError("expected a cast of what a call takes or returns: "
                         ".kina has no other tensor.cast");
  shapes[result] = getShape(source);
  return success();
}

static std::string spellStated(ArrayRef<StatedSize> sizes) {
  std::string text;
  for (const StatedSize &size : sizes)
    text += (text.empty() ? "[" : ", ") + size.name.str() + "=" +
            spellExtent(size.value);
  return text.empty() ? text : text + "]";
}

LogicalResult SizeReader::readCall(mlir::func::CallOp op) {
  const Function *callee = module.findFunction(op.getCallee());
  if (!callee)
    return op.emitError("expected a function of the module, but got '@")
           << op.getCallee() << "'";
  SourceLoc loc = SourceLoc();
  Application app(loc, /*spec=*/nullptr);
  for (Value value : getOperands(op))
    app.operands.push_back(
        Operand::get(loc, TypedValue(cast<RankedTensorType>(value.getType()),
                                     getShape(value))));

  SmallVector<Extent> wanted;
  for (Value value : op.getOperands().take_front(callee->sizes.size()))
    wanted.push_back(getExtent(value));
  for (auto [size, value] : llvm::zip_equal(callee->sizes, wanted)) {
    if (value.getConstant())
      return op.emitError("expected sizes that are not numbers, since .kina "
                          "makes a function of its own for a number, but got ")
             << size.name.str() << " = " << value.str();
    if (!module.isAtLeast(value, size.range.min, &function) ||
        (size.range.max &&
         !isAtLeast(module.extents.getConstant(*size.range.max), value, 0)))
      return op.emitError("expected ")
             << size.name.str() << " in " << size.range.str() << ", but got "
             << spellWithRanges(value, &function);
  }

  // Sizes are stated, the shortest first, until the others follow from the
  // arguments.
  while (app.sizes.size() < wanted.size()) {
    CallSizes inferred(module.extents, *callee, app);
    std::optional<StatedSize> next;
    for (auto [index, size] : llvm::enumerate(callee->sizes)) {
      if (inferred.values[index] == wanted[index])
        continue;
      if (!next || wanted[index].str().size() < next->value.str().size())
        next = StatedSize{size.name, loc, wanted[index]};
    }
    if (!next)
      break;
    app.sizes.push_back(*next);
  }
  if (!app.sizes.empty())
    statedSizes[op] = spellStated(app.sizes);
  CallSizes sizes(module.extents, *callee, app);

  for (auto [operand, parameter] :
       llvm::zip_equal(app.operands, callee->parameters)) {
    std::optional<SmallVector<Extent>> shape = sizes.get(parameter.type.shape);
    if (!shape || *shape != operand.value.shape ||
        !hasExtents(operand.value.getType(), *shape))
      return op.emitError("expected an argument of shape ")
             << spellShape(shape ? *shape : parameter.type.shape)
             << ", but got " << spellShape(operand.value.shape);
  }
  for (auto [value, result] :
       llvm::zip_equal(op.getResults(), callee->results)) {
    std::optional<SmallVector<Extent>> shape = sizes.get(result.type.shape);
    if (!shape)
      return op.emitError("expected a result of 64-bit extents, but got ")
             << spellShape(result.type.shape) << " of the callee";
    shapes[value] = module.extents.copy(*shape);
    if (hasExtents(result.type.type, *shape))
      continue;
    auto cast = value.hasOneUse()
                    ? dyn_cast<mlir::tensor::CastOp>(*value.user_begin())
                    : nullptr;
    if (!cast ||
        !hasExtents(llvm::cast<RankedTensorType>(cast.getType()), *shape))
      return op.emitError("expected a tensor.cast of the result to shape ")
             << spellShape(*shape) << ", which it has for these sizes";
    received[value] = cast;
    shapes[cast] = shapes.lookup(value);
  }
  return success();
}

//===----------------------------------------------------------------------===//
// Ops
//===----------------------------------------------------------------------===//

LogicalResult SizeReader::checkShape(Operation *op) {
  for (Extent extent : getShape(op->getResult(0)))
    if (!module.isAtLeast(extent, 1, &function))
      return op->emitError("expected an extent of at least 1, but got ")
             << spellWithRanges(extent, &function);
  return success();
}

bool SizeReader::isAtLeast(Extent lhs, Extent rhs, int64_t distance) {
  ExtentOr difference = module.extents.sub(lhs, rhs);
  return difference.extent &&
         module.isAtLeast(difference.extent, distance, &function);
}

LogicalResult SizeReader::requireEqual(Operation *op, ArrayRef<Extent> lhs,
                                       ArrayRef<Extent> rhs) {
  if (lhs == rhs)
    return success();
  return op->emitError("expected extents that are equal for all sizes, but "
                       "got ")
         << spellShape(lhs) << " and " << spellShape(rhs);
}

SmallVector<Extent> SizeReader::fillIn(ArrayRef<int64_t> extents,
                                       mlir::ValueRange values) {
  SmallVector<Extent> shape;
  for (int64_t extent : extents) {
    if (!mlir::ShapedType::isDynamic(extent)) {
      shape.push_back(module.extents.getConstant(extent));
      continue;
    }
    shape.push_back(getExtent(values.front()));
    values = values.drop_front();
  }
  return shape;
}

FailureOr<SmallVector<Extent>> SizeReader::infer(Operation *op) {
  using Shape = SmallVector<Extent>;
  using ShapeOr = FailureOr<Shape>;
  auto type = cast<RankedTensorType>(op->getResult(0).getType());
  SmallVector<ArrayRef<Extent>> inputs;
  for (Value value : getOperands(op))
    inputs.push_back(getShape(value));
  auto getCount = [&](ArrayRef<Extent> shape) {
    ExtentOr product = module.extents.getConstant(1);
    for (Extent extent : shape)
      if (product.extent)
        product = module.extents.mul(product.extent, extent);
    return product.extent;
  };

  return llvm::TypeSwitch<Operation *, ShapeOr>(op)
      .Case([&](ArgmaxOp op) -> ShapeOr {
        Shape shape(inputs[0]);
        shape.erase(shape.begin() + op.getAxis());
        return shape;
      })
      .Case([&](BroadcastOp op) -> ShapeOr {
        Shape shape = fillIn(type.getShape(), op.getExtents());
        auto aligned = ArrayRef(shape).take_back(inputs[0].size());
        for (auto [from, to] : llvm::zip_equal(inputs[0], aligned))
          if (from.getConstant() != 1 && failed(requireEqual(op, from, to)))
            return failure();
        return shape;
      })
      .Case([&](ConcatOp op) -> ShapeOr {
        Shape shape(inputs[0]);
        for (ArrayRef<Extent> input : ArrayRef(inputs).drop_front()) {
          for (auto [axis, extent] : llvm::enumerate(input)) {
            if (int64_t(axis) != int64_t(op.getAxis())) {
              if (failed(requireEqual(op, shape[axis], extent)))
                return failure();
              continue;
            }
            ExtentOr sum = module.extents.add(shape[axis], extent);
            if (!sum.extent)
              return op.emitError("expected an extent of 64 bits, but it ")
                     << sum.problem;
            shape[axis] = sum.extent;
          }
        }
        return shape;
      })
      .Case([&](GatherOp op) -> ShapeOr {
        Shape shape(inputs[1]);
        llvm::append_range(shape, inputs[0].drop_front());
        return shape;
      })
      .Case([&](IotaOp op) -> ShapeOr {
        return fillIn(type.getShape(), op.getExtents());
      })
      .Case([&](MatmulOp op) -> ShapeOr {
        ArrayRef<Extent> lhs = inputs[0], rhs = inputs[1];
        if (failed(requireEqual(op, lhs.drop_back(2), rhs.drop_back(2))) ||
            failed(requireEqual(op, lhs.back(), rhs[rhs.size() - 2])))
          return failure();
        Shape shape(lhs.drop_back());
        shape.push_back(rhs.back());
        return shape;
      })
      .Case([&](ReduceOp op) -> ShapeOr {
        Shape shape(inputs[0]);
        if (op.getKeep())
          shape[op.getAxis()] = module.extents.getConstant(1);
        else
          shape.erase(shape.begin() + op.getAxis());
        return shape;
      })
      .Case([&](ReshapeOp op) -> ShapeOr {
        Shape shape = fillIn(type.getShape(), op.getExtents());
        Extent from = getCount(inputs[0]), to = getCount(shape);
        if (!from || from != to)
          return op.emitError("expected as many elements for all sizes, but "
                              "got ")
                 << spellShape(inputs[0]) << " and " << spellShape(shape);
        return shape;
      })
      .Case([&](SliceOp op) -> ShapeOr {
        Shape shape(inputs[0]);
        Shape bounds = fillIn(op.getStaticBounds(), op.getBounds());
        Extent &extent = shape[op.getAxis()];
        if (!module.isAtLeast(bounds[0], 0, &function) ||
            !isAtLeast(bounds[1], bounds[0], 1) ||
            !isAtLeast(extent, bounds[1], 0))
          return op.emitError("expected 0 <= start < stop <= ")
                 << extent.str() << " for all sizes, but got start "
                 << bounds[0].str() << " and stop " << bounds[1].str();
        extent = module.extents.sub(bounds[1], bounds[0]).extent;
        return shape;
      })
      .Case([&](TransposeOp op) -> ShapeOr {
        Shape shape;
        for (int64_t axis : op.getPerm())
          shape.push_back(inputs[0][axis]);
        return shape;
      })
      // All others have operands and a result of one shape.
      .Default([&](Operation *) -> ShapeOr {
        for (ArrayRef<Extent> input : inputs)
          if (failed(requireEqual(op, inputs[0], input)))
            return failure();
        return Shape(inputs[0]);
      });
}

LogicalResult SizeReader::readKinaOp(Operation *op) {
  Value result = op->getResult(0);
  auto type = cast<RankedTensorType>(result.getType());
  auto isStatic = [](mlir::Type type) {
    auto tensor = dyn_cast<RankedTensorType>(type);
    return tensor && tensor.hasStaticShape();
  };
  if (type.hasStaticShape() && llvm::all_of(op->getOperandTypes(), isStatic)) {
    shapes[result] = module.extents.getShape(type);
    return success();
  }
  FailureOr<SmallVector<Extent>> shape = infer(op);
  if (failed(shape))
    return failure();
  if (!hasExtents(type, *shape))
    return op->emitError("expected a result with '?' where ")
           << spellShape(*shape) << " has no number, but got " << type;
  shapes[result] = module.extents.copy(*shape);
  return success();
}

LogicalResult SizeReader::readReturn(Operation *op) {
  for (auto [value, result] :
       llvm::zip_equal(op->getOperands(), function.results))
    if (failed(requireEqual(op, result.type.shape, getShape(value))))
      return failure();
  return success();
}

LogicalResult SizeReader::readOp(Operation *op) {
  if (isSizeOp(op))
    return readIndex(op);
  if (isa<mlir::arith::IndexCastOp, mlir::tensor::FromElementsOp>(op))
    return readSizeValue(op);
  for (mlir::Type type : op->getOperandTypes())
    if (!isSpellable(type) && !type.isIndex())
      return emitTypeError(op, type);
  for (mlir::Type type : op->getResultTypes())
    if (!isSpellable(type))
      return emitTypeError(op, type);
  if (isa<mlir::tensor::CastOp>(op))
    return readCast(op);
  if (auto call = dyn_cast<mlir::func::CallOp>(op))
    return readCall(call);
  if (llvm::isa_and_nonnull<KinaDialect>(op->getDialect()) &&
      (isa<ConstantOp>(op) || OpSpec::find(op->getName().stripDialect())))
    return readKinaOp(op);
  return op->emitError("expected an op that .kina has, but got '")
         << op->getName() << "'";
}

LogicalResult SizeReader::readBody() {
  mlir::Block &block = function.op.getBody().front();
  auto arguments = block.getArguments();
  for (auto [size, argument] : llvm::zip(function.sizes, arguments))
    extents[argument] = size.value;
  for (auto [parameter, argument] : llvm::zip_equal(
           function.parameters, arguments.drop_front(function.sizes.size())))
    shapes[argument] = parameter.type.shape;
  Operation *terminator = block.getTerminator();
  if (!isa<mlir::func::ReturnOp>(terminator))
    return terminator->emitError("expected func.return");
  for (Operation &op : block.without_terminator())
    if (failed(readOp(&op)))
      return failure();
  return readReturn(terminator);
}
