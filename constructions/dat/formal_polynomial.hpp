// Polynomials with integer coefficients in any number of indeterminates, for identities between sums of
// products in which every entry of every weight matrix is an indeterminate of its own.
// (numeric/polynomial.hpp has one ring of at most 64 variables for the whole program; an attention layer with
// d = 4 has more than that.)
//
// An indeterminate is a number; IndeterminateNames remembers what it stands for.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <vector>

namespace attest {

class FormalPolynomial {
 public:
  using Indeterminate = std::uint32_t;
  using Monomial = std::vector<Indeterminate>;  // ascending, with repetitions

  FormalPolynomial() = default;
  FormalPolynomial(long constant);  // NOLINT(google-explicit-constructor): 0 and 1 are read as such
  static FormalPolynomial indeterminate(Indeterminate which);

  // Coefficients beyond 64 bits throw std::overflow_error.
  friend FormalPolynomial operator+(const FormalPolynomial& a, const FormalPolynomial& b);
  friend FormalPolynomial operator-(const FormalPolynomial& a, const FormalPolynomial& b);
  friend FormalPolynomial operator*(const FormalPolynomial& a, const FormalPolynomial& b);
  FormalPolynomial& operator+=(const FormalPolynomial& other);
  friend bool operator==(const FormalPolynomial& a, const FormalPolynomial& b) = default;

  bool is_zero() const { return terms_.empty(); }
  bool contains(Indeterminate which) const;
  // Every coefficient is positive: the polynomial is >= 0 wherever its indeterminates are.
  bool has_only_positive_coefficients() const;
  const std::map<Monomial, std::int64_t>& terms() const { return terms_; }

 private:
  void add(const Monomial& monomial, std::int64_t coefficient);
  std::map<Monomial, std::int64_t> terms_;  // no zero coefficient
};

// Hands out indeterminates by name, the same one for the same name.
class IndeterminateNames {
 public:
  FormalPolynomial operator()(const std::string& name);
  FormalPolynomial::Indeterminate number(const std::string& name);
  const std::string& name(FormalPolynomial::Indeterminate which) const { return names_[which]; }
  std::size_t size() const { return names_.size(); }

 private:
  std::map<std::string, FormalPolynomial::Indeterminate> numbers_;
  std::vector<std::string> names_;
};

}  // namespace attest
