//===- CallEmitter.cpp - Calls and the sizes they infer ----------------- -===//
//
// Part of Kina, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Instances.h"
#include "OpEmitter.h"
#include "Spelling.h"

using namespace kina::frontend;
using llvm::ArrayRef;
using llvm::SmallVector;
using llvm::StringRef;
using llvm::Twine;
using mlir::LogicalResult;
using mlir::success;

namespace {
/// The sizes of a callee, each over the sizes of the caller, as far as they are
/// known.
class CallSizes {
public:
  CallSizes(ExtentContext &extents, const Function &callee,
            const Application &app);

  bool isKnown(unsigned index) const {
    return static_cast<bool>(values[index]);
  }

  /// The extent of the callee in the caller; null if a size is not known or it
  /// does not fit in 64 bits.
  Extent get(Extent extent) const;

  /// The shape of the callee in the caller, or nothing.
  std::optional<SmallVector<Extent>> get(ArrayRef<Extent> shape) const;

  /// False if the extent of the callee is not `extent`, whatever the sizes are
  /// that are not known.
  bool mayBe(Extent wanted, Extent extent) const;

  const Function &callee;
  SmallVector<Extent> values;
  SmallVector<std::optional<SourceLoc>> locs;
  /// The operand that fixed a size, if none states it.
  SmallVector<const Operand *> origins;

private:
  void inferFrom(const Operand &operand, const TensorType &wanted,
                 bool fromNamesOnly);
  bool solve(Extent pattern, Extent extent, unsigned index);

  ExtentContext &extents;
};
} // namespace

CallSizes::CallSizes(ExtentContext &extents, const Function &callee,
                     const Application &app)
    : callee(callee), values(callee.sizes.size()), locs(values.size()),
      origins(values.size()), extents(extents) {
  for (auto [index, size] : llvm::enumerate(callee.sizes)) {
    if (size.isStated())
      values[index] = size.value;
    for (const StatedSize &stated : app.sizes) {
      if (stated.name != size.name)
        continue;
      values[index] = stated.value;
      locs[index] = stated.loc;
    }
  }
  // Where an extent is a size alone there is nothing to solve.
  for (bool fromNamesOnly : {true, false}) {
    size_t unknown = values.size() + 1;
    while (true) {
      size_t left = llvm::count(values, Extent());
      if (left == 0 || left == unknown)
        break;
      unknown = left;
      for (auto [operand, parameter] :
           llvm::zip_equal(app.operands, callee.parameters))
        inferFrom(operand, parameter.type, fromNamesOnly);
    }
  }
}

void CallSizes::inferFrom(const Operand &operand, const TensorType &wanted,
                          bool fromNamesOnly) {
  ArrayRef<Extent> shape = operand.value.shape;
  if (shape.size() != wanted.shape.size())
    return;
  for (auto [pattern, extent] : llvm::zip_equal(wanted.shape, shape)) {
    for (auto [index, size] : llvm::enumerate(callee.sizes)) {
      if (isKnown(index) || (fromNamesOnly && pattern != size.value) ||
          !solve(pattern, extent, index))
        continue;
      locs[index] = operand.loc;
      origins[index] = &operand;
    }
  }
}

/// Solves `pattern == extent` for the size, if it is the only one that is not
/// known.
bool CallSizes::solve(Extent pattern, Extent extent, unsigned index) {
  Extent factor, rest;
  if (!llvm::is_contained(pattern.getNames(), callee.sizes[index].name) ||
      !extents.splitLinear(pattern, callee.sizes[index].name, factor, rest))
    return false;
  factor = get(factor);
  rest = get(rest);
  if (!factor || !rest)
    return false;
  ExtentOr product = extents.sub(extent, rest);
  ExtentOr size =
      product.extent ? extents.div(product.extent, factor) : product;
  values[index] = size.extent;
  return isKnown(index);
}

Extent CallSizes::get(Extent extent) const {
  return extents
      .substitute(extent,
                  [&](StringRef name) {
                    const SizeParameter *size = callee.findSize(name);
                    return values[size - callee.sizes.begin()];
                  })
      .extent;
}

bool CallSizes::mayBe(Extent wanted, Extent extent) const {
  if (Extent known = get(wanted))
    return known == extent;
  SmallVector<StringRef> unknown;
  for (StringRef name : wanted.getNames())
    if (!isKnown(callee.findSize(name) - callee.sizes.begin()))
      unknown.push_back(name);
  // What is linear in one size was solved for it, if there is a solution; what
  // has no unknown size does not fit in 64 bits.
  Extent factor, rest;
  return unknown.size() > 1 ||
         (unknown.size() == 1 &&
          !extents.splitLinear(wanted, unknown[0], factor, rest));
}

std::optional<SmallVector<Extent>>
CallSizes::get(ArrayRef<Extent> shape) const {
  if (callee.sizes.empty())
    return SmallVector<Extent>(shape);
  SmallVector<Extent> known;
  for (Extent extent : shape) {
    known.push_back(get(extent));
    if (!known.back())
      return std::nullopt;
  }
  return known;
}

/// Notes the arguments from which it follows what is expected of this one.
static void noteOrigins(mlir::InFlightDiagnostic &diagnostic,
                        const Operand &operand, ArrayRef<Extent> wanted,
                        const CallSizes &sizes) {
  for (size_t index = 0; index < sizes.values.size(); ++index) {
    StringRef name = sizes.callee.sizes[index].name;
    const Operand *origin = sizes.origins[index];
    if (origin && origin != &operand &&
        llvm::any_of(wanted, [&](Extent extent) {
          return llvm::is_contained(extent.getNames(), name);
        }))
      diagnostic.attachNote(origin->loc)
          << name << " is " << sizes.values[index].str() << " by this argument";
  }
}

