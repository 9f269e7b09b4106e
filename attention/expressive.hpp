// Expressive attention (seed 004_9370d393bf99a4b8.txt, eq. (2), line 54): the weight of a key with dot
// product z is z^2 / (1 + z^2), divided by the sum over the row.
//
//   expressive_weights({0, 1, 3});     // 0, 5/14, 9/14: the terms are 0, 1/2, 9/10
//   expressive_weights({0, 0});        // nothing: the row's normalisation factor N_m is 0
#pragma once

#include <optional>
#include <vector>

#include "numeric/integer.hpp"

namespace attest {

Rational expressive_kernel(const Rational& z);

// The weights of one row, nonnegative and of sum 1. Nothing where every z is 0 (or there is none): eq. (2)
// divides 0 by 0 there.
std::optional<std::vector<Rational>> expressive_weights(const std::vector<Rational>& z);

}  // namespace attest
