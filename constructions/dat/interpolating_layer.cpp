#include "constructions/dat/interpolating_layer.hpp"

#include <algorithm>
#include <utility>

namespace attest {

std::vector<Rational> HatNetwork::hidden(const Rational& z) const {
  std::vector<Rational> units;
  for (long t = -1; t < m_; ++t) units.push_back(std::max(Rational(0), Rational(z - Rational(t, m_))));
  return units;
}

std::vector<Rational> HatNetwork::hats(const Rational& z) const {
  const std::vector<Rational> units = hidden(z);
  std::vector<Rational> result;
  for (std::size_t a = 0; a < units.size(); ++a) {
    Rational difference = units[a];
    if (a + 1 < units.size()) difference -= 2 * units[a + 1];
    if (a + 2 < units.size()) difference += units[a + 2];
    result.push_back(m_ * difference);
  }
  return result;
}

bool HatNetwork::interpolates() const {
  for (long b = 0; b <= m_; ++b) {
    const std::vector<Rational> values = hats(Rational(b, m_));
    for (long a = 0; a <= m_; ++a)
      if (values[static_cast<std::size_t>(a)] != (a == b ? 1 : 0)) return false;
  }
  return true;
}

HatPoint InterpolatingLayer::point(const Rational& z) const {
  HatPoint result{z, {}};
  const std::vector<Rational> hats = network_.hats(z);
  for (std::size_t a = 0; a < hats.size(); ++a)
    if (hats[a] != 0) result.hats.emplace_back(static_cast<long>(a), hats[a]);
  return result;
}

Rational InterpolatingLayer::score(const HatPoint& x, const HatPoint& y) const {
  Rational sum = 0;
  for (const auto& [a, at_x] : x.hats)
    for (const auto& [b, at_y] : y.hats)
      sum += at_x * at_y * utility_of(sizes_.utility, Rational(a, sizes_.m), Rational(b, sizes_.m));
  return sizes_.beta * sizes_.L_u * sum;
}

Rational InterpolatingLayer::relation(const HatPoint& x, const HatPoint& y) const {
  Rational sum = 0;
  for (const auto& [a, at_x] : x.hats)
    for (const auto& [b, at_y] : y.hats) sum += at_x * at_y * true_relation(Rational(b, sizes_.m));
  return sum;
}

Interval InterpolatingLayer::output(const HatPoint& x, const std::vector<HatPoint>& y,
                                    Precision precision) const {
  std::vector<Rational> scores;
  for (const HatPoint& object : y) scores.push_back(score(x, object));
  const Rational best = *std::max_element(scores.begin(), scores.end());
  Interval weights(0L, precision);
  Interval sum(0L, precision);
  for (std::size_t i = 0; i < y.size(); ++i) {
    const Interval weight = exp(Interval(Rational(scores[i] - best), precision));
    weights = weights + weight;
    sum = sum + weight * Interval(relation(x, y[i]), precision);
  }
  return sum / weights;
}

Json InterpolatingLayer::to_json() const {
  Json result = {{"m", sizes_.m},
                 {"beta", sizes_.beta.str()},
                 {"hidden", "relu(z - t/m), t = -1, ..., m - 1"},
                 {"hats",
                  "m times the second differences of the hidden units: the a-th is 1 at a/m, 0 at the other "
                  "grid points"},
                 {"query", "beta L_u u(x, a/m) for a = 0, ..., m, interpolated in x by its hats"},
                 {"key", "the hats of y"},
                 {"relation", "R(a/m, b/m), interpolated in x and y by their hats"},
                 {"symbols", "W_r = I, W_s = 0"}};
  if (sizes_.m > most_shown) return result;
  for (long a = 0; a <= sizes_.m; ++a) {
    Json row = Json::array();
    const HatPoint x = point(Rational(a, sizes_.m));
    for (long b = 0; b <= sizes_.m; ++b)
      row.push_back(attest::to_string(score(x, point(Rational(b, sizes_.m)))));
    result["scores_at_grid_points"].push_back(std::move(row));
    result["relations_at_grid_points"].push_back(attest::to_string(relation(x, x)));
  }
  return result;
}

Selection selection(Utility utility, const HatPoint& x, const std::vector<HatPoint>& y) {
  std::vector<Rational> values;
  for (const HatPoint& object : y) values.push_back(utility_of(utility, x.z, object.z));
  const auto best = std::max_element(values.begin(), values.end());
  Selection result{static_cast<std::size_t>(best - values.begin()), {}};
  for (auto value = values.begin(); value != values.end(); ++value) {
    if (value == best) continue;
    const Rational gap = *best - *value;
    if (!result.gap || gap < *result.gap) result.gap = gap;
  }
  return result;
}

}  // namespace attest
