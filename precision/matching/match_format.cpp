#include "precision/matching/match_format.hpp"

#include "attention/whole_number.hpp"

namespace attest {

long exponent_of(const Rational& x) {
  const Integer p = abs(numerator_of(x));
  const Integer q = denominator_of(x);
  const long guess = static_cast<long>(msb(p)) - static_cast<long>(msb(q));  // e or e + 1
  const bool below = guess >= 0 ? p < (q << static_cast<unsigned long>(guess))
                                : (p << static_cast<unsigned long>(-guess)) < q;
  return below ? guess - 1 : guess;
}

MatchFormat::MatchFormat(const FloatFormat& format)
    : arithmetic_(format), integers_(Integer(1) << static_cast<unsigned long>(format.precision)) {
  if (format.range && Rational(integers_) > format.largest()) integers_ = numerator_of(format.largest());
}

Rational MatchFormat::rounded(const Rational& number) const {
  if (denominator_of(number) == 1 && abs(numerator_of(number)) <= integers_) return number;
  return number_of(arithmetic_.from(number));
}

Rational MatchFormat::number_of(const FloatValue& value) {
  if (!value.is_finite()) throw UndefinedState("a number is too large for the format");
  return value.exact();
}

}  // namespace attest
