// What the numeric tests share: seeded random numbers that lean to the corners, exact readings of doubles,
// balls and decimal strings, and a reference arithmetic (MPFR, about 400 bits) whose exp, log and sqrt are
// not those of Arb.
#pragma once

#include <boost/multiprecision/mpfr.hpp>
#include <cstdint>
#include <random>
#include <string>

#include "numeric/interval.hpp"

namespace attest::test {

using Reference = boost::multiprecision::number<boost::multiprecision::mpfr_float_backend<120>,
                                                boost::multiprecision::et_off>;

inline Rational ratio(long p, long q) {
  return Rational(Integer(p), Integer(q));
}

inline Rational two_to(long e) {
  const Integer magnitude = power(2, static_cast<unsigned long>(e < 0 ? -e : e));
  return e < 0 ? Rational(Integer(1), magnitude) : Rational(magnitude);
}

inline Rational ten_to(long e) {
  const Integer magnitude = power(10, static_cast<unsigned long>(e < 0 ? -e : e));
  return e < 0 ? Rational(Integer(1), magnitude) : Rational(magnitude);
}

inline Rational magnitude(const Rational& x) {
  return x < 0 ? Rational(-x) : x;
}

inline Rational exact(double value) {
  Rational result;
  mpq_set_d(result.backend().data(), value);
  return result;
}

// "-1.2345678901234567e-08" as the exact number it spells.
inline Rational exact_decimal(const std::string& text) {
  const auto e = text.find('e');
  std::string digits = text.substr(0, e);
  const bool negative = digits.front() == '-';
  if (negative) digits.erase(0, 1);
  const auto places = static_cast<long>(digits.size() - digits.find('.') - 1);
  digits.erase(digits.find('.'), 1);
  const auto value = *integer_from_string(digits);
  return Rational(negative ? Integer(-value) : value) * ten_to(std::stol(text.substr(e + 1)) - places);
}

inline Reference reference(const Rational& value) {
  Reference result;
  mpfr_set_q(result.backend().data(), value.backend().data(), MPFR_RNDN);
  return result;
}

// Whether the enclosure meets the reference value widened by a relative 2^-350, far more than its error.
inline bool agrees(const Interval& enclosure, const Reference& value) {
  Rational middle;
  mpfr_get_q(middle.backend().data(), value.backend().data());
  const Rational slack = magnitude(middle) * two_to(-350);
  return compare(enclosure, middle - slack) != Ordering::less &&
         compare(enclosure, middle + slack) != Ordering::greater;
}

// The ball of the given middle and radius 2^log_radius, and of what rounding the middle adds.
inline Interval ball(const Rational& middle, long log_radius, Precision precision) {
  Interval result(middle, precision);
  arb_add_error_2exp_si(result.ball(), log_radius);
  return result;
}

class Random {
 public:
  explicit Random(std::uint64_t seed) : engine_(seed) {}

  long between(long low, long high) {
    return low + static_cast<long>(engine_() % static_cast<std::uint64_t>(high - low + 1));
  }
  bool coin() { return between(0, 1) == 1; }

  Rational small_rational() { return ratio(between(-9, 9), between(1, 9)); }

  // Zero, units, small fractions, long fractions, huge and tiny numbers, and numbers at and just beside
  // the boundary where rounding to double turns.
  Rational rational() {
    switch (between(0, 6)) {
      case 0:
        return between(-1, 1);
      case 1:
        return between(-99, 99);
      case 2:
        return small_rational();
      case 3:
        return ratio(between(-(1L << 61), 1L << 61), between(1, 1L << 61));
      case 4:
        return Rational(between(-9, 9)) * two_to(between(100, 400)) + Rational(between(-1, 1));
      case 5:
        return ratio(between(-9, 9), between(1, 9)) * two_to(between(-400, -100));
      default: {
        const Rational boundary(2 * between(1L << 52, (1L << 53) - 1) + 1);
        const Rational beside = Rational(between(-1, 1)) * two_to(-80);
        return (coin() ? boundary + beside : -boundary - beside) * two_to(between(-80, 40));
      }
    }
  }

 private:
  std::mt19937_64 engine_;
};

}  // namespace attest::test
