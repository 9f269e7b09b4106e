#include "constructions/dat/temperature.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <numeric>

#include "numeric/surd.hpp"

namespace attest {

namespace {

Rational odds_of(const Rational& delta, long n, const Rational& eps) {
  return Rational(n - 1) * (delta - eps) / eps;
}

// log(a.odds)/a.gap > log(b.odds)/b.gap? By enclosures; where they overlap, by the integers themselves:
// a.odds^(b.gap) against b.odds^(a.gap), with the gaps divided by their greatest common divisor.
bool above(const LeastTemperature& a, const LeastTemperature& b) {
  for (Precision precision = initial_precision; precision <= 4 * initial_precision; precision *= 2) {
    const Ordering order = compare(a.enclosure(precision), b.enclosure(precision));
    if (order == Ordering::greater) return true;
    if (order == Ordering::less) return false;
  }
  const long divisor = std::gcd(a.gap, b.gap);
  const auto raised = [](const Rational& base, long exponent) {
    const auto e = static_cast<unsigned long>(exponent);
    return Rational(power(numerator_of(base), e)) / Rational(power(denominator_of(base), e));
  };
  return raised(a.odds, b.gap / divisor) > raised(b.odds, a.gap / divisor);
}

Rational difference(const std::vector<Rational>& a, const std::vector<Rational>& b, std::size_t l) {
  return boost::multiprecision::abs(Rational(a[l] - b[l]));
}

}  // namespace

std::string LeastTemperature::to_string() const {
  // Canonical as a surd where the odds are an integer: log(49)/2 is log(7).
  if (denominator_of(odds) == 1) {
    return (Surd::logarithm(numerator_of(odds)) * Surd(Rational(1) / Rational(gap))).to_string();
  }
  return fmt::format("{}log({})", gap == 1 ? "" : fmt::format("1/{}*", gap), attest::to_string(odds));
}

Interval LeastTemperature::enclosure(Precision precision) const {
  return log(Interval(odds, precision)) / Interval(gap, precision);
}

std::optional<LeastTemperature> least_temperature(
    const std::vector<std::vector<long>>& utility,
    const std::vector<std::vector<std::vector<Rational>>>& relation, long n, const Rational& eps) {
  std::optional<LeastTemperature> result;
  Rational greatest = -1;  // the delta of the result; below every delta while there is none
  for (std::size_t x = 0; x < utility.size(); ++x) {
    for (std::size_t s = 0; s < utility[x].size(); ++s) {
      for (std::size_t y = 0; y < utility[x].size(); ++y) {
        const long gap = utility[x][s] - utility[x][y];
        if (gap < 1) continue;
        for (std::size_t l = 0; l < relation[x][y].size(); ++l) {
          const Rational delta = difference(relation[x][y], relation[x][s], l);
          if (delta <= greatest && gap >= result->gap) continue;  // needs no more than what was found
          const Rational odds = odds_of(delta, n, eps);
          if (odds <= 1) continue;
          const LeastTemperature needed{odds, gap, x, s, y, l};
          if (result && !above(needed, *result)) continue;
          result = needed;
          greatest = delta;
        }
      }
    }
  }
  return result;
}

std::optional<LeastTemperature> proof_temperature(
    const std::vector<std::vector<long>>& utility,
    const std::vector<std::vector<std::vector<Rational>>>& relation, long n, const Rational& eps) {
  std::optional<long> least_gap;
  Rational greatest = 0;
  LeastTemperature result;
  for (std::size_t x = 0; x < utility.size(); ++x) {
    for (std::size_t s = 0; s < utility[x].size(); ++s) {
      for (std::size_t y = 0; y < utility[x].size(); ++y) {
        const long gap = utility[x][s] - utility[x][y];
        if (gap >= 1) least_gap = std::min(least_gap.value_or(gap), gap);
        for (std::size_t l = 0; l < relation[x][y].size(); ++l) {
          const Rational delta = difference(relation[x][y], relation[x][s], l);
          if (delta <= greatest) continue;
          greatest = delta;
          result = {0, 1, x, s, y, l};
        }
      }
    }
  }
  if (!least_gap) return std::nullopt;
  result.odds = odds_of(greatest, n, eps);
  result.gap = *least_gap;
  if (result.odds <= 1) return std::nullopt;
  return result;
}

Ordering compare(const Rational& beta, const LeastTemperature& threshold) {
  // e^(beta gap) against odds: transcendental against rational, so more precision always decides.
  for (Precision precision = initial_precision; precision <= maximal_precision; precision *= 2) {
    const Ordering order = compare(Interval(beta * Rational(threshold.gap), precision),
                                   log(Interval(threshold.odds, precision)));
    if (order != Ordering::undecided) return order;
  }
  throw_precision_exhausted();
}

Rational least_integer_above(const std::optional<LeastTemperature>& threshold) {
  if (!threshold) return 1;
  // A guess from the enclosure, then exact comparisons on both sides of it.
  Rational beta = std::max(1L, static_cast<long>(threshold->enclosure(initial_precision).upper_double()));
  while (compare(beta, *threshold) != Ordering::greater) beta += 1;
  while (beta > 1 && compare(Rational(beta - 1), *threshold) == Ordering::greater) beta -= 1;
  return beta;
}

}  // namespace attest
