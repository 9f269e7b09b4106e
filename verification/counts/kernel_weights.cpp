#include "verification/counts/kernel_weights.hpp"

#include <flint/fmpz.h>

#include <algorithm>

#include "numeric/checked.hpp"

namespace attest::counts {

namespace {

constexpr long most_exact_bits = 4096;  // of a weight
constexpr long usual_bits = 160;
constexpr long most_bits = 4096;

using Weights = std::map<Integer, WeightRange>;

long bits_of(const Integer& value) {
  return value == 0 ? 0 : static_cast<long>(boost::multiprecision::msb(abs(value))) + 1;
}

// The largest integer that no number of the interval is below, or the least that none is above.
Integer integer_beyond(const Interval& value, bool below) {
  arf_t bound;
  arf_init(bound);
  if (below) {
    arb_get_lbound_arf(bound, value.ball(), value.precision());
  } else {
    arb_get_ubound_arf(bound, value.ball(), value.precision());
  }
  fmpz_t whole;
  fmpz_init(whole);
  arf_get_fmpz(whole, bound, below ? ARF_RND_FLOOR : ARF_RND_CEIL);
  Integer result;
  fmpz_get_mpz(result.backend().data(), whole);
  fmpz_clear(whole);
  arf_clear(bound);
  return result;
}

// Rational weights over their common denominator, or over a power of two.
Weights rational_weights(const std::map<Integer, Rational>& exact) {
  Weights result;
  Integer common = 1;
  for (const auto& [score, weight] : exact) {
    common = boost::multiprecision::lcm(common, denominator_of(weight));
    if (bits_of(common) > most_exact_bits) break;
  }
  const bool rounded = bits_of(common) > most_exact_bits;
  if (rounded) common = Integer(1) << static_cast<unsigned>(usual_bits);
  for (const auto& [score, weight] : exact) {
    const Rational scaled = weight * Rational(common);
    const Integer floor = numerator_of(scaled) / denominator_of(scaled);  // weights are not negative
    result[score] = {floor, Rational(floor) == scaled ? floor : Integer(floor + 1)};
  }
  return result;
}

// exp(S unit) = (a/b)^(q S), the exponents being integers beside a common one: a^e b^(E - e) for 0 <= e <= E.
bool powers(const Surd& unit, const Integer& lowest, const Integer& highest,
            const std::vector<Integer>& scores, Weights& result) {
  if (!unit.has_logarithm() || unit.r() != 1) return false;
  const auto exponent = [&](const Integer& score) { return Rational(unit.q() * Rational(score - lowest)); };
  const auto most = fits_long(exponent(highest));
  const Integer& a = numerator_of(unit.k());
  const Integer& b = denominator_of(unit.k());
  if (!most || *most > most_exact_bits || *most * (bits_of(a) + bits_of(b)) > most_exact_bits) return false;
  for (const Integer& score : scores) {
    const auto e = fits_long(exponent(score));
    if (!e) return false;
    const Integer weight =
        power(a, static_cast<unsigned long>(*e)) * power(b, static_cast<unsigned long>(*most - *e));
    result[score] = {weight, weight};
  }
  return true;
}

Weights exponentials(const Surd& unit, const std::vector<Integer>& scores) {
  const auto [lowest, highest] = std::minmax_element(scores.begin(), scores.end());
  Weights result;
  if (powers(unit, *lowest, *highest, scores, result)) return result;
  result.clear();
  // As many bits behind the point as leave the smallest weight some, within reason.
  const double range =
      (Interval(Rational(*highest - *lowest), 64) * unit.enclosure(64)).upper_double() * 1.4427;
  const long bits =
      range < double(most_bits - usual_bits) ? usual_bits + static_cast<long>(range) : most_bits;
  const Precision precision = bits + 64;
  const Interval scale(Rational(Integer(1) << static_cast<unsigned>(bits)), precision);
  for (const Integer& score : scores) {
    const Interval weight =
        exp(Interval(Rational(score - *highest), precision) * unit.enclosure(precision)) * scale;
    result[score] = {std::max(Integer(0), integer_beyond(weight, true)), integer_beyond(weight, false)};
  }
  return result;
}

}  // namespace

Weights kernel_weights(attention::Kernel kernel, const Surd& unit, const std::vector<Integer>& scores) {
  if (scores.empty()) return {};
  if (kernel == attention::Kernel::softmax && !unit.is_zero()) return exponentials(unit, scores);
  std::map<Integer, Rational> exact;
  for (const Integer& score : scores) {
    exact[score] = kernel == attention::Kernel::softmax ? Rational(1)
                   : attention::weighs_rationally(kernel)
                       ? attention::rational_weight(kernel, Rational(score) * unit.q())
                       : Rational(score);
  }
  return rational_weights(exact);
}

}  // namespace attest::counts
