//===- CallEmitter.cpp - Calls and the sizes they infer ----------------- -===//
//
// Part of Kina, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Semantics/CallSizes.h"
#include "Semantics/Instances.h"
#include "Semantics/OpChecker.h"
#include "Semantics/Spelling.h"

using namespace kina::frontend;
using llvm::ArrayRef;
using llvm::SmallVector;
using llvm::StringRef;
using llvm::Twine;
using mlir::LogicalResult;
using mlir::success;

/// Notes the arguments from which it follows what is expected of this one.
static void noteOrigins(Reported &diagnostic, const Operand &operand,
                        ArrayRef<Extent> wanted, const CallSizes &sizes) {
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
    Reported diagnostic = module.emitError(
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
    Reported diagnostic = module.emitError(
        app.loc, "size " + quote(size.name) + " of " + quote(callee.name) +
                     " does not follow from the arguments; state it, as in " +
                     callee.name + "[" + size.name + "=1](..)");
    diagnostic.attachNote(size.loc) << "the size is defined here";
    isLegal = false;
  }
  return success(isLegal);
}

Operand OpChecker::checkCall(Function &callee, Application &app) {
  bool isLegal = callee.hasSignature;
  for (Operand &operand : app.operands)
    isLegal &= static_cast<bool>(materialize(operand));
  if (!isLegal)
    return Operand::poison(app.loc);

  if (app.operands.size() != callee.parameters.size()) {
    Reported diagnostic = module.emitError(
        app.loc, "expected " + Twine(callee.parameters.size()) + " argument" +
                     (callee.parameters.size() == 1 ? "" : "s") + " for " +
                     quote(callee.name) + ", but got " +
                     Twine(app.operands.size()));
    diagnostic.attachNote(callee.loc)
        << quote(callee.name) << " is defined here";
    return Operand::poison(app.loc);
  }
  CallSizes sizes(module.extents, callee, app, &function);
  if (failed(checkRanges(module, sizes, function)) ||
      failed(checkArguments(module, app, sizes)) ||
      failed(checkKnown(module, app, sizes)))
    return Operand::poison(app.loc);
  Function *instance = getInstance(module, callee, sizes.values, app.loc);
  if (!instance || !instance->hasSignature)
    return Operand::poison(app.loc);

  checked::Call call{
      {checked::Op::Call, OpKind::tensor, app.loc, copyOperands(app.operands)}};
  call.callee = instance;
  call.sizes = ArrayRef(sizes.values).copy(body.allocator);
  auto made = body.append(call, callee.results.size())->results;
  SmallVector<TypedValue> results;
  for (auto [result, declared] : llvm::zip_equal(made, callee.results)) {
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
    result.type = type->type;
    result.shape = type->shape.data();
    results.push_back(&result);
  }
  if (results.size() != 1)
    return Operand::results(app.loc, ArrayRef(results).copy(body.allocator),
                            callee.name, callee.loc);
  return Operand::get(app.loc, results.front());
}
