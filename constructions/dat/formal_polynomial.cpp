#include "constructions/dat/formal_polynomial.hpp"

#include <algorithm>
#include <iterator>
#include <stdexcept>

namespace attest {

FormalPolynomial::FormalPolynomial(long constant) {
  add({}, constant);
}

FormalPolynomial FormalPolynomial::indeterminate(Indeterminate which) {
  FormalPolynomial result;
  result.add({which}, 1);
  return result;
}

void FormalPolynomial::add(const Monomial& monomial, std::int64_t coefficient) {
  if (coefficient == 0) return;
  const auto [entry, is_new] = terms_.try_emplace(monomial, coefficient);
  if (is_new) return;
  if (__builtin_add_overflow(entry->second, coefficient, &entry->second)) {
    throw std::overflow_error("a coefficient of a formal polynomial beyond 64 bits");
  }
  if (entry->second == 0) terms_.erase(entry);
}

FormalPolynomial& FormalPolynomial::operator+=(const FormalPolynomial& other) {
  if (&other == this) return *this = *this + FormalPolynomial(other);
  for (const auto& [monomial, coefficient] : other.terms_) add(monomial, coefficient);
  return *this;
}

FormalPolynomial operator+(const FormalPolynomial& a, const FormalPolynomial& b) {
  FormalPolynomial result = a;
  for (const auto& [monomial, coefficient] : b.terms_) result.add(monomial, coefficient);
  return result;
}

FormalPolynomial operator-(const FormalPolynomial& a, const FormalPolynomial& b) {
  return a + FormalPolynomial(-1) * b;
}

FormalPolynomial operator*(const FormalPolynomial& a, const FormalPolynomial& b) {
  FormalPolynomial result;
  for (const auto& [m, c] : a.terms_) {
    for (const auto& [k, e] : b.terms_) {
      FormalPolynomial::Monomial product;
      product.reserve(m.size() + k.size());
      std::merge(m.begin(), m.end(), k.begin(), k.end(), std::back_inserter(product));
      std::int64_t coefficient = 0;
      if (__builtin_mul_overflow(c, e, &coefficient)) {
        throw std::overflow_error("a coefficient of a formal polynomial beyond 64 bits");
      }
      result.add(product, coefficient);
    }
  }
  return result;
}

bool FormalPolynomial::contains(Indeterminate which) const {
  return std::any_of(terms_.begin(), terms_.end(), [&](const auto& term) {
    return std::binary_search(term.first.begin(), term.first.end(), which);
  });
}

bool FormalPolynomial::has_only_positive_coefficients() const {
  return std::all_of(terms_.begin(), terms_.end(), [](const auto& term) { return term.second > 0; });
}

FormalPolynomial::Indeterminate IndeterminateNames::number(const std::string& name) {
  const auto [entry, is_new] =
      numbers_.try_emplace(name, static_cast<FormalPolynomial::Indeterminate>(names_.size()));
  if (is_new) names_.push_back(name);
  return entry->second;
}

FormalPolynomial IndeterminateNames::operator()(const std::string& name) {
  return FormalPolynomial::indeterminate(number(name));
}

}  // namespace attest
