// Sums of exponentials (numeric/exponential_sum.hpp) as an exact scalar: a ring without division, in which
// two numbers are equal exactly if their terms are (Lindemann-Weierstrass: e^(S unit) for different S are
// linearly independent over the rationals, whatever the algebraic unit other than 0).
//
//   ExponentialScalar(2) * ExponentialScalar::exp(3)   is 2 e^(3 unit)
#pragma once

#include "numeric/exponential_sum.hpp"

namespace attest {

class ExponentialScalar {
 public:
  ExponentialScalar() = default;  // 0
  explicit ExponentialScalar(const Rational& value) {
    if (value != 0) terms_[0] = value;
  }
  static ExponentialScalar exp(const Integer& exponent) {
    ExponentialScalar result;
    result.terms_[exponent] = 1;
    return result;
  }

  const ExponentialSum& terms() const { return terms_; }

  friend ExponentialScalar operator+(ExponentialScalar a, const ExponentialScalar& b) {
    for (const auto& [exponent, coefficient] : b.terms_) a.add(exponent, coefficient);
    return a;
  }
  friend ExponentialScalar operator-(ExponentialScalar a, const ExponentialScalar& b) {
    for (const auto& [exponent, coefficient] : b.terms_) a.add(exponent, -coefficient);
    return a;
  }
  friend ExponentialScalar operator*(const ExponentialScalar& a, const ExponentialScalar& b) {
    ExponentialScalar product;
    for (const auto& [left, x] : a.terms_) {
      for (const auto& [right, y] : b.terms_) product.add(left + right, x * y);
    }
    return product;
  }
  friend bool operator==(const ExponentialScalar&, const ExponentialScalar&) = default;

 private:
  void add(const Integer& exponent, const Rational& coefficient) {
    const auto place = terms_.try_emplace(exponent, 0).first;
    place->second += coefficient;
    if (place->second == 0) terms_.erase(place);
  }

  ExponentialSum terms_;  // no coefficient is 0
};

}  // namespace attest
