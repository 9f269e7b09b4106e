// The error bound of the floating-point filter: how far a sum of products computed in binary64 can be from the
// exact one. See docs/certification.md for the use that is made of it.
#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>

namespace attest {

// gamma_k = k u / (1 - k u) with u = 2^-53, rounded up: every product of k factors (1 + e_i) or their
// inverses with |e_i| <= u differs from 1 by at most gamma_k (Higham, Accuracy and Stability of
// Numerical Algorithms, Lemma 3.1). Requires k < 2^50, else std::invalid_argument.
double relative_rounding_bound(std::size_t roundings);

// a + b and a * b rounded up, for nonnegative finite arguments whose result is finite; the processor's nan
// stays nan. A correctly rounded result is within half an ulp of the exact one, so the next double up bounds
// it.
inline double next_up(double nonnegative) {
  return std::bit_cast<double>(std::bit_cast<std::uint64_t>(nonnegative + 0.0) + 1);  // -0.0 + 0.0 is 0.0
}
inline double add_up(double a, double b) {
  return next_up(a + b);
}
inline double multiply_up(double a, double b) {
  return next_up(a * b);
}

}  // namespace attest
