//===- SignatureReader.h - Sizes, parameters and results of a function -*- C++
//-*-===//
//
// Part of Kina, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef KINA_LIB_FRONTEND_SEMANTICS_SIGNATUREREADER_H
#define KINA_LIB_FRONTEND_SEMANTICS_SIGNATUREREADER_H

#include "Semantics/TypeReader.h"

namespace kina::frontend {

/// Finds the types of a function, in which the sizes that an instance states
/// are numbers.
class SignatureReader : public TypeReader {
public:
  SignatureReader(Module &module, Function &function)
      : TypeReader(module, &function), function(function) {}

  void readSignature();

private:
  mlir::LogicalResult readSize(const tree::SizeParameter &size);
  mlir::LogicalResult readRange(const tree::SizeParameter &size,
                                SizeRange &range);
  mlir::LogicalResult applyStatedSizes();
  mlir::LogicalResult readParameter(const tree::Parameter &parameter);

  Function &function;
  llvm::DenseMap<llvm::StringRef, SourceLoc> parameterLocs;
};

} // namespace kina::frontend

#endif // KINA_LIB_FRONTEND_SEMANTICS_SIGNATUREREADER_H
