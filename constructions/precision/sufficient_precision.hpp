// From margins to bits: a significand width that is enough under the model "plain" (unbounded exponent), by
// forward error analysis from the certified decision margin and the sizes of the numbers alone, without
// running any input.
//
// Every quantity x of the evaluation is bounded over all inputs by a magnitude M >= |x| and its computed
// value x^ by an error e >= |x^ - x|; u = 2^-p, and every rounded operation is exact times (1 + delta),
// |delta| <= u:
//
//   stored      e = u M
//   product     M = M1 M2,    e = (M1 e2 + M2 e1 + e1 e2)(1 + u) + u M1 M2
//   sum         M = M1 + M2,  e = (e1 + e2)(1 + u) + u (M1 + M2)
//   maximum     the largest of computed scores is off by at most the error of one score
//   softmax     d = s - max: e_d = 2 e_s (1 + u) + 2 u M_s; the exponential is off by the factor 1 + rho with
//               rho = exp(e_d)(1 + u) - 1; the sum of N of them, all positive, by 1 +- rho_T,
//               rho_T = (1 + rho)(1 + u)^(N-1) - 1; the weight by 1 + rho_w, rho_w = (1 + rho)(1 + u) / (1 -
//               rho_T) - 1 (needs rho_T < 1; lower deviations are smaller in absolute value and covered by
//               it)
//   average     a = sum w v with sum w = 1 and |v| <= V: every term passes through at most N + 1 roundings,
//   so
//               with Theta = (1 + rho_w)(1 + u)^(N+1) - 1 the error is at most V Theta + e_v (1 + Theta)
//   ReLU        |max(x^, 0) - max(x, 0)| <= |x^ - x|
//
// If the error of y is below the least decision margin over all inputs, every input is decided rightly. QED
#pragma once

#include <optional>

#include "constructions/precision/precision_problem.hpp"
#include "numeric/interval.hpp"

namespace attest {

// Only to softmax heads; the other kernels have no analysis here.
bool error_analysis_applies(const PrecisionProblem& problem);

// An upper bound on |y^ - y| over all inputs and judged positions; nullopt where the analysis does not apply
// (rho_T >= 1: the width is too small).
std::optional<Interval> output_error_bound(const PrecisionProblem& problem, long significand_bits);

// The least p up to `greatest` with an error bound below `margin`; nullopt if there is none. The bound falls
// with p.
std::optional<long> sufficient_precision(const PrecisionProblem& problem, const Rational& margin,
                                         long greatest);

}  // namespace attest
