// From a relative error of exp to the error of attention's output, for ALL matrices.
//
// Let w_i > 0 be the weights of the tuples, each a product of k exponentials, and let every exponential be
// replaced by a number within the factor 1 +- eps: the weights become w_i (1 + delta_i) with a = (1 - eps)^k
// <= 1 + delta_i <= (1 + eps)^k = b. Write p_i for w_i over their sum, p'_i for the new ones, S for the
// tuples with p'_i >= p_i and x = p(S). Then p'(S) <= x b / (x b + (1 - x) a), so with rho = b / a
//
//   sum |p'_i - p_i| = 2 (p'(S) - x) <= 2 max_x (x rho / (x rho + 1 - x) - x) = 2 (sqrt(rho) - 1) /
//   (sqrt(rho) + 1),
//
// the maximum being at x = 1 / (1 + sqrt(rho)); and |Att' - Att| = |sum (p'_i - p_i) v_i| <= max|v_i| times
// that. No factor n and no e^(Gamma^2) enters. For small eps it is k eps.
#pragma once

#include "numeric/interval.hpp"

namespace attest {

// 2 (sqrt(rho) - 1) / (sqrt(rho) + 1), rho = ((1 + eps) / (1 - eps))^factors, 0 < eps < 1.
Interval output_error_bound(const Rational& eps, long factors, Precision precision);

}  // namespace attest
