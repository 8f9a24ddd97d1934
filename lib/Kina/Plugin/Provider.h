//===- Provider.h - Who brings Kina into a process --------------*- C++ -*-===//
//
// Part of Kina, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LIB_KINA_PLUGIN_PROVIDER_H
#define LIB_KINA_PLUGIN_PROVIDER_H

namespace mlir {
class DialectRegistry;
} // namespace mlir

extern "C" {
/// A build of Kina that registers its dialect and its passes. A process may
/// load several, of other versions too, so the first member stays what it is.
struct KinaProvider {
  const char *version;
  void (*registerDialects)(mlir::DialectRegistry *);
  void (*registerPasses)();
};

/// A tool that has Kina built in exports one, and each plugin does. The first
/// in the search order of the process is the one that counts.
extern const KinaProvider kina_provider;
}

namespace kina {
/// The build that this very code belongs to.
const KinaProvider &getThisBuild();
} // namespace kina

#endif // LIB_KINA_PLUGIN_PROVIDER_H
