//===- Literal.h - Numbers in the text --------------------------*- C++ -*-===//
//
// Part of Kina, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef KINA_LIB_FRONTEND_SEMANTICS_LITERAL_H
#define KINA_LIB_FRONTEND_SEMANTICS_LITERAL_H

#include "mlir/IR/BuiltinAttributes.h"
#include "llvm/ADT/StringRef.h"
#include <string>
#include <variant>

namespace kina::frontend {

/// A number in the text, or `inf` or `nan`.
struct Literal {
  enum Kind { Integer, Decimal, Infinity, NaN };

  /// With its sign, as a message shows it.
  std::string str() const { return (isNegative ? "-" : "") + spelling.str(); }

  Kind kind = Integer;
  llvm::StringRef spelling;
  bool isNegative = false;
};

/// The literal as an element of the type, or the message of an error.
std::variant<mlir::Attribute, std::string> getElement(const Literal &literal,
                                                      mlir::Type type);

} // namespace kina::frontend

#endif // KINA_LIB_FRONTEND_SEMANTICS_LITERAL_H
