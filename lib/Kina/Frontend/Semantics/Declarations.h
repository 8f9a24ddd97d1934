//===- Declarations.h - Definitions, signatures and what is made of them -*- C++
//-*-===//
//
// Part of Kina, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef KINA_LIB_FRONTEND_SEMANTICS_DECLARATIONS_H
#define KINA_LIB_FRONTEND_SEMANTICS_DECLARATIONS_H

#include "Semantics/Module.h"

namespace kina::frontend {

class Importer;

/// Enters the definitions of one file. Sizes get their values and imports are
/// followed; functions are only entered, since what they use may stand below.
void enterDefinitions(Module &module, Importer &importer,
                      const tree::File &file);

/// Reads the signature of a function, unless its text is in error already.
void readSignature(Module &module, Function &function);

/// Checks the functions that all files define, and the instances that their
/// calls make. After this, a module without errors has a body for each.
void checkFunctions(Module &module);

} // namespace kina::frontend

#endif // KINA_LIB_FRONTEND_SEMANTICS_DECLARATIONS_H
