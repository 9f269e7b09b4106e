#include "precision/arithmetic/softmax_error.hpp"

namespace attest {

Interval exponential_factor(const BoundedArithmetic& arithmetic, const Interval& e_d) {
  return exp(e_d) * (arithmetic.one() + arithmetic.u());
}

Interval exponential_factor(const BoundedArithmetic& arithmetic, const BoundedNumber& s) {
  return exponential_factor(arithmetic, arithmetic.difference(s, s).error);
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

}  // namespace attest
