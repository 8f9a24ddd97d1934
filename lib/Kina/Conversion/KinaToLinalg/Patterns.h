//===- Patterns.h - The patterns of kina-to-linalg --------------*- C++ -*-===//
//
// Part of Kina, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LIB_KINA_CONVERSION_KINATOLINALG_PATTERNS_H
#define LIB_KINA_CONVERSION_KINATOLINALG_PATTERNS_H

namespace mlir {
class RewritePatternSet;
} // namespace mlir

namespace kina {

// Ops that read an operand through a broadcast or transpose that makes it.
void populateBinaryToLinalg(mlir::RewritePatternSet &patterns);
void populateCastToLinalg(mlir::RewritePatternSet &patterns);
void populateClampToLinalg(mlir::RewritePatternSet &patterns);
void populateCompareToLinalg(mlir::RewritePatternSet &patterns);
void populateMatmulToLinalg(mlir::RewritePatternSet &patterns);
void populateSelectToLinalg(mlir::RewritePatternSet &patterns);
void populateUnaryToLinalg(mlir::RewritePatternSet &patterns);

// All others.
void populateAllGatherToLinalg(mlir::RewritePatternSet &patterns);
void populateArgmaxToLinalg(mlir::RewritePatternSet &patterns);
void populateBroadcastToLinalg(mlir::RewritePatternSet &patterns);
void populateConcatToLinalg(mlir::RewritePatternSet &patterns);
void populateConstantToLinalg(mlir::RewritePatternSet &patterns);
void populateGatherToLinalg(mlir::RewritePatternSet &patterns);
void populateIotaToLinalg(mlir::RewritePatternSet &patterns);
void populateReduceToLinalg(mlir::RewritePatternSet &patterns);
void populateReshapeToLinalg(mlir::RewritePatternSet &patterns);
void populateSliceToLinalg(mlir::RewritePatternSet &patterns);
void populateSoftmaxToLinalg(mlir::RewritePatternSet &patterns);
void populateTransposeToLinalg(mlir::RewritePatternSet &patterns);

} // namespace kina

#endif // LIB_KINA_CONVERSION_KINATOLINALG_PATTERNS_H
