// Forward error analysis of a layer under the model "plain" (unbounded exponent), without running any input:
// how far a computed output can be from the exact one.
//
// What is looked at are the kinds of tokens, (token, content). The encoding of a kind, its queries, keys and
// values are one number each; from the scores on, numbers are bounded over all contents that the other tokens
// may have. bounded_number.hpp has the operations and their bounds; u = 2^-p. For each kind of judged token:
//
//   one tuple   a head that sums over one tuple gives it the weight exp(0)/exp(0) = 1: a is its value
//
//   softmax     scores s in [low, high], each off by at most e_s, and so is the largest one. For d = s - max
//               e_d = 2 e_s (1 + u) + u (high - low), or 0 if scores are exact and high - low is
//               representable with their grid; the exponential is off by the factor 1 + rho, rho = exp(e_d)(1
//               + u) - 1; the sum of N of them, all positive, by 1 +- rho_T, rho_T = (1 + rho)(1 + u)^(N-1) -
//               1; the weight by 1 + rho_w, rho_w = (1 + rho)(1 + u) / (1 - rho_T) - 1 (needs rho_T < 1;
//               lower deviations are smaller in absolute value and covered by it)
//
//   average     a = sum w v with sum w = 1 and |v| <= V: adding an exact zero rounds nothing, so that a term
//               passes through at most R roundings, R the number of tuples whose value is not zero throughout
//               (its own product and R - 1 sums). With Theta = (1 + rho_w)(1 + u)^R - 1 the error is at most
//               V Theta + e_v (1 + Theta)
//
//   rational    a kernel of the rational form: by its operations as bounded numbers, which know that squares are not negative, and between
//               its values at the least and the largest |z|
//
//   expressive  seed 004, eq. (2): f(z) = z^2/(1+z^2). By the operations z z, 1 + z z and their quotient as
//               bounded numbers, where all of it is exact; and in any case with kappa = (1 + u)^2/(1 - u) -
//               1: z z (1 + d1) and (1 + z z (1 + d1))(1 + d2) have the quotient f(z^) times (1 + d1)(1 +
//               z^2)/(1 + z^2 (1 + d1)) (1 + d3)/(1 + d2), whose first part lies between 1 and 1 + d1, so
//               that f's computed value is off from f(z^) by at most kappa f(z^); and |f(z^) - f(z)|
//               <= (2/3) e_z because |f'| = 2|z|/(1+z^2)^2 is largest at 3 z^2 = 1, 3 sqrt(3)/8 < 2/3. Hence
//               e_f = kappa max f + (2/3) e_z (1 + kappa)
//
//   weights     of kernels of the rational form and exact match: T = sum of kernels from the left. A lower bound of T
//               is the sum over tuples of the least kernel over the contents of their tokens. Where that is
//               zero nothing follows (no error analysis); exact match is different: there T is a number of
//               matches, 1 at least unless it is 0, and then a = 0 exactly, rounded or not: values are bounded. a
//               = sum (f/T) v by quotient, product and sum of bounded numbers; as weights are nonnegative and
//               add up to 1, every partial sum lies between 0 and the values
//
//   matches     exact_matching.hpp. Where T <= 2^p on every input, T and the ones are exact, rho_w = u, and
//               the average is bounded as for the softmax. Of that and the bound of `weights` the smaller
//               one counts: both hold. (Beyond 2^p rho_T is at least (1 + u)^(2^p) - 1 >= 1.)
//
// Everything after the heads is an operation of bounded_number.hpp: W_O a, x_i +, affine maps, ReLU, and the
// polynomial read-out.
#pragma once

#include <optional>

#include "numeric/interval.hpp"
#include "precision/layer/layer_precision.hpp"

namespace attest {

// An upper bound on |y^ - y| over all inputs and judged positions; nullopt where the width is too small for
// the analysis (rho_T >= 1, a computed T that may be zero, or other matches than the exact ones).
std::optional<ErrorBound> layer_error_bound(const LayerPrecision& problem, long significand_bits);

// Whether T has a positive lower bound in every head whose kernel has the rational form.
bool has_normaliser_bound(const LayerPrecision& problem);

}  // namespace attest
