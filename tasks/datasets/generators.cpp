#include "tasks/datasets/generators.hpp"

#include "tasks/datasets/labels.hpp"

namespace attest {

namespace {

Numbers draw_numbers(int length, int below, Random& random) {
  Numbers result(static_cast<std::size_t>(length));
  for (int& value : result) value = static_cast<int>(random.below(static_cast<std::uint64_t>(below)));
  return result;
}

Numbers draw_relation(int m, Chance P, Random& random) {
  Numbers R(static_cast<std::size_t>(m) * static_cast<std::size_t>(m));
  for (int& entry : R) entry = random.chance(P.numerator, P.denominator) ? 1 : 0;
  return R;
}

}  // namespace

Example draw_function_composition(int n, Random& random) {
  Numbers x = draw_numbers(n, n, random);
  const int y = static_cast<int>(random.below(2));
  if (y == 1) {
    // x_0 = 0 gives x_{x_0} = 0 already; otherwise x_0 is not the entry that is set, and stays.
    x[static_cast<std::size_t>(x[0])] = 0;
  } else {
    Numbers nonzero;  // i in {1, ..., n-1} with x_i != 0
    while (x[static_cast<std::size_t>(x[0])] == 0) {
      for (int i = 1; i < n; ++i) {
        if (x[static_cast<std::size_t>(i)] != 0) nonzero.push_back(i);
      }
      if (nonzero.empty()) {
        x = draw_numbers(n, n, random);
      } else {
        x[0] = nonzero[random.below(nonzero.size())];
      }
    }
  }
  x.insert(x.begin(), query_token);
  return {std::move(x), {y}, {}};
}

Example draw_relation_composition(int m, Chance P, Random& random) {
  Numbers R = draw_relation(m, P, random);
  Numbers labels = relation_labels(R, m);
  return {std::move(R), std::move(labels), {}};
}

Example draw_quotient_composition(int m, Chance P, Random& random) {
  Numbers R = draw_relation(m, P, random);
  Numbers col = draw_numbers(m, m, random);
  Numbers labels = quotient_labels(R, col, m);
  return {std::move(R), std::move(labels), std::move(col)};
}

Example draw_series(const SeriesSetting& setting, Random& random) {
  SeriesRule rule = setting.rule;
  if (rule == SeriesRule::mixture) rule = random.below(2) == 0 ? SeriesRule::nt : SeriesRule::nt_s;
  Numbers series = draw_numbers(setting.tau + 1, setting.N, random);
  const auto wanted = static_cast<std::size_t>(setting.context) + static_cast<std::size_t>(setting.next);
  const auto window = static_cast<std::size_t>(setting.tau) + 1;
  while (series.size() < wanted) {
    const std::size_t oldest = series.size() - window;  // x(t - tau - 1)
    const bool sums_all = rule == SeriesRule::nt_s || (rule == SeriesRule::nt_r && series[oldest] == 0);
    long sum = 0;
    for (std::size_t k = oldest; k < (sums_all ? series.size() : oldest + 2); ++k) sum += series[k];
    series.push_back(static_cast<int>(sum % setting.N));
  }
  const auto shown = series.begin() + setting.context;
  return {Numbers(series.begin(), shown), Numbers(shown, shown + setting.next), {}};
}

}  // namespace attest
