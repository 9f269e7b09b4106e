// The relative error max |P(a) - e^a| / e^a of a polynomial on [-range, range], enclosed for ALL a.
//
// [-range, range] is cut into closed cells. On the cell [c - h, c + h] the function P(a) e^(-a) - 1 is a
// power series in a - c whose coefficients are computed with Arb from the Taylor shift of P; so
//
//   |P(a) e^(-a) - 1| <= |f_0 - 1| + sum_(0<k<K) |f_k| h^k + tail,
//   tail = 2 e^(-c) h^K / (K - g)! * sum_j |q_j|,   q_j the coefficients of P(c + y), g = deg P, h <= 1,
//
// since f_k = e^(-c) sum_j q_j (-1)^(k-j) / (k-j)!, sum_(k>=K) h^(k-j) / (k-j)! <= 2 h^(K-j) / (K-j)!, and
// (K-j)! >= (K-g)!. Cancellation happens inside the f_k, where the precision is, so the bound is close to the
// true maximum as soon as h is small against the distance of two zeros. Cells that are not good enough are
// halved.
#pragma once

#include "algorithms/approximation/exp_polynomial.hpp"
#include "claims/verdict.hpp"

namespace attest {

struct RelativeError {
  Interval lower;  // encloses the error at the point `worst`
  Rational worst;
  Interval upper;         // its upper end bounds the error everywhere
  std::size_t cells = 0;  // closed cells whose union is the whole interval
};

// upper is at most (1 + tolerance) * lower, unless the error is so far below `scale` that the precision,
// which is chosen for errors of that order, does not suffice. All three numbers are positive.
RelativeError relative_error(const ExpPolynomial& p, const Rational& tolerance, const Rational& scale);

// Is |P(a) - e^a| < eps e^a for every a? A refutation has its point in `worst`. The tolerance is made smaller
// until the answer is clear, at most to 2^-30. The two ends are looked at first.
Status relative_error_below(const ExpPolynomial& p, const Rational& eps, RelativeError& error);

}  // namespace attest
