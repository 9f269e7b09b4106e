// Laurent polynomials: sums of rational multiples of products of integer powers of named variables. What proofs for every size
// compute with: n^2*phi[k] - 1/(2*m^5) is one. Only variables that are known not to be zero (sizes) are ever divided by.
#pragma once

#include <map>
#include <optional>
#include <set>
#include <string>

#include "numeric/integer.hpp"

namespace attest::proof {

class Laurent {
 public:
  using Monomial = std::map<std::string, long>;  // no exponent is zero
  using Terms = std::map<Monomial, Rational>;    // no coefficient is zero

  Laurent() = default;
  Laurent(long constant) : Laurent(Rational(constant)) {}  // NOLINT(google-explicit-constructor): as printed
  Laurent(const Rational& constant);                       // NOLINT(google-explicit-constructor)
  static Laurent variable(const std::string& name);

  const Terms& terms() const { return terms_; }
  bool is_zero() const { return terms_.empty(); }
  std::optional<Rational> constant() const;
  std::set<std::string> variables() const;
  bool has(const std::string& variable) const;
  // The coefficient of variable^exponent: a sum in the other variables.
  Laurent coefficient(const std::string& variable, long exponent) const;
  // The largest exponent, and whether one is negative; 0 where it does not occur.
  long degree(const std::string& variable) const;
  bool divides_by(const std::string& variable) const;

  friend Laurent operator+(const Laurent& a, const Laurent& b);
  friend Laurent operator-(const Laurent& a, const Laurent& b);
  friend Laurent operator*(const Laurent& a, const Laurent& b);
  friend Laurent operator-(const Laurent& a);
  friend bool operator==(const Laurent& a, const Laurent& b) = default;
  Laurent& operator+=(const Laurent& other) { return *this = *this + other; }

  // All replaced at the same time. std::invalid_argument where one that is divided by is replaced by zero or by a sum.
  Laurent substitute(const std::map<std::string, Laurent>& replacements) const;
  // d/dvariable.
  Laurent derivative(const std::string& variable) const;
  // The inverse of a sum of one term.
  std::optional<Laurent> inverse() const;
  // c with c * divisor == *this, by long division; nothing where there is none.
  std::optional<Laurent> exact_quotient(const Laurent& divisor) const;

  // "4*(n - 1)", "1/2 - 3*n^2*phi[k]/m": the common factor of several terms in front.
  std::string to_string() const;

 private:
  void add(const Monomial& monomial, const Rational& coefficient);
  Terms terms_;
};

Laurent power(const Laurent& base, long exponent);  // exponent >= 0

struct Fraction {  // numerator/denominator, the denominator known to be positive
  Laurent numerator;
  Laurent denominator;
};

std::string to_string(const Fraction& fraction);  // "(n - 1)/(9*n - 1)", "1/9"

}  // namespace attest::proof
