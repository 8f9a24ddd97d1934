//===- Elements.h - The elements of a constant ------------------*- C++ -*-===//
//
// Part of Kina, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LIB_KINA_IR_OPS_ELEMENTS_H
#define LIB_KINA_IR_OPS_ELEMENTS_H

#include "Kina/IR/KinaDialect.h"
#include "mlir/IR/BuiltinAttributes.h"

namespace kina {

/// A constant operand of a folder: `dense`, or `dense_resource` whose bytes are
/// read where they are. Null for all else.
class Elements {
public:
  Elements(mlir::Attribute attr = {});

  explicit operator bool() const { return dense || !data.empty(); }
  int64_t size() const { return type.getNumElements(); }
  bool isSplat() const { return splat; }
  bool isFloat() const {
    return mlir::isa<mlir::FloatType>(type.getElementType());
  }

  /// The element at a position in row-major order; T is APInt or APFloat.
  template <typename T> T get(int64_t position) const;

  /// The same as bits, whatever the type.
  llvm::APInt getBits(int64_t position) const;

  /// The first element throughout a tensor of type `output`, which has the same
  /// element type.
  mlir::Attribute fill(mlir::RankedTensorType output) const;

  template <typename T>
  class Iterator
      : public llvm::indexed_accessor_iterator<Iterator<T>, const Elements *, T,
                                               T *, T> {
  public:
    Iterator(const Elements *elements, ptrdiff_t position)
        : Iterator::indexed_accessor_iterator(elements, position) {}
    T operator*() const {
      return this->getBase()->template get<T>(this->getIndex());
    }
  };

  template <typename T> Iterator<T> begin() const { return {this, 0}; }
  template <typename T> auto values() const {
    return llvm::make_range(Iterator<T>(this, 0), Iterator<T>(this, size()));
  }

private:
  mlir::RankedTensorType type;
  mlir::DenseElementsAttr dense;
  llvm::ArrayRef<char> data;
  bool splat = false;
};

template <> llvm::APInt Elements::get(int64_t position) const;
template <> llvm::APFloat Elements::get(int64_t position) const;

/// The bytes of a constant of a type with static extents.
int64_t getByteCount(mlir::RankedTensorType type);

} // namespace kina

#endif // LIB_KINA_IR_OPS_ELEMENTS_H
