// Sums of c exp(p(B)/d~) with rational c and polynomials p in the scaling factor B, where only B^k is given
// (as a positive rational): B itself may be a k-th root.
#pragma once

#include <map>
#include <optional>
#include <vector>

#include "numeric/integer.hpp"
#include "numeric/interval.hpp"
#include "reductions/poly/hardness/attention_rows.hpp"

namespace attest {

// p's coefficients of B^0, B^1, ..., without trailing zeros.
using Exponent = std::vector<Rational>;

Exponent exponent_of(const PowersOfB& powers);
Exponent operator+(const Exponent& a, const Exponent& b);
// coefficient B^power.
Exponent monomial_exponent(const Rational& coefficient, std::size_t power);

using ScaledExponentials = std::map<Exponent, Rational>;  // p -> c

ScaledExponentials operator*(const ScaledExponentials& a, const ScaledExponentials& b);
ScaledExponentials operator+(ScaledExponentials a, const ScaledExponentials& b);
ScaledExponentials operator-(const ScaledExponentials& a, const ScaledExponentials& b);
ScaledExponentials numerator_of_row(const RowSums& row);
ScaledExponentials denominator_of_row(const RowSums& row);

// B^k and d~: what turns such sums into numbers.
class AttentionScale {
 public:
  // Throws std::invalid_argument unless power_of_b > 0, k >= 1 and d~ >= 1.
  AttentionScale(const Rational& power_of_b, std::size_t k, std::size_t dimension);

  const Rational& power_of_b() const { return power_of_b_; }
  Interval b(Precision precision) const;

  // p(B)/d~.
  Interval exponent(const Exponent& p, Precision precision) const;

  // The sum, divided by exp(shift(B)/d~).
  Interval enclose(const ScaledExponentials& sum, const Exponent& shift, Precision precision) const;

  // numerator / denominator; the denominator is a sum of positive terms. At least `accurate_bits` are certain
  // unless the numerator is zero. Throws std::runtime_error at maximal_precision.
  Interval quotient(const ScaledExponentials& numerator, const ScaledExponentials& denominator,
                    long accurate_bits = 60) const;

  // The sign against zero. `equal` only where it is zero for certain: coefficients that cancel after B was
  // put in, if B is rational. Otherwise precision rises up to `limit`, then it is undecided.
  Ordering sign(const ScaledExponentials& sum, Precision limit = 1024) const;

 private:
  Rational power_of_b_;
  std::size_t k_;
  std::size_t dimension_;
  std::optional<Rational> b_;  // where it is rational
};

// How accurate an output is where a row is judged.
constexpr long decision_bits = 120;

// The output of a row, between bounds that are exact to `accurate_bits`.
Interval output_of_row(const RowSums& row, const AttentionScale& scale, long accurate_bits = 60);

}  // namespace attest
