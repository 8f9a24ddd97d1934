//===- Extent.cpp - Integer expressions over size names -------------------===//
//
// Part of Kina, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Kina/IR/Extent.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/MathExtras.h"

using namespace kina;
using detail::Polynomial;
using detail::Term;

static constexpr const char *overflows = "does not fit in 64 bits";
static constexpr const char *byZero = "divides by zero";
static constexpr const char *inexact = "is not exact";
static constexpr const char *notConstant =
    "is not known when the function is compiled";

void Polynomial::Profile(llvm::FoldingSetNodeID &id) const {
  for (const Term &term : terms) {
    id.AddInteger(term.names.size());
    for (unsigned name : term.names)
      id.AddInteger(name);
    id.AddInteger(term.factor);
  }
}

//===----------------------------------------------------------------------===//
// Extent
//===----------------------------------------------------------------------===//

std::optional<int64_t> Extent::getConstant() const {
  if (impl->terms.empty())
    return 0;
  if (impl->terms.size() == 1 && impl->terms.front().names.empty())
    return impl->terms.front().factor;
  return std::nullopt;
}

int64_t Extent::getTypeExtent() const {
  return getConstant().value_or(mlir::ShapedType::kDynamic);
}

std::string Extent::str() const {
  std::string text;
  for (const detail::Term &term : impl->terms) {
    // The magnitude, which may be that of the smallest integer.
    uint64_t magnitude = term.factor < 0
                             ? 0 - static_cast<uint64_t>(term.factor)
                             : static_cast<uint64_t>(term.factor);
    if (term.factor < 0)
      text += text.empty() ? "-" : " - ";
    else if (!text.empty())
      text += " + ";
    llvm::SmallVector<std::string> factors;
    if (magnitude != 1 || term.names.empty())
      factors.push_back(llvm::utostr(magnitude));
    for (unsigned name : term.names)
      factors.push_back(impl->context->names[name].str());
    text += llvm::join(factors, " * ");
  }
  return text.empty() ? "0" : text;
}

llvm::SmallVector<Extent::Term> Extent::getTerms() const {
  llvm::SmallVector<Term> terms;
  for (const detail::Term &term : impl->terms) {
    Term &copy = terms.emplace_back(Term{{}, term.factor});
    for (unsigned name : term.names)
      copy.names.push_back(impl->context->names[name]);
  }
  return terms;
}

llvm::SmallVector<llvm::StringRef> Extent::getNames() const {
  llvm::SmallVector<llvm::StringRef> names;
  for (const Term &term : getTerms())
    for (llvm::StringRef name : term.names)
      if (!llvm::is_contained(names, name))
        names.push_back(name);
  return names;
}

std::string SizeRange::str() const {
  return std::to_string(min) + ".." + (max ? std::to_string(*max) : "");
}

//===----------------------------------------------------------------------===//
// ExtentContext
//===----------------------------------------------------------------------===//

Extent ExtentContext::get(llvm::ArrayRef<Term> terms) {
  Polynomial key;
  key.terms = terms;
  llvm::FoldingSetNodeID id;
  key.Profile(id);
  void *insertPosition;
  if (Polynomial *known = polynomials.FindNodeOrInsertPos(id, insertPosition))
    return Extent(known);
  auto *polynomial = new (allocator) Polynomial();
  Term *copies = allocator.Allocate<Term>(terms.size());
  for (auto [index, term] : llvm::enumerate(terms))
    copies[index] = {llvm::ArrayRef(term.names).copy(allocator), term.factor};
  polynomial->terms = {copies, terms.size()};
  polynomial->context = this;
  polynomials.InsertNode(polynomial, insertPosition);
  return Extent(polynomial);
}

