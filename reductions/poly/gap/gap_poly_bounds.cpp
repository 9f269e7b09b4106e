// The displayed bounds of Lemmas E.8 (003_fa68b7a15496b434.txt, lines 2485-2552), E.13 (lines 2767-2793) and
// E.18 (lines 3006-3028), with the exponents of n as printed.
#include "reductions/poly/hardness/displayed_bounds.hpp"

namespace attest {

namespace {

using Q = BoundedQuantity;
using Rows = BoundedRows;
using Rel = BoundRelation;

Exponent degree_k(const GapShape& shape, const Rational& coefficient) {
  return monomial_exponent(coefficient, static_cast<std::size_t>(shape.k));
}

}  // namespace

// e^(B^k lambda/(s+1)) has the exponent lambda d B^k/d~ with lambda as line 2487 defines it.
std::vector<DisplayedBound> gap_kip_printed_bounds(const GapShape& shape) {
  const long n = shape.n;
  const long t = shape.t;
  const long k = shape.k;
  const Exponent normal = normalising_exponent(shape);
  const Exponent yes = degree_k(shape, shape.m);
  const Exponent no = degree_k(shape, (1 - shape.epsilon) * shape.m);
  const Rational free = rational_power(2 * n, t - k - 1);
  const Rational no_count = rational_power(2, t - k - 1) * rational_power(n, t - 1);
  return {
      {"denominator-lower", "R > n^(t-1) e^(B^k lambda/(s+1)), eq. 14", 2507, Rows::all, Q::denominator,
       Rel::greater, exponential(rational_power(n, t - 1), normal)},
      {"denominator-upper", "R < 2^(t-1) n^(t-1) e^(B^k lambda/(s+1)), eq. 14", 2507, Rows::all,
       Q::denominator, Rel::less, exponential(rational_power(2 * n, t - 1), normal)},
      {"numerator-yes", "P > (2n)^(t-k-1) e^(B^k M/((s+1)c))", 2520, Rows::yes, Q::numerator, Rel::greater,
       exponential(free, yes)},
      {"output-yes", "P/R > e^(B^k (M/c - lambda)/(s+1)) / (2n)^(k-1), eq. 15", 2526, Rows::yes, Q::output,
       Rel::greater, exponential(1, yes), exponential(rational_power(2 * n, k - 1), normal)},
      {"numerator-no", "P < 2^(t-k-1) n^(t-1) e^((1-epsilon) B^k M/((s+1)c))", 2542, Rows::no, Q::numerator,
       Rel::less, exponential(no_count, no)},
      {"output-no", "P/R < 2^(t-k-1) e^(B^k ((1-epsilon) M/c - lambda)/(s+1)), eq. 16", 2547, Rows::no,
       Q::output, Rel::less, exponential(rational_power(2, t - k - 1), no), exponential(1, normal)},
  };
}

std::vector<DisplayedBound> gap_hypergraph_printed_bounds(const GapShape& shape) {
  const long n = shape.n;
  const long t = shape.t;
  const long k = shape.k;
  const Exponent normal = normalising_exponent(shape);
  const Rational most = shape.constraints * shape.m;  // m_0 = C m and epsilon_0 = epsilon/C, lines 2624-2630
  const Exponent yes = degree_k(shape, most);
  const Exponent no = degree_k(shape, most - shape.epsilon * shape.m);
  return {
      {"denominator-lower", "R > n^(t-1) e^(lambda B^k/(s+1))", 2770, Rows::all, Q::denominator, Rel::greater,
       exponential(rational_power(n, t - 1), normal)},
      {"denominator-upper", "R < 2^(t-1) n^(t-1) e^(lambda B^k/(s+1))", 2770, Rows::all, Q::denominator,
       Rel::less, exponential(rational_power(2 * n, t - 1), normal)},
      {"numerator-yes", "P > (2n)^(t-k-1) e^(B^k M_0/((s+1)c))", 2777, Rows::yes, Q::numerator, Rel::greater,
       exponential(rational_power(2 * n, t - k - 1), yes)},
      {"output-yes", "P/R > e^(B^k (M_0/c - lambda)/(s+1)) / (2n)^(k-1), eq. 17", 2782, Rows::yes, Q::output,
       Rel::greater, exponential(1, yes), exponential(rational_power(2 * n, k - 1), normal)},
      {"numerator-no", "P < 2^(t-k-1) n^(t-1) e^((1-epsilon_0) B^k M_0/((s+1)c))", 2788, Rows::no,
       Q::numerator, Rel::less, exponential(rational_power(2, t - k - 1) * rational_power(n, t - 1), no)},
      {"output-no", "P/R < e^(B^k ((1-epsilon_0) M_0/c - lambda)/(s+1)), eq. 18", 2793, Rows::no, Q::output,
       Rel::less, exponential(1, no), exponential(1, normal)},
  };
}

// t_0 is the number of the cycle's first variable, as the print has it; e^(r B^2/(r+1)) has exponent r d
// B^2/d~.
std::vector<DisplayedBound> gap_cycle_printed_bounds(const GapShape& shape) {
  const long n = shape.n;
  const long t_0 = shape.start;
  const long r = shape.chosen;
  const Exponent normal = degree_k(shape, r * shape.d);
  const Rational most = r * shape.m;
  const Exponent yes = degree_k(shape, most);
  const Exponent no = degree_k(shape, most - shape.epsilon * shape.m);
  return {
      {"denominator-lower", "R > n^(t_0-1) e^(r B^2/(r+1))", 3010, Rows::all, Q::denominator, Rel::greater,
       exponential(rational_power(n, t_0 - 1), normal)},
      {"denominator-upper", "R < 2^(t_0-1) n^(t_0-1) e^(r B^2/(r+1))", 3010, Rows::all, Q::denominator,
       Rel::less, exponential(rational_power(2 * n, t_0 - 1), normal)},
      {"numerator-yes", "P > (2n)^(t_0-r-1) e^(M_0 B^2/((r+1)c))", 3016, Rows::yes, Q::numerator,
       Rel::greater, exponential(rational_power(2 * n, t_0 - r - 1), yes)},
      {"output-yes", "P/R > e^(B^2 (M_0/c - r)/(r+1)) / (2n)^r, eq. 20", 3020, Rows::yes, Q::output,
       Rel::greater, exponential(1, yes), exponential(rational_power(2 * n, r), normal)},
      {"numerator-no", "P < 2^(t_0-r-1) n^(t_0-1) e^((1-epsilon_0) B^2 M_0/((r+1)c))", 3024, Rows::no,
       Q::numerator, Rel::less, exponential(rational_power(2, t_0 - r - 1) * rational_power(n, t_0 - 1), no)},
      {"output-no", "P/R < 2^(t_0-r-1) e^(B^2 ((1-epsilon_0) M_0/c - r)/(r+1)), eq. 21", 3028, Rows::no,
       Q::output, Rel::less, exponential(rational_power(2, t_0 - r - 1), no), exponential(1, normal)},
  };
}

}  // namespace attest
