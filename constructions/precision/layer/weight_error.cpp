#include "constructions/precision/layer/weight_error.hpp"

namespace attest {

Interval exponential_factor(const BoundedArithmetic& arithmetic, const BoundedNumber& s) {
  const BoundedNumber d = within(arithmetic.difference(s, s), s.low - s.high, 0);
  return exp(d.error) * (arithmetic.one() + arithmetic.u());
}

std::optional<Interval> weight_deviation(const BoundedArithmetic& arithmetic, const Interval& factor,
                                         std::size_t terms) {
  const Interval& one = arithmetic.one();
  const Interval rho_t = factor * (one + arithmetic.accumulated(terms - 1)) - one;
  if (compare(rho_t, Rational(1)) != Ordering::less) return std::nullopt;
  return factor * (one + arithmetic.u()) / (one - rho_t) - one;
}

BoundedNumber averaged(const BoundedArithmetic& arithmetic, const Interval& rho_w, const BoundedNumber& v,
                       std::size_t roundings) {
  const Interval& one = arithmetic.one();
  const Interval theta = (one + rho_w) * (one + arithmetic.accumulated(roundings)) - one;
  return {v.low, v.high, arithmetic.number(v.magnitude()) * theta + v.error * (one + theta), false, 0};
}

Interval expressive_error(const BoundedArithmetic& arithmetic, const BoundedNumber& z) {
  const Rational most = z.magnitude() * z.magnitude();
  const Interval& one = arithmetic.one();
  const Interval& u = arithmetic.u();
  const Interval kappa = (one + u) * (one + u) / (one - u) - one;
  return kappa * arithmetic.number(most / (1 + most)) +
         arithmetic.number(Rational(2, 3)) * z.error * (one + kappa);
}

BoundedNumber expressive_value(const BoundedArithmetic& arithmetic, const BoundedNumber& z) {
  const Rational most = z.magnitude() * z.magnitude();
  const Rational least = absolute(z).low * absolute(z).low;
  const Interval closed = expressive_error(arithmetic, z);
  const BoundedNumber square = within(arithmetic.product(z, z), least, most);
  const auto f = arithmetic.quotient(square, arithmetic.sum(arithmetic.stored(1), square));
  const Rational f_least = least / (1 + least);
  const Rational f_most = most / (1 + most);
  if (!f) return {f_least, f_most, closed, false, 0};
  BoundedNumber result = within(*f, f_least, f_most);
  result.error = min(result.error, closed);
  return result;
}

}  // namespace attest
