//===- ModuleParser.h - Definitions at the top level ------------*- C++ -*-===//
//
// Part of Kina, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef KINA_LIB_FRONTEND_MODULEPARSER_H
#define KINA_LIB_FRONTEND_MODULEPARSER_H

#include "Parser.h"

namespace kina::frontend {

class Importer;

/// Finds the definitions of one file. Sizes get their values and imports are
/// followed; functions are only entered, since what they use may stand below.
/// This pass sees every token and so reports what no token can be made of.
class OutlineParser : public Parser {
public:
  OutlineParser(Module &module, Importer &importer, const SourceFile &file);

  void parseFile();

private:
  mlir::ParseResult parseFunction();
  mlir::ParseResult parseSize();
  mlir::ParseResult parseAlias();
  mlir::ParseResult parseStatedSize(Alias &alias);
  mlir::ParseResult parseImport();
  void skipToDefinition();
  void skipBody();

  Importer &importer;
  const SourceFile &file;
};

/// Parses a function's signature and creates its `func.func`; the body is left
/// to a `BodyParser`.
class SignatureParser : public Parser {
public:
  SignatureParser(Module &module, Function &function)
      : Parser(module, function.text, &function), function(function) {}

  void parseSignature();

private:
  mlir::ParseResult parseSizes();
  mlir::ParseResult parseSizeParameter();
  mlir::ParseResult parseRange(SizeRange &range);
  mlir::ParseResult applyStatedSizes();
  mlir::ParseResult parseParameter();
  mlir::ParseResult parseResult();
  void createOp();

  Function &function;
  llvm::DenseMap<llvm::StringRef, SourceLoc> parameterLocs;
};

/// Parses the signature of a function, unless its text is in error already.
void parseSignature(Module &module, Function &function);

/// Parses the functions that the outline of all files has found.
void parseFunctions(Module &module);

} // namespace kina::frontend

#endif // KINA_LIB_FRONTEND_MODULEPARSER_H