/// Checks each argument against its parameter.
static LogicalResult checkArguments(Module &module, const Application &app,
                                    const CallSizes &sizes) {
  const Function &callee = sizes.callee;
  bool isLegal = true;
  for (auto [operand, parameter] :
       llvm::zip_equal(app.operands, callee.parameters)) {
    const TensorType &type = parameter.type;
    std::optional<SmallVector<Extent>> shape = sizes.get(type.shape);
    if (operand.value.getElementType() == type.getElementType() && shape &&
        operand.value.shape == ArrayRef(*shape))
      continue;
    // A size that nothing fixes makes this no error yet.
    if (!shape && operand.value.getElementType() == type.getElementType() &&
        operand.value.shape.size() == type.shape.size() &&
        llvm::all_of_zip(type.shape, operand.value.shape,
                         [&](Extent wanted, Extent extent) {
                           return sizes.mayBe(wanted, extent);
                         }))
      continue;
    mlir::InFlightDiagnostic diagnostic = module.emitError(
        operand.loc,
        "expected " +
            spellType(type.getElementType(),
                      shape ? ArrayRef(*shape) : type.shape) +
            " for " + quote(parameter.name) + " of " + quote(callee.name) +
            ", but got " +
            spellType(operand.value.getElementType(), operand.value.shape));
    diagnostic.attachNote(parameter.loc) << "the parameter is defined here";
    if (shape)
      noteOrigins(diagnostic, operand, type.shape, sizes);
    isLegal = false;
  }
  return success(isLegal);
}

/// Checks that each size that is known is in its range.
static LogicalResult checkRanges(Module &module, const CallSizes &sizes,
                                 const Function &caller) {
  const Function &callee = sizes.callee;
  bool isLegal = true;
  for (auto [index, size] : llvm::enumerate(callee.sizes))
    if (!size.isStated() && sizes.isKnown(index))
      isLegal &=
          succeeded(checkRange(module, size, callee.name, sizes.values[index],
                               *sizes.locs[index], &caller));
  return success(isLegal);
}

/// Checks that each size is known.
static LogicalResult checkKnown(Module &module, const Application &app,
                                const CallSizes &sizes) {
  const Function &callee = sizes.callee;
  bool isLegal = true;
  for (auto [index, size] : llvm::enumerate(callee.sizes)) {
    if (sizes.isKnown(index))
      continue;
    mlir::InFlightDiagnostic diagnostic = module.emitError(
        app.loc, "size " + quote(size.name) + " of " + quote(callee.name) +
                     " does not follow from the arguments; state it, as in " +
                     callee.name + "[" + size.name + "=1](..)");
    diagnostic.attachNote(size.loc) << "the size is defined here";
    isLegal = false;
  }
  return success(isLegal);
}

Operand OpEmitter::emitCall(Function &callee, Application &app) {
  bool isLegal = static_cast<bool>(callee.op);
  for (Operand &operand : app.operands)
    isLegal &= static_cast<bool>(materialize(operand));
  if (!isLegal)
    return Operand::poison(app.loc);

  if (app.operands.size() != callee.parameters.size()) {
    mlir::InFlightDiagnostic diagnostic = module.emitError(
        app.loc, "expected " + Twine(callee.parameters.size()) + " argument" +
                     (callee.parameters.size() == 1 ? "" : "s") + " for " +
                     quote(callee.name) + ", but got " +
                     Twine(app.operands.size()));
    diagnostic.attachNote(callee.loc)
        << quote(callee.name) << " is defined here";
    return Operand::poison(app.loc);
  }
  CallSizes sizes(module.extents, callee, app);
  if (failed(checkRanges(module, sizes, function)) ||
      failed(checkArguments(module, app, sizes)) ||
      failed(checkKnown(module, app, sizes)))
    return Operand::poison(app.loc);
  Function *instance = getInstance(module, callee, sizes.values, app.loc);
  if (!instance || !instance->op)
    return Operand::poison(app.loc);

  SmallVector<mlir::Value> values;
  for (auto [size, value] : llvm::zip_equal(instance->sizes, sizes.values))
    if (!size.isStated())
      values.push_back(createIndex(app.loc, value));
  for (auto [operand, parameter] :
       llvm::zip_equal(app.operands, instance->parameters))
    values.push_back(castTo(app.loc, operand.value.value, parameter.type.type));
  auto call =
      mlir::func::CallOp::create(builder, app.loc, instance->op, values);

  mlir::MutableArrayRef<TypedValue> results(
      allocator.Allocate<TypedValue>(call.getNumResults()),
      call.getNumResults());
  for (auto [result, value, declared] :
       llvm::zip_equal(results, call.getResults(), callee.results)) {
    std::optional<SmallVector<Extent>> shape = sizes.get(declared.type.shape);
    if (!shape) {
      module.emitError(app.loc, "result " + spellShape(declared.type.shape) +
                                    " of " + quote(callee.name) +
                                    " does not fit in 64 bits");
      return Operand::poison(app.loc);
    }
    mlir::FailureOr<TensorType> type =
        module.getTensorType(app.loc, declared.type.getElementType(), *shape);
    if (failed(type))
      return Operand::poison(app.loc);
    result = {castTo(app.loc, value, type->type), type->shape};
  }
  if (results.size() != 1)
    return Operand::results(app.loc, results, &callee);
  return Operand::get(app.loc, results.front());
}
