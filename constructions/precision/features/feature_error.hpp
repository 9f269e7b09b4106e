// Forward error analysis of a FeatureProblem with softmax under the model "plain" (unbounded exponent),
// without running any context.
//
// A grid has finitely many points, so scores and values are looked at pair by pair. Of each number x of the
// networks its exact value and an error e >= |x^ - x| are kept; u = 2^-p, every operation is exact times (1 +
// delta), |delta| <= u, and leaves alone what has p bits:
//
//   stored, product, sum   e = c (1 + u) + u |x|,  c the error that comes in: |a| e_b + |b| e_a + e_a e_b, or
//   e_a + e_b;
//                          e = 0 where c is 0 because both operands are exact, and x has p bits; a sum with
//                          an exact zero is no operation, a product with one is zero
//   ReLU                   e is not enlarged
//   softmax                the weights do not change when the largest computed score m^ is subtracted from
//   all exact
//                          scores, so d = s^ - m^ is compared with s - m^: e_d = e_s + u (D + 2 e_s), e_s the
//                          largest error of the receiver's scores and D the largest difference between two of
//                          them; e_d = 0 where all scores are exact and all differences have p bits
//   and from there         as in layer_error.hpp, N the length of the context: rho = exp(e_d)(1 + u) - 1,
//                          rho_T = (1 + rho)(1 + u)^(N-1) - 1, rho_w = (1 + rho)(1 + u) / (1 - rho_T) - 1,
//                          Theta = (1 + rho_w)(1 + u)^(N+1) - 1; the error of the average is at most
//                          V Theta + e_v (1 + Theta), V the largest value and e_v the largest error of one
//
// The bound falls with p: what has p bits has more of them too.
#pragma once

#include <optional>

#include "constructions/precision/features/feature_problem.hpp"
#include "numeric/interval.hpp"

namespace attest {

// An upper bound on |y^ - y| over all receivers, contexts and coordinates; nullopt where rho_T >= 1: the
// width is too small. The kernel must be softmax.
std::optional<Interval> feature_error_bound(const FeatureProblem& problem, long significand_bits);

}  // namespace attest
