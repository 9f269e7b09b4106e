#include "reductions/poly/hardness/displayed_bounds.hpp"

#include <fmt/format.h>

#include <optional>
#include <stdexcept>

namespace attest {

GapShape shape_of(const AttentionLayout& layout, long n, long d, long m, const Rational& epsilon) {
  GapShape shape;
  shape.n = n;
  shape.d = d;
  shape.m = m;
  shape.epsilon = epsilon;
  shape.t = static_cast<long>(layout.variables());
  shape.k = static_cast<long>(layout.order);
  shape.s = static_cast<long>(layout.h.monomials().size());
  shape.chosen = static_cast<long>(layout.chosen.size());
  for (const auto& constraint : problems::constraints_of(layout.family, layout.chosen.size(), layout.order))
    shape.constraint_sets.push_back(constraint.members);
  shape.constraints = static_cast<long>(shape.constraint_sets.size());
  shape.blocks = static_cast<long>(layout.blocks());
  shape.start = static_cast<long>(layout.chosen.front()) + 1;
  shape.inside = monomials_inside(layout);
  for (const MonomialSet& monomial : layout.h.monomials()) {
    MonomialSet sets;
    for (const std::size_t variable : monomial) {
      if (const auto set = layout.set_of(variable)) sets.push_back(*set);
    }
    if (sets.size() == monomial.size()) shape.monomial_sets.push_back(std::move(sets));
  }
  return shape;
}

Exponent normalising_exponent(const GapShape& shape) {
  Exponent p;
  for (const long count : shape.inside) p.emplace_back(count * shape.d);
  return p + Exponent{};
}

Rational rational_power(long base, long exponent) {
  const Rational power(attest::power(base, static_cast<unsigned long>(exponent < 0 ? -exponent : exponent)));
  return exponent < 0 ? Rational(1) / power : power;
}

ScaledExponentials exponential(const Rational& count, const Exponent& p) {
  return {{p, count}};
}

// Every repaired construction has h(Q_{l_1}, ...) = B^k sum <a_S> over the constraints S inside the upper
// rows, plus d B^deg(m) for each monomial m of h inside T whose variables other than r_1, the first of T, are
// lower rows (expected_of_pattern; checked for every pattern as polynomials). Let f be the number of
// variables outside T other than x_1 (2n rows each, all zero) and g the number of variables of T other than
// x_1.
//
//   P sums over upper rows of T only, where h = B^k sum <a_S>. A yes row has a tuple with sum C m, C the
//   number
//     of constraints; a no row's tuples miss at least one m and lose epsilon m there: at most (C - epsilon)
//     m.
//   R has (2n)^(t-1) tuples. No monomial of h inside T counts twice: it counts only if all its variables are
//     upper, with at most d B^k (a constraint, then it has degree k), or if all but r_1 are lower, with d
//     B^deg. (Both at once is impossible, a monomial has a variable other than r_1.) So h <= N, the
//     normalising value, on every tuple, and h = N where all variables of T other than r_1 are lower; r_1's
//     row does not matter there (if r_1 = 1 it is l_1): n^(|T|-1) (2n)^f tuples, times 2n if r_1 is not 1.
std::vector<DisplayedBound> proved_bounds(const GapShape& shape) {
  const bool first = shape.first_chosen();
  const long f = shape.t - shape.chosen - (first ? 0 : 1);
  const long g = shape.chosen - (first ? 1 : 0);
  const auto k = static_cast<std::size_t>(shape.k);
  const Rational most = Rational(shape.constraints * shape.m);
  const Exponent yes = monomial_exponent(most, k);
  const Exponent no = monomial_exponent(most - shape.epsilon * shape.m, k);
  const Exponent normal = normalising_exponent(shape);
  const Rational free = rational_power(2 * shape.n, f);
  const Rational normalising = free * rational_power(shape.n, shape.chosen - 1) * (first ? 1 : 2 * shape.n);
  const Rational all = rational_power(2 * shape.n, shape.t - 1);
  const Rational tops = free * rational_power(shape.n, g);
  using Q = BoundedQuantity;
  using Rows = BoundedRows;
  using Rel = BoundRelation;
  return {
      {"numerator-yes", "P >= (2n)^f e^(C m B^k/d~)", 0, Rows::yes, Q::numerator, Rel::greater_equal,
       exponential(free, yes)},
      {"numerator-no", "P <= (2n)^f n^g e^((C-epsilon) m B^k/d~)", 0, Rows::no, Q::numerator, Rel::less_equal,
       exponential(tops, no)},
      {"denominator-lower", "R >= (number of normalising tuples) e^(N/d~)", 0, Rows::all, Q::denominator,
       Rel::greater_equal, exponential(normalising, normal)},
      {"denominator-upper", "R <= (2n)^(t-1) e^(N/d~)", 0, Rows::all, Q::denominator, Rel::less_equal,
       exponential(all, normal)},
      {"output-yes", "P/R >= e^((C m B^k - N)/d~) / (2n)^g", 0, Rows::yes, Q::output, Rel::greater_equal,
       exponential(free, yes), exponential(all, normal)},
      {"output-no",
       first ? "P/R <= e^(((C-epsilon) m B^k - N)/d~)" : "P/R <= e^(((C-epsilon) m B^k - N)/d~) / 2", 0,
       Rows::no, Q::output, Rel::less_equal, exponential(tops, no), exponential(normalising, normal)},
  };
}

OutputBounds output_bounds(const GapShape& shape, const std::vector<DisplayedBound>& bounds) {
  std::optional<DisplayedBound> yes;
  std::optional<DisplayedBound> no;
  for (const DisplayedBound& bound : bounds) {
    if (bound.quantity != BoundedQuantity::output) continue;
    if (bound.rows == BoundedRows::yes) yes = bound;
    if (bound.rows == BoundedRows::no) no = bound;
  }
  if (!yes || !no) throw std::logic_error("no bounds on the output for yes and no rows");
  const auto& [yes_above, yes_count] = *yes->above.begin();
  const auto& [yes_below, yes_all] = *yes->below.begin();
  const auto& [no_above, no_count] = *no->above.begin();
  const auto& [no_below, no_all] = *no->below.begin();
  const Exponent gap = monomial_exponent(shape.epsilon * shape.m, static_cast<std::size_t>(shape.k));
  if (yes->above.size() != 1 || yes->below.size() != 1 || no->above.size() != 1 || no->below.size() != 1 ||
      yes_above + no_below != no_above + yes_below + gap)
    throw std::logic_error("the output bounds do not differ by epsilon m B^k");
  return {*yes, *no, (no_count / no_all) / (yes_count / yes_all)};
}

Integer sufficient_power(const GapShape& shape, const Rational& ratio) {
  const Precision precision = 128;
  const Interval needed = log(Interval(2 * ratio, precision)) *
                          Interval(Rational(shape.width()) / (shape.epsilon * shape.m), precision);
  // The least integer that is at least `needed` for certain.
  Integer power = static_cast<long>(needed.upper_double() < 1 ? 1 : needed.upper_double());
  if (power < 1) power = 1;
  while (compare(needed, Rational(power)) != Ordering::less &&
         compare(needed, Rational(power)) != Ordering::equal)
    ++power;
  return power;
}

}  // namespace attest
