#include "constructions/anna/lsh_rate.hpp"

#include "claims/stop.hpp"

namespace attest {

namespace {

Interval real(const Rational& value, Precision bits) {
  return Interval(value, bits);
}

Rational to_the(Rational base, long exponent) {
  Rational power = 1;
  for (; exponent > 0; exponent /= 2, base *= base) {
    if (exponent % 2 == 1) power *= base;
  }
  return power;
}

}  // namespace

Rational ColouredCells::p1() const {
  return 1 - (1 - Rational(Integer(1), Integer(colours))) / c;
}

bool ColouredCells::sensitive() const {
  return c * c > 3 && p1() * p1() * p1() * Integer(colours) > 1;
}

Interval ColouredCells::quality(Precision bits) const {
  return -(log(real(p1(), bits)) / log(Interval(colours, bits)));
}

Rational far_failure(const ColouredCells& family, long tokens, long z, long l) {
  const Rational codes = to_the(Rational(family.colours), z);
  Rational apart = 1;
  for (long i = 1; i < tokens; ++i) apart *= codes > i ? Rational(1 - i / codes) : Rational(0);
  return 1 - to_the(apart, l);
}

Rational near_failure(const ColouredCells& family, long z, long l) {
  return to_the(1 - to_the(family.p1(), z), l);
}

Interval excluded_from(const ColouredCells& family, const RateConstants& constants, Precision bits) {
  const Interval one(1L, bits);
  const Interval two(2L, bits);
  const Interval rho = family.quality(bits);
  const Interval gap = one - Interval(3L, bits) * rho;
  const Interval E = real(constants.rate, bits);
  const Interval k = exp(log(gap / real(Rational(14, 5) * constants.tables, bits)) / rho);
  const Interval G = gap * exp(log(k) * (one - rho)) / real(Rational(56, 5), bits);
  return max(max((one + one / (two * rho)) * log(two), log(two * E) / gap),
             max(two * log(E) / gap, two * E / G));
}

ExcludedAt excluded_at(const ColouredCells& family, const RateConstants& constants, long e) {
  const Precision bits = 256;
  const Interval one(1L, bits);
  const Interval u = Interval(e, bits) * log(Interval(2L, bits));
  const Interval rho = family.quality(bits);
  const Interval log_rate = log(real(constants.rate, bits)) - (one - Interval(3L, bits) * rho) * u;  // ln T
  ExcludedAt result;
  result.trivial = compare(log_rate, Rational(0)) != Ordering::less;
  if (result.trivial) return result;
  const Interval most = real(constants.tables, bits) * exp(Interval(3L, bits) * rho * u) * u;
  const Interval pairs = exp(u) * (exp(u) - one) / Interval(2L, bits);
  for (long z = 1;; ++z) {
    if (z % 256 == 0) check_stop();
    ++result.looked_at;
    const Interval near = exp(Interval(z, bits) * log(real(family.p1(), bits)));
    // l of the near data set; where p1^z = x is small, -ln(1-x) <= x/(1-x) says enough of it.
    const Interval least = compare(near, Rational(Integer(1), Integer(1) << 64)) == Ordering::less
                               ? -log_rate * (one - near) / near
                               : log_rate / log(one - near);
    // From here on p1^z is smaller still, and as many tables are not enough for the near data set.
    if (compare(least, most) == Ordering::greater) return result;
    const Interval y =
        max(least, one) * pairs * exp(-(Interval(z, bits) * log(Interval(family.colours, bits))));
    // The far data set fails with probability at least 1 - exp(-y), which for a small y is no less than y - y^2/2: next to 1 no number of
    // bits would tell exp(-y) from 1 - T at a large N.
    const Interval fails =
        compare(y, Rational(1)) == Ordering::less ? y * (one - y / Interval(2L, bits)) : one - exp(-y);
    if (compare(fails, exp(log_rate)) != Ordering::greater) {
      result.open = z;
      return result;
    }
  }
}

}  // namespace attest
