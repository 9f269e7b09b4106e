// Surd: the exact real number q * sqrt(r) * log(k), in a canonical form, with exact comparison.
//
// Canonical: q in lowest terms; r >= 1 square-free; k either absent or rational, > 1 and no
// perfect power (so log(4) is 2*log(2) and log(4/9) is -2*log(3/2)); zero is q = 0, r = 1, k absent. Two surds are the same number only if they are
// the same triple.
//
//   Surd(Rational(16)) / Surd::square_root(7)   prints   16/7*sqrt(7)
#pragma once

#include <string>

#include "numeric/integer.hpp"
#include "numeric/interval.hpp"

namespace attest {

class Surd {
 public:
  Surd() = default;
  explicit Surd(Rational q);
  static Surd square_root(const Rational& r);  // r >= 0, else std::domain_error
  static Surd logarithm(const Rational& k);    // k > 0, else std::domain_error; log(1) is zero

  const Rational& q() const { return q_; }
  const Integer& r() const { return r_; }
  const Rational& k() const { return k_; }  // 1 where the factor is absent

  bool is_zero() const { return q_ == 0; }
  bool has_logarithm() const { return k_ != 1; }
  int sign() const { return q_.sign(); }

  // The product of two surds is a surd unless both carry a logarithm (std::domain_error).
  friend Surd operator*(const Surd& a, const Surd& b);
  // b without logarithm and not zero, else std::domain_error.
  friend Surd operator/(const Surd& a, const Surd& b);
  friend bool operator==(const Surd& a, const Surd& b) = default;

  Interval enclosure(Precision precision) const;

  // "p/q*sqrt(r)*log(k)", absent factors left out: "9", "sqrt(2)", "16/7*sqrt(7)", "3/2*log(2)".
  std::string to_string() const;

 private:
  Surd(Rational q, const Integer& r, const Rational& k);
  Rational q_ = 0;
  Integer r_ = 1;
  Rational k_ = 1;
};

// Of an integer >= 2.
Integer least_prime_factor(const Integer& value);

// Always decided (never Ordering::undecided).
Ordering compare(const Surd& a, const Surd& b);

}  // namespace attest