/// Sorts the terms, adds up those of the same names, and drops zeros.
ExtentOr ExtentContext::normalize(llvm::SmallVectorImpl<MutableTerm> &terms) {
  for (MutableTerm &term : terms)
    llvm::sort(term.names);
  llvm::sort(terms, [](const MutableTerm &lhs, const MutableTerm &rhs) {
    if (lhs.names.size() != rhs.names.size())
      return lhs.names.size() > rhs.names.size();
    return lhs.names < rhs.names;
  });
  llvm::SmallVector<Term> sum;
  for (const MutableTerm &term : terms) {
    if (sum.empty() || sum.back().names != llvm::ArrayRef(term.names)) {
      sum.push_back({term.names, term.factor});
      continue;
    }
    if (llvm::AddOverflow(sum.back().factor, term.factor, sum.back().factor))
      return overflows;
  }
  llvm::erase_if(sum, [](const Term &term) { return term.factor == 0; });
  return get(sum);
}

Extent ExtentContext::getConstant(int64_t value) {
  if (value == 0)
    return get({});
  return get(Term{{}, value});
}

Extent ExtentContext::getSize(llvm::StringRef name) {
  auto [entry, isNew] = nameNumbers.try_emplace(name, names.size());
  if (isNew)
    names.push_back(entry->getKey());
  return get(Term{llvm::ArrayRef(entry->second), 1});
}

ExtentOr ExtentContext::add(Extent lhs, Extent rhs) {
  llvm::SmallVector<MutableTerm> terms;
  for (Extent side : {lhs, rhs})
    for (const Term &term : side.impl->terms)
      terms.push_back(
          {llvm::SmallVector<unsigned, 4>(term.names), term.factor});
  return normalize(terms);
}

ExtentOr ExtentContext::sub(Extent lhs, Extent rhs) {
  // Not lhs + -rhs, whose second half may overflow alone.
  if (lhs.getConstant() && rhs.getConstant()) {
    int64_t difference;
    if (llvm::SubOverflow(*lhs.getConstant(), *rhs.getConstant(), difference))
      return overflows;
    return getConstant(difference);
  }
  ExtentOr negated = mul(rhs, getConstant(-1));
  return negated.extent ? add(lhs, negated.extent) : negated;
}

ExtentOr ExtentContext::mul(Extent lhs, Extent rhs) {
  llvm::SmallVector<MutableTerm> terms;
  for (const Term &left : lhs.impl->terms) {
    for (const Term &right : rhs.impl->terms) {
      MutableTerm term{llvm::SmallVector<unsigned, 4>(left.names), 0};
      llvm::append_range(term.names, right.names);
      if (llvm::MulOverflow(left.factor, right.factor, term.factor))
        return overflows;
      terms.push_back(std::move(term));
    }
  }
  return normalize(terms);
}

ExtentOr ExtentContext::div(Extent lhs, Extent rhs) {
  std::optional<int64_t> divisor = rhs.getConstant();
  if (!divisor)
    return lhs == rhs ? ExtentOr(getConstant(1)) : notConstant;
  if (*divisor == 0)
    return byZero;
  if (*divisor == -1)
    return mul(lhs, rhs);
  llvm::SmallVector<Term> terms(lhs.impl->terms);
  for (Term &term : terms) {
    if (term.factor % *divisor != 0)
      return lhs.getConstant() ? inexact : notConstant;
    term.factor /= *divisor;
  }
  return get(terms);
}

ExtentOr ExtentContext::mod(Extent lhs, Extent rhs) {
  std::optional<int64_t> dividend = lhs.getConstant();
  std::optional<int64_t> divisor = rhs.getConstant();
  if (divisor && *divisor == 0)
    return byZero;
  if (!dividend || !divisor)
    return notConstant;
  if (*divisor == -1)
    return getConstant(0);
  int64_t remainder = *dividend % *divisor;
  if (remainder != 0 && (remainder < 0) != (*divisor < 0))
    remainder += *divisor;
  return getConstant(remainder);
}

ExtentOr ExtentContext::min(Extent lhs, Extent rhs) {
  if (lhs == rhs)
    return lhs;
  if (!lhs.getConstant() || !rhs.getConstant())
    return notConstant;
  return *lhs.getConstant() < *rhs.getConstant() ? lhs : rhs;
}

