#include "constructions/anna/softmax_bound.hpp"

#include <algorithm>

#include "numeric/exponential_sum.hpp"

namespace attest {

Rational softmax_exponent(const Rational& R, const Rational& r) {
  if (r <= R) return (R + r) * (R + r) / 4;
  return R * std::min<Rational>(r, 2 * R);
}

SoftmaxData extreme_softmax_data(const Rational& R, const Rational& r, std::size_t tokens) {
  const Rational p = std::min<Rational>((R + r) / 2, R);
  std::vector<Rational> keys(tokens, R);
  keys.front() = std::max<Rational>(p - r, -R);
  return {p, std::move(keys)};
}

Ordering bound_against_weight(const SoftmaxData& data, std::size_t j, const Rational& exponent,
                              std::size_t neighbours) {
  // The bound is greater than the weight where the other exponentials sum to more than (neighbours - 1) e^exponent.
  std::vector<Rational> others;
  Integer scale = denominator_of(exponent);
  for (std::size_t k = 0; k < data.keys.size(); ++k) {
    if (k == j) continue;
    others.push_back(data.query * (data.keys[k] - data.keys[j]));
    scale = lcm(scale, denominator_of(others.back()));
  }
  const auto power = [&](const Rational& value) { return numerator_of(Rational(value * scale)); };
  ExponentialSum sum;
  for (const Rational& other : others) sum[power(other)] += 1;
  sum[power(exponent)] -= Rational(Integer(neighbours - 1));
  const Surd unit(Rational(Integer(1), scale));
  return is_zero(sum, unit) ? Ordering::equal : sign_of(sum, unit);
}

}  // namespace attest
