// The displayed bounds of Theorem C.10 (003_fa68b7a15496b434.txt, lines 1837-1939). Exponents are spelled as
// multiples of B^2/d~ with d~ = 2d: lambda B^2 is m, B^2/2 is d, B^2 is 2d.
#include <fmt/format.h>

#include "reductions/poly/hardness/displayed_bounds.hpp"

namespace attest {

namespace {

using Q = BoundedQuantity;
using Rows = BoundedRows;
using Rel = BoundRelation;

Exponent square(const Rational& coefficient) {
  return monomial_exponent(coefficient, 2);
}

}  // namespace

std::vector<DisplayedBound> gap_triangle_printed_bounds(const GapShape& shape) {
  const Rational m = shape.m;
  const Rational d = shape.d;
  const Rational e = 1 - shape.epsilon;
  const Rational n2 = shape.n * shape.n;
  const ScaledExponentials normal = exponential(n2, square(3 * d));
  const ScaledExponentials twice = exponential(2 * n2, square(3 * d));
  const ScaledExponentials below =
      exponential(n2, square(3 * e * m)) + exponential(2 * n2, square(2 * d + e * m)) + normal;
  const ScaledExponentials over =
      exponential(n2, square(3 * m)) + exponential(2 * n2, square(2 * d + m)) + normal;
  const ScaledExponentials yes = exponential(1, square(3 * m));
  const ScaledExponentials no = exponential(n2, square((3 - shape.epsilon) * m));
  const ScaledExponentials yes_and_rest =
      exponential(1, square(3 * m)) + exponential(n2 - 1, square(3 * e * m));
  return {
      {"denominator-lower-terms",
       "R >= n^2 e^(3(1-epsilon) lambda B^2) + 2 n^2 e^((1+(1-epsilon) lambda) B^2) + n^2 e^(3B^2/2)", 1850,
       Rows::all, Q::denominator, Rel::greater_equal, below, exponential(1, {}), false},
      {"denominator-lower", "R >= n^2 e^(3B^2/2)", 1850, Rows::all, Q::denominator, Rel::greater_equal,
       normal},
      {"denominator-upper-terms", "R <= n^2 e^(3 lambda B^2) + 2 n^2 e^((1+lambda) B^2) + n^2 e^(3B^2/2)",
       1856, Rows::all, Q::denominator, Rel::less_equal, over, exponential(1, {}), false},
      {"denominator-upper", "R <= 2 n^2 e^(3B^2/2)", 1856, Rows::all, Q::denominator, Rel::less_equal, twice},
      {"numerator-yes-terms", "P > e^(3 lambda B^2) + (n^2-1) e^(3(1-epsilon) lambda B^2)", 1871, Rows::yes,
       Q::numerator, Rel::greater, yes_and_rest, exponential(1, {}), false},
      {"numerator-yes", "P > e^(3 lambda B^2)", 1871, Rows::yes, Q::numerator, Rel::greater, yes},
      {"output-yes", "P/R > e^(3 lambda B^2) / (2 n^2 e^(3B^2/2)), eq. 7", 1883, Rows::yes, Q::output,
       Rel::greater, yes, twice},
      {"numerator-no", "P <= n^2 e^((3-epsilon) lambda B^2)", 1891, Rows::no, Q::numerator, Rel::less_equal,
       no},
      {"output-no", "P/R < e^((3-epsilon) lambda B^2) / e^(3B^2/2), eq. 8", 1899, Rows::no, Q::output,
       Rel::less, no, normal},
  };
}

// R <= 2 n^2 e^(3B^2/2): with x = e^(-(1/2 - lambda) B^2), eq. 6 gives at most n^2 e^(3B^2/2) (x^3 + 2 x
// e^(-B^2/2) + 1), and x <= 1/3 if B^2 >= log 3/(1/2 - lambda) = 2 d log 3/(d - m), where lambda = m/(2d):
// then x^3 + 2x < 1.
std::vector<DisplayedBound> gap_triangle_repaired_bounds(const GapShape& shape) {
  std::vector<DisplayedBound> bounds;
  for (DisplayedBound bound : gap_triangle_printed_bounds(shape)) {
    if (!bound.essential) continue;
    if (bound.name == "numerator-yes") {
      bound.relation = Rel::greater_equal;
      bound.formula = "P >= e^(3 lambda B^2)";
    }
    bounds.push_back(bound);
  }
  return bounds;
}

}  // namespace attest
