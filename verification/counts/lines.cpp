#include "verification/counts/lines.hpp"

#include <algorithm>

namespace attest::counts {

namespace {

Rational value_at(const Line& line, const Rational& x) {
  const std::size_t k =
      static_cast<std::size_t>(std::lower_bound(line.x.begin(), line.x.end(), x) - line.x.begin());
  if (line.x[k] == x) return line.y[k];
  const Rational part = (x - line.x[k - 1]) / (line.x[k] - line.x[k - 1]);
  return line.y[k - 1] + part * (line.y[k] - line.y[k - 1]);
}

std::vector<Rational> all_x(const Line& a, const Line& b) {
  std::vector<Rational> x;
  std::set_union(a.x.begin(), a.x.end(), b.x.begin(), b.x.end(), std::back_inserter(x));
  return x;
}

}  // namespace

Line constant_line(const Rational& from, const Rational& to, const Rational& value) {
  if (from == to) return {{from}, {value}};
  return {{from, to}, {value, value}};
}

Line sum_of(const Line& a, const Line& b) {
  Line result{all_x(a, b), {}};
  for (const Rational& x : result.x) result.y.push_back(value_at(a, x) + value_at(b, x));
  return result;
}

Line extreme_of(const Line& a, const Line& b, bool largest) {
  Line result;
  Rational before;  // a - b at the last point
  for (const Rational& x : all_x(a, b)) {
    const Rational of_a = value_at(a, x);
    const Rational of_b = value_at(b, x);
    const Rational difference = of_a - of_b;
    if (!result.x.empty() && before * difference < 0) {
      const Rational last = result.x.back();
      const Rational crossing = last + (x - last) * before / (before - difference);
      result.x.push_back(crossing);
      result.y.push_back(value_at(a, crossing));
    }
    result.x.push_back(x);
    result.y.push_back((difference > 0) == largest ? of_a : of_b);
    before = difference;
  }
  return result;
}

}  // namespace attest::counts
