// Forward error analysis of a FeatureProblem with softmax under the model "plain" (unbounded exponent),
// without running any context.
//
// A grid has finitely many points, so scores and values are looked at pair by pair: each is one number with
// an error, and arithmetic/bounded_number.hpp has the operations and their bounds; u = 2^-p.
//
//   softmax   the weights do not change when the largest computed score m^ is subtracted from all exact
//             scores, so d = s^ - m^ is compared with s - m^: e_d = e_s + u (D + 2 e_s), e_s the largest
//             error of the receiver's scores and D the largest difference between two of them; where all
//             scores are exact, e_d is the largest error of a difference of two of them, which is 0 if all of
//             them have p bits
//   weights   as in layer/layer_error.hpp, N the length of the context: rho = exp(e_d)(1 + u) - 1, rho_T = (1
//   +
//             rho)(1 + u)^(N-1) - 1, rho_w = (1 + rho)(1 + u) / (1 - rho_T) - 1
//   average   a term passes through N roundings at most, its own product and N - 1 sums: Theta = (1 + rho_w)
//             (1 + u)^N - 1; the error of the average is at most V Theta + e_v (1 + Theta), V the largest
//             value and e_v the largest error of one
//
// The bound falls with p: what has p bits has more of them too.
#pragma once

#include <optional>

#include "numeric/interval.hpp"
#include "precision/features/feature_problem.hpp"

namespace attest {

// An upper bound on |y^ - y| over all receivers, contexts and coordinates; nullopt where rho_T >= 1: the
// width is too small.
std::optional<Interval> feature_error_bound(const FeatureProblem& problem, long significand_bits);

}  // namespace attest
