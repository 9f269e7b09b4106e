// The inverse temperature beta that relational attention needs on a finite grid: exactly.
//
// Scores are beta u(x, y) with integer u and relations are exact. Let the query x select the object s, let an
// object y have g = u(x, s) - u(x, y) >= 1 less utility, and let delta = |R_l(x, y) - R_l(x, s)| in some
// coordinate l.
//
// Necessary: on the input (x; s, y, ..., y) with n - 1 copies of y the error in coordinate l is
//     (n-1) w delta / (1 + (n-1) w),   w = e^{-beta g},
// which is below eps exactly if (n-1) w (delta - eps) < eps, that is, if delta <= eps or e^{beta g} > odds
// with
//     odds = (n-1) (delta - eps) / eps.
// Sufficient: on any input where s is selected, let N_l be the numerator of the error in coordinate l, all
// divided by e^{beta u(x, s)}. With c >= 1 copies of s and n - c other objects y_j,
//     eps * denominator - |N_l| >= c eps - sum_j w_j (delta_j - eps),
// and each w_j (delta_j - eps) < eps / (n-1) if e^{beta g_j} > odds_j; so the whole is > 0.
// Hence the least temperature is the greatest log(odds)/g over all (x, s, y, l) with odds > 1: errors are
// below eps on every input for beta above it, and for no beta > 0 up to it.
#pragma once

#include <cstddef>
#include <optional>
#include <string>

#include "constructions/dat/grid_instance.hpp"
#include "numeric/interval.hpp"

namespace attest {

struct LeastTemperature {
  Rational odds;  // > 1
  long gap = 1;   // >= 1
  // The triple that needs it, 0-based, and the coordinate of R.
  std::size_t x = 0;
  std::size_t selected = 0;
  std::size_t other = 0;
  std::size_t coordinate = 0;

  std::string to_string() const;  // "1/2*log(38)"
  Interval enclosure(Precision precision) const;
};

// Empty where every beta > 0 will do.
std::optional<LeastTemperature> least_temperature(
    const std::vector<std::vector<long>>& utility,
    const std::vector<std::vector<std::vector<Rational>>>& relation, long n, const Rational& eps);

// The temperature that the proof's own bound asks for, eps_1 max |R - R| < eps with one gap for all inputs:
// odds from the greatest delta over all x, y, y* and the least positive gap of all. Never less than the least
// temperature.
std::optional<LeastTemperature> proof_temperature(
    const std::vector<std::vector<long>>& utility,
    const std::vector<std::vector<std::vector<Rational>>>& relation, long n, const Rational& eps);

// beta against log(odds)/gap; never undecided (equality is impossible for rational beta > 0, by Lindemann).
Ordering compare(const Rational& beta, const LeastTemperature& threshold);

// The least positive integer above the threshold (1 without one).
Rational least_integer_above(const std::optional<LeastTemperature>& threshold);

}  // namespace attest
