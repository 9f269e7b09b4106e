#include "algorithms/approximation/degree_bounds.hpp"

#include <functional>

#include "numeric/checked.hpp"

namespace attest {

namespace {

// Upward from a degree that is too small or just right.
CertifiedPolynomial first_certified(long start, long last, const Rational& eps,
                                    const std::function<ExpPolynomial(long)>& family) {
  CertifiedPolynomial result;
  for (long degree = start; degree <= last && !result.certified; ++degree) {
    result.polynomial = family(degree);
    result.certified = relative_error_below(result.polynomial, eps, result.error) == Status::holds;
  }
  return result;
}

Interval log_inverse(const Rational& eps) {
  return log(Interval(Rational(1 / eps), 4 * initial_precision));
}

}  // namespace

DegreeFormula printed_degree_formula(const Rational& gamma, const Rational& eps) {
  // log(1/eps) is transcendental, so it is never the rational Gamma, and raising the precision ends.
  for (Precision precision = 4 * initial_precision;; precision *= 2) {
    DegreeFormula f;
    const Interval g(gamma, precision);
    f.log_inverse_eps = log(Interval(Rational(1 / eps), precision));
    f.inner = log(f.log_inverse_eps / g);
    f.inner_sign = compare(f.inner, Rational(0));
    f.value = f.inner_sign == Ordering::less ? g : max(f.log_inverse_eps / f.inner, g);
    if (f.inner_sign != Ordering::undecided || precision >= maximal_precision) return f;
  }
}

DegreeBracket degree_bracket(const Rational& range, const Interval& log_inverse_eps) {
  const Precision precision = log_inverse_eps.precision();
  const Interval log_range = log(Interval(range, precision));
  const Interval log_two = log(Interval(2L, precision));
  const Interval twice(Rational(2 * range), precision);
  Interval log_error = log_range;  // log E_0
  DegreeBracket bracket{0, -1};
  for (long g = 0;; ++g) {
    // log E_g + L against 2 range and -2 range.
    const Interval scaled = log_error + log_inverse_eps;
    const Ordering lower = compare(scaled, twice);
    if (lower == Ordering::greater || lower == Ordering::equal) bracket.least = g + 1;
    if (compare(scaled, -twice) == Ordering::less) {
      bracket.sufficient = g;
      return bracket;
    }
    log_error = log_error + log_range - log_two - log(Interval(g + 2, precision));
  }
}

CertifiedPolynomial least_polynomial(const Rational& range, const Rational& eps) {
  const DegreeBracket bracket = degree_bracket(range, log_inverse(eps));
  const auto lower_bound = [&](long degree) {
    std::vector<Rational> points;
    best_polynomial(range, degree, eps, &points, true);
    return error_of_every_polynomial(points, working_precision(range, degree, eps));
  };
  const auto impossible = [&](const Interval& error) {
    const Ordering order = compare(error, eps);
    return order == Ordering::greater || order == Ordering::equal;
  };
  // The error of the best polynomial does not grow with the degree: bisection for the first degree that is
  // not proved impossible.
  long low = bracket.least - 1;  // impossible, or -1
  long high = bracket.sufficient;
  while (high - low > 1) {
    const long middle = low + (high - low) / 2;
    (impossible(lower_bound(middle)) ? low : high) = middle;
  }
  CertifiedPolynomial result = first_certified(high, 2 * bracket.sufficient + 1, eps, [&](long degree) {
    return best_polynomial(range, degree, eps);
  });
  const long degree = result.polynomial.degree();
  if (degree == 0) {
    result.least = true;
  } else {
    result.error_below = lower_bound(degree - 1);
    result.least = impossible(*result.error_below);
  }
  return result;
}

CertifiedPolynomial least_taylor(const Rational& range, const Rational& eps) {
  const DegreeBracket bracket = degree_bracket(range, log_inverse(eps));
  // Taylor's tail is at most 2^(g + 1) times the bracket's error, and one more degree gains range / (g + 2).
  const long last = 4 * (bracket.sufficient + 4) + 8 * to_long(floor_of(range));
  return first_certified(bracket.least, last, eps,
                         [&](long degree) { return taylor_polynomial(range, degree); });
}

CertifiedPolynomial least_chebyshev(const Rational& range, const Rational& eps) {
  const DegreeBracket bracket = degree_bracket(range, log_inverse(eps));
  return first_certified(bracket.least, 2 * bracket.sufficient + 1, eps,
                         [&](long degree) { return chebyshev_polynomial(range, degree, eps); });
}

}  // namespace attest
