//===- OpSpec.cpp - How the ops are applied in .kina ----------------------===//
//
// Part of Kina, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Semantics/OpSpec.h"

using namespace kina::frontend;
using llvm::StringRef;

llvm::ArrayRef<OpSpec> OpSpec::all() {
#define REQUIRED(name, kind) AttrSpec{#name, AttrKind::kind, true, false}
#define REQUIRED_POSITIONAL(name, kind)                                        \
  AttrSpec{#name, AttrKind::kind, true, true}
#define OPTIONAL(name, kind) AttrSpec{#name, AttrKind::kind, false, false}
#define OPTIONAL_POSITIONAL(name, kind)                                        \
  AttrSpec { #name, AttrKind::kind, false, true }
  // Indexed by OpKind.
  static const OpSpec specs[] = {
#define OP(name, operands, takes, ...)                                         \
  {OpKind::name, #name, operands, Takes::takes, {__VA_ARGS__}},
#define ELEMENTWISE(name, Op, operands, takes)                                 \
  {OpKind::name, #name, operands, Takes::takes, {}},
#include "Semantics/Ops.def"
  };
  return specs;
}

const OpSpec &OpSpec::get(OpKind kind) {
  return all()[static_cast<unsigned>(kind)];
}

const OpSpec *OpSpec::find(StringRef name) {
  static const llvm::StringMap<const OpSpec *> byName = [] {
    llvm::StringMap<const OpSpec *> map;
    for (const OpSpec &spec : all())
      map[spec.name] = &spec;
    return map;
  }();
  return byName.lookup(name);
}

const AttrSpec *OpSpec::findAttr(StringRef name) const {
  for (const AttrSpec &attr : attrs)
    if (attr.name == name)
      return &attr;
  return nullptr;
}

const AttrSpec *OpSpec::getPositionalAttr(unsigned index) const {
  for (const AttrSpec &attr : attrs)
    if (attr.positional && index-- == 0)
      return &attr;
  return nullptr;
}