ExtentOr ExtentContext::max(Extent lhs, Extent rhs) {
  if (lhs == rhs)
    return lhs;
  if (!lhs.getConstant() || !rhs.getConstant())
    return notConstant;
  return *lhs.getConstant() < *rhs.getConstant() ? rhs : lhs;
}

//===----------------------------------------------------------------------===//
// Sizes as unknowns
//===----------------------------------------------------------------------===//

ExtentOr
ExtentContext::substitute(Extent extent,
                          llvm::function_ref<Extent(llvm::StringRef)> lookup) {
  ExtentOr sum = getConstant(0);
  for (const Term &term : extent.impl->terms) {
    ExtentOr product = getConstant(term.factor);
    for (unsigned name : term.names) {
      Extent value = lookup(names[name]);
      if (!value)
        return value;
      product = mul(product.extent, value);
      if (!product.extent)
        return product;
    }
    sum = add(sum.extent, product.extent);
    if (!sum.extent)
      return sum;
  }
  return sum;
}

bool ExtentContext::splitLinear(Extent extent, llvm::StringRef name,
                                Extent &factor, Extent &rest) {
  llvm::SmallVector<MutableTerm> factors, others;
  for (const Term &term : extent.impl->terms) {
    MutableTerm copy{{}, term.factor};
    for (unsigned other : term.names)
      if (names[other] != name)
        copy.names.push_back(other);
    switch (term.names.size() - copy.names.size()) {
    case 0:
      others.push_back(std::move(copy));
      break;
    case 1:
      factors.push_back(std::move(copy));
      break;
    default:
      return false;
    }
  }
  factor = normalize(factors).extent;
  rest = normalize(others).extent;
  return true;
}

/// The sum of the smallest values of the terms. Null if it has no bound.
static std::optional<int64_t>
getLowerBound(llvm::ArrayRef<Term> terms,
              llvm::function_ref<SizeRange(unsigned)> getRange) {
  int64_t sum = 0;
  for (const Term &term : terms) {
    int64_t product = term.factor;
    for (unsigned name : term.names) {
      SizeRange range = getRange(name);
      // No size is negative, so the sign of the product is that of its factor.
      std::optional<int64_t> size = term.factor < 0 ? range.max : range.min;
      if (!size || llvm::MulOverflow(product, *size, product))
        return std::nullopt;
    }
    if (llvm::AddOverflow(sum, product, sum))
      return std::nullopt;
  }
  return sum;
}

bool ExtentContext::isAtLeast(
    Extent extent, int64_t bound,
    llvm::function_ref<SizeRange(llvm::StringRef)> getRange) {
  std::optional<int64_t> lower = getLowerBound(
      extent.impl->terms, [&](unsigned name) { return getRange(names[name]); });
  if (lower && *lower >= bound)
    return true;
  // In the distances from the smallest sizes: where these have no negative
  // factor, the constant is the smallest value.
  ExtentOr shifted = substitute(extent, [&](llvm::StringRef name) {
    int64_t min = getRange(name).min;
    return add(getSize(name), getConstant(min)).extent;
  });
  if (!shifted.extent)
    return false;
  int64_t constant = 0;
  for (const Term &term : shifted.extent.impl->terms) {
    if (term.names.empty())
      constant = term.factor;
    else if (term.factor < 0)
      return false;
  }
  return constant >= bound;
}

llvm::ArrayRef<Extent> ExtentContext::copy(llvm::ArrayRef<Extent> shape) {
  return shape.copy(allocator);
}

llvm::ArrayRef<int64_t> ExtentContext::copy(llvm::ArrayRef<int64_t> numbers) {
  return numbers.copy(allocator);
}

llvm::ArrayRef<Extent> ExtentContext::getShape(mlir::RankedTensorType type) {
  auto [entry, isNew] = staticShapes.try_emplace(type);
  if (isNew) {
    llvm::SmallVector<Extent> shape;
    for (int64_t extent : type.getShape())
      shape.push_back(getConstant(extent));
    entry->second = copy(shape);
  }
  return entry->second;
}
