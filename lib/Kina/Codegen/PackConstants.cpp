//===- PackConstants.cpp - Large constants as bytes -----------------------===//
//
// Part of Kina, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Kina/Codegen/Passes.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/DialectResourceBlobManager.h"

namespace kina {
#define GEN_PASS_DEF_PACKCONSTANTS
#include "Kina/Codegen/Passes.h.inc"
} // namespace kina

using namespace mlir;
using namespace kina;

/// A `dense` of no more elements stays readable.
static constexpr int64_t maxDenseElements = 1 << 14;

/// The value over its own bytes; null for what stays as it is.
static DenseResourceElementsAttr pack(Attribute value) {
  auto resource = dyn_cast_if_present<DenseResourceElementsAttr>(value);
  auto dense = dyn_cast_if_present<DenseIntOrFPElementsAttr>(value);
  if (dense && !dense.isSplat() && dense.getNumElements() > maxDenseElements &&
      !dense.getElementType().isInteger(1)) {
    // The attribute keeps the bytes as long as the context lives.
    AsmResourceBlob blob =
        UnmanagedAsmResourceBlob::allocateInferAlign(dense.getRawData());
    resource = DenseResourceElementsAttr::get(dense.getType(), "constant",
                                              std::move(blob));
  }
  AsmResourceBlob *blob =
      resource ? resource.getRawHandle().getBlob() : nullptr;
  if (!blob)
    return nullptr;
  auto bytes =
      RankedTensorType::get(static_cast<int64_t>(blob->getData().size()),
                            IntegerType::get(value.getContext(), 8));
  return DenseResourceElementsAttr::get(bytes, resource.getRawHandle());
}

namespace {
struct PackConstants final : kina::impl::PackConstantsBase<PackConstants> {
  void runOnOperation() override {
    for (auto global : getOperation().getOps<LLVM::GlobalOp>()) {
      DenseResourceElementsAttr bytes = pack(global.getValueOrNull());
      if (!bytes)
        continue;
      global.setValueAttr(bytes);
      global.setGlobalType(LLVM::LLVMArrayType::get(
          bytes.getElementType(), bytes.getType().getNumElements()));
      // That of an i8 would do otherwise.
      if (!global.getAlignment())
        global.setAlignment(64);
    }
  }
};
} // namespace
