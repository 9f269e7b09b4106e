// Forward error analysis of a layer of softmax heads under the model "plain" (unbounded exponent), from the
// sizes of its numbers alone, without running any input.
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
#pragma once

#include <optional>

#include "constructions/precision/layer_problem.hpp"
#include "numeric/interval.hpp"

namespace attest {

// An upper bound on |y^ - y| over all inputs and judged positions; nullopt where rho_T >= 1: the width is too
// small. The heads must be softmax heads.
std::optional<Interval> layer_error_bound(const LayerProblem& problem, long significand_bits);

}  // namespace attest
