// Which degree a polynomial needs for a relative error below eps on [-range, range].
//
// The formula of Lemma C.1 (seed 003_fa68b7a15496b434.txt, line 1349) is F = max{L / log(L / Gamma), Gamma},
// L = log(1/eps). The paper writes Theta(F). How to read it, and the constant:
//
//   For all Gamma > 0, eps in (0, 1) with L != Gamma the Taylor polynomial of any degree t >= 22/5 F - 1 has
//   relative error below eps. Proof. Let N = t + 1 >= 2 Gamma. The tail at any a is at most 2 Gamma^N / N! <
//   (e Gamma / N)^N by Stirling, and e^a >= e^-Gamma; so N log(N / (e Gamma)) >= L + Gamma suffices, whose
//   left side grows with N. Write l = L / Gamma. If l < 1 then F = Gamma; N >= C Gamma gives C Gamma (log C -
//   1) >= 2 Gamma for C = 22/5. If l > 1 then l / log l >= e > 1, so F = Gamma l / log l; with u = log l and
//   N >= C F the left side is at least C F (log C - 1 + u - log u) >= C Gamma l ((log C - 1) / u + 1 - 1/e),
//   as log u <= u/e; and C (1 - 1/e) >= 2 > 1 + 1/l for C = 22/5.
//
// So the lemma, an existence statement, holds with the constant 22/5 in the place of Theta.
#pragma once

#include <optional>

#include "algorithms/approximation/relative_error.hpp"

namespace attest {

struct DegreeFormula {
  Interval log_inverse_eps;  // L
  Interval inner;            // log(L / Gamma); its sign decides which branch the maximum takes
  Ordering inner_sign = Ordering::undecided;
  Interval value;  // F; not finite where the sign is undecided
};
DegreeFormula printed_degree_formula(const Rational& gamma, const Rational& eps);

// Degrees by a closed formula, for any size: with E_g = range^(g+1) / (2^g (g+1)!), no polynomial of degree g
// has a relative error below e^(-2 range) E_g, and the Chebyshev interpolant has at most e^(2 range) E_g.
// Lower half: error_of_every_polynomial at the extrema of T_(g+1): sum |w_i| = 2^g / range^(g+1), the divided
// difference of exp is at least e^-range / (g+1)!, weights e^(x_i) <= e^range. Upper half: the interpolation
// error is e^xi prod(x - x_i) / (g+1)! with |prod| <= 2 (range/2)^(g+1).
struct DegreeBracket {
  long least;       // no smaller degree will do
  long sufficient;  // this one does
};
// log_inverse_eps encloses log(1/eps); greater than 0.
DegreeBracket degree_bracket(const Rational& range, const Interval& log_inverse_eps);

struct CertifiedPolynomial {
  ExpPolynomial polynomial;
  RelativeError error;
  bool certified = false;  // proved: error.upper < eps
  bool least = false;      // proved: no polynomial of smaller degree has a relative error below eps
  std::optional<Interval> error_below;  // what every polynomial of degree - 1 exceeds, if degree > 0
};

// The polynomial of least degree whose relative error is certified to be below eps (0 < eps < 1). Not
// certified only if no degree up to twice the sufficient one of the bracket could be.
CertifiedPolynomial least_polynomial(const Rational& range, const Rational& eps);

// The least degree, from the bracket's upward, at which the family's polynomial is certified.
CertifiedPolynomial least_taylor(const Rational& range, const Rational& eps);
CertifiedPolynomial least_chebyshev(const Rational& range, const Rational& eps);

}  // namespace attest
