// Polynomials with rational coefficients that stand for exp on [-range, range] (seed
// 003_fa68b7a15496b434.txt, Lemma C.1, lines 1348-1350).
//
//   const ExpPolynomial p = best_polynomial(Rational(2), 6, Rational(1, 20));   // x -> p(x), degree 6
//   relative_error(p, ..).upper                                                 // certified
//   (relative_error.hpp)
//
// Nothing here promises an error: whoever builds a polynomial has it certified.
#pragma once

#include <vector>

#include "numeric/interval.hpp"

namespace attest {

struct ExpPolynomial {
  Rational range;                      // positive
  std::vector<Rational> coefficients;  // of x^0, x^1, ...; not empty

  long degree() const { return static_cast<long>(coefficients.size()) - 1; }
  Rational operator()(const Rational& x) const;
};

// 1 + x + x^2/2! + ... + x^degree/degree!.
ExpPolynomial taylor_polynomial(const Rational& range, long degree);

// Interpolates exp at range * cos((2i + 1) pi / (2 degree + 2)), i = 0..degree. Coefficients are rounded to
// multiples of powers of 1/2 so that this moves the relative error by at most eps / 2^16.
ExpPolynomial chebyshev_polynomial(const Rational& range, long degree, const Rational& eps);

// Close to the polynomial of least relative error (Remez exchange for the weight e^(-x)), rounded likewise.
// `points` receives degree + 2 points with which error_of_every_polynomial shows that no polynomial of this
// degree does much better. With `only_below_eps` the exchange stops as soon as that bound exceeds eps.
ExpPolynomial best_polynomial(const Rational& range, long degree, const Rational& eps,
                              std::vector<Rational>* points = nullptr, bool only_below_eps = false);

// A lower bound of max_i |P(x_i) - e^(x_i)| / e^(x_i) for EVERY real polynomial P of degree at most
// points.size() - 2 (de la Vallee-Poussin). Points are distinct, at least two. The argument: with
// w_i = 1 / prod_(j != i) (x_i - x_j), sum w_i P(x_i) = 0, the divided difference of a polynomial of lower
// degree; so sum w_i e^(x_i) = sum w_i (e^(x_i) - P(x_i)) <= max_i(relative error) * sum |w_i| e^(x_i).
Interval error_of_every_polynomial(const std::vector<Rational>& points, Precision precision);

// Bits with which intermediate results of a polynomial of this degree keep a relative error of eps visible.
Precision working_precision(const Rational& range, long degree, const Rational& eps);

}  // namespace attest
