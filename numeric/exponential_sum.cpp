#include "numeric/exponential_sum.hpp"

#include <algorithm>
#include <limits>
#include <stdexcept>
#include <utility>
#include <vector>

#include "numeric/checked.hpp"
#include "numeric/interval_row.hpp"

namespace attest {

namespace {

bool all_zero(const ExponentialSum& sum) {
  return std::all_of(sum.begin(), sum.end(), [](const auto& term) { return term.second == 0; });
}

// The largest exponent S * unit has S largest (unit > 0) or smallest (unit < 0).
Integer dominant(const ExponentialSum& sum, const Surd& unit) {
  return unit.sign() >= 0 ? sum.rbegin()->first : sum.begin()->first;
}

Integer floor_divide(const Integer& a, const Integer& b) {
  Integer result;
  mpz_fdiv_q(result.backend().data(), a.backend().data(), b.backend().data());
  return result;
}

// Bits of |value|, at least the logarithm to base two of |value| + 1.
unsigned long bits(const Integer& value) {
  return mpz_sizeinbase(value.backend().data(), 2);
}

// How often a prime divides a number that is not zero; negative where it divides the denominator.
long valuation(const Rational& value, const Integer& prime) {
  const auto count = [&](Integer number) {
    long times = 0;
    for (; number % prime == 0; number /= prime) ++times;
    return times;
  };
  return count(numerator_of(value)) - count(denominator_of(value));
}

// Whether sum_a c_a b^a = 0 for b with a denominator that this prime divides, by Horner from the highest power down. In the absolute
// value of the prime, |x| = prime^-valuation(x), b is at least `prime` and a sum no larger than its largest term: after a step down
// by more than valuation(value) - (the least valuation below) what follows cannot cancel the value.
bool vanishes_at_fraction(const std::map<Integer, Rational>& powers, const Rational& b,
                          const Integer& prime) {
  std::vector<long> least;  // least[k]: of the valuations of the k lowest coefficients
  for (const auto& [a, c] : powers) {
    const long here = c == 0 ? std::numeric_limits<long>::max() : valuation(c, prime);
    least.push_back(least.empty() ? here : std::min(least.back(), here));
  }
  Rational value = 0;  // of the powers so far, divided by b^previous
  Integer previous = powers.rbegin()->first;
  std::size_t below = powers.size();
  for (auto term = powers.rbegin(); term != powers.rend(); ++term) {
    --below;
    if (value != 0) {
      if (least[below] == std::numeric_limits<long>::max()) return false;  // nothing follows
      const Integer step = previous - term->first;
      if (step > Integer(valuation(value, prime)) - Integer(least[below])) return false;
      const auto n = to_size(step);
      value *= Rational(power(numerator_of(b), n), power(denominator_of(b), n));
    }
    value += term->second;
    previous = term->first;
  }
  return value == 0;
}

// Whether sum_a c_a b^a = 0 for b >= 2, by Horner from the highest power down. Exponents may be of any size:
// a step down is raised to only where what follows could still cancel it.
bool vanishes(const std::map<Integer, Rational>& powers, const Integer& b) {
  // rest[k] bounds the sum of c_a b^(a - a_k) over the k-th highest power and those below it.
  std::vector<Rational> rest;
  Rational sum = 0;
  for (const auto& [a, c] : powers) rest.push_back(sum += abs(c));
  Rational value = 0;  // of the powers so far, divided by b^previous
  Integer previous = powers.rbegin()->first;
  std::size_t below = powers.size();
  for (auto term = powers.rbegin(); term != powers.rend(); ++term) {
    const Rational& largest = rest[--below];
    if (value != 0) {
      const Integer step = previous - term->first;
      // |value| b^step > rest as soon as 2^step > rest / |value|, which 2^(these bits) is.
      const Rational ratio = largest / abs(value);
      if (step > Integer(bits(numerator_of(ratio)))) return false;
      value *= Rational(power(b, to_size(step)));
    }
    value += term->second;
    previous = term->first;
  }
  return value == 0;
}

}  // namespace

bool is_zero(const ExponentialSum& sum, const Surd& unit) {
  if (all_zero(sum)) return true;
  if (unit.is_zero()) {
    Rational total = 0;
    for (const auto& [s, c] : sum) total += c;
    return total == 0;
  }
  // exp(unit) is transcendental unless unit = q log b with rational q: for an algebraic unit by
  // Lindemann, for q sqrt(r) log b with r > 1 by Gelfond-Schneider. Integer powers of a transcendental
  // number are linearly independent over the rationals, so a coefficient that is not zero settles it.
  if (!unit.has_logarithm() || unit.r() != 1) return false;
  // exp(S q log b) = b^(S p / Q) with q = p/Q. Write S p = a Q + r with 0 <= r < Q: the term is
  // c b^a y^r with y = b^(1/Q). b > 1 is no perfect power of a rational number, so X^Q - b is irreducible and 1, y, ...,
  // y^(Q-1) are independent: the sum is zero exactly when each residue's rational coefficient is.
  const Integer p = numerator_of(unit.q());
  const Integer denominator = denominator_of(unit.q());
  std::map<Integer, std::map<Integer, Rational>> by_residue;  // r -> (a -> coefficient)
  for (const auto& [s, c] : sum) {
    const Integer exponent = s * p;
    const Integer a = floor_divide(exponent, denominator);
    by_residue[exponent - a * denominator][a] += c;
  }
  for (const auto& [residue, powers] : by_residue) {
    if (!(denominator_of(unit.k()) == 1
              ? vanishes(powers, numerator_of(unit.k()))
              : vanishes_at_fraction(powers, unit.k(), least_prime_factor(denominator_of(unit.k()))))) {
      return false;
    }
  }
  return true;
}

Interval enclose(const ExponentialSum& sum, const Surd& unit, const Integer& shift, Precision precision) {
  const Interval step = unit.enclosure(precision);
  IntervalRow coefficients(sum.size(), precision);
  IntervalRow exponentials(sum.size(), precision);
  std::size_t index = 0;
  for (const auto& [s, c] : sum) {
    coefficients.set(index, c);
    exponentials.set(index, exp(Interval(Rational(s - shift), precision) * step));
    ++index;
  }
  return dot(coefficients, exponentials);
}

Interval quotient(const ExponentialSum& numerator, const ExponentialSum& denominator, const Surd& unit,
                  long accurate_bits) {
  if (is_zero(numerator, unit)) return {0L, initial_precision};
  const Integer shift = dominant(denominator, unit);
  for (Precision precision = initial_precision + accurate_bits; precision <= maximal_precision;
       precision *= 2) {
    Interval result =
        enclose(numerator, unit, shift, precision) / enclose(denominator, unit, shift, precision);
    if (result.is_finite() && arb_rel_accuracy_bits(result.ball()) >= accurate_bits) return result;
  }
  throw_precision_exhausted();
}

Ordering sign_of(const ExponentialSum& sum, const Surd& unit) {
  if (sum.empty() || is_zero(sum, unit)) return Ordering::equal;
  const Integer shift = dominant(sum, unit);
  for (Precision precision = initial_precision; precision <= maximal_precision; precision *= 2) {
    const Ordering order = compare(enclose(sum, unit, shift, precision), Interval(0L, precision));
    if (order != Ordering::undecided) return order;
  }
  return Ordering::undecided;
}

}  // namespace attest
