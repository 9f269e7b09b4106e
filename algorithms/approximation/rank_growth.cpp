#include "algorithms/approximation/rank_growth.hpp"

#include "algorithms/approximation/degree_bounds.hpp"
#include "algorithms/approximation/monomials.hpp"

namespace attest {

namespace {

constexpr Precision bits = 128;

}  // namespace

RankRow rank_at(const Rational& range, long c, long m) {
  const Interval log_n = Interval(m, bits) * log(Interval(2L, bits));
  RankRow row;
  row.m = m;
  row.degree = degree_bracket(range, log_n * Interval(c, bits)).sufficient;
  row.rank = monomial_count(static_cast<unsigned long>(m), static_cast<unsigned long>(row.degree));
  row.exponent = log(Interval(Rational(row.rank), bits)) / log_n;
  return row;
}

std::optional<long> pays_from(const Rational& range, long c, long power, long last, DegreeEnd end) {
  // degree_bracket for m = 1, 2, ..: the sufficient degree does not fall as m grows, so one sweep of g serves
  // all m.
  const Interval log_two = log(Interval(2L, bits));
  const Interval log_range = log(Interval(range, bits));
  const Interval twice(Rational(2 * range), bits);
  // Is degree g still to be passed over?
  const auto too_small = [&](const Interval& log_scaled_error) {
    if (end == DegreeEnd::sufficient) return compare(log_scaled_error, -twice) != Ordering::less;
    return compare(log_scaled_error, twice) == Ordering::greater;
  };
  Interval log_error = log_range;
  long g = 0;
  std::vector<Interval> log_factorial{Interval(0L, bits)};
  const auto factorial = [&](long k) {
    for (long i = static_cast<long>(log_factorial.size()); i <= k; ++i)
      log_factorial.push_back(log_factorial.back() + log(Interval(i, bits)));
    return log_factorial[static_cast<std::size_t>(k)];
  };
  std::optional<long> from;
  for (long m = 1; m <= last; ++m) {
    const Interval log_n = Interval(m, bits) * log_two;
    while (too_small(log_error + log_n * Interval(c, bits))) {
      log_error = log_error + log_range - log_two - log(Interval(g + 2, bits));
      ++g;
    }
    const Interval log_rank = factorial(m + g) - factorial(m) - factorial(g);
    const Ordering order = compare(log_rank * Interval(power, bits), log_n);
    const bool pays = end == DegreeEnd::sufficient ? order == Ordering::less
                                                   : order != Ordering::greater && order != Ordering::equal;
    if (!pays) from.reset();
    if (pays && !from) from = m;
  }
  return from;
}

}  // namespace attest
