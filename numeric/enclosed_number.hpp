// A real number as far as it is known: itself where it is rational, else an interval around it.
//
//   EnclosedNumber a(Rational(1, 3));
//   EnclosedNumber b(exp(Interval(1, 64)));
//   (a + a).is_exact();   // 2/3
//   (a + b).is_exact();   // no: an interval around 1/3 + e
#pragma once

#include <variant>

#include "numeric/integer.hpp"
#include "numeric/interval.hpp"
#include "numeric/ordering.hpp"

namespace attest {

class EnclosedNumber {
 public:
  EnclosedNumber() : known_(Rational(0)) {}
  explicit EnclosedNumber(Rational exact) : known_(std::move(exact)) {}
  explicit EnclosedNumber(Interval enclosure) : known_(std::move(enclosure)) {}

  bool is_exact() const { return std::holds_alternative<Rational>(known_); }
  const Rational& exact() const { return std::get<Rational>(known_); }  // needs is_exact()
  // Of a rational number at this precision; an interval as it is.
  Interval enclosure(Precision precision) const;
  bool is_finite() const { return is_exact() || std::get<Interval>(known_).is_finite(); }

  // The same, or an interval in the place of a rational number whose numerator and denominator have more bits together.
  EnclosedNumber with_at_most(std::size_t bits, Precision precision) const;

  friend EnclosedNumber operator+(const EnclosedNumber& a, const EnclosedNumber& b);
  friend EnclosedNumber operator-(const EnclosedNumber& a, const EnclosedNumber& b);
  // 0 times what has a finite enclosure is 0, exactly.
  friend EnclosedNumber operator*(const EnclosedNumber& a, const EnclosedNumber& b);
  friend EnclosedNumber operator-(const EnclosedNumber& a);

  // less, equal and greater are proved. A rational number is exactly what it is, an interval never equals one.
  friend Ordering compare(const EnclosedNumber& a, const EnclosedNumber& b);
  friend Ordering compare(const EnclosedNumber& a, const Rational& b);

 private:
  std::variant<Rational, Interval> known_;
};

// The one that is larger, as it is, where that is proved; else an interval around the larger one. `smaller` alike.
EnclosedNumber larger(const EnclosedNumber& a, const EnclosedNumber& b);
EnclosedNumber smaller(const EnclosedNumber& a, const EnclosedNumber& b);

// Encloses every number that lies between the two.
EnclosedNumber between(const EnclosedNumber& a, const EnclosedNumber& b, Precision precision);

}  // namespace attest
