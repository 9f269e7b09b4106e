// Integer vectors that generate the same sums as given ones: what all values of a multilinear form have in common shows on
// generators already.
#pragma once

#include <vector>

#include "numeric/integer.hpp"

namespace attest::attention {

// At most as many vectors as they have coordinates, in echelon form, whose integer combinations are those of `vectors`
// (all of one length; empty ones are left out).
std::vector<std::vector<Integer>> lattice_generators(const std::vector<std::vector<Integer>>& vectors);

// The greatest common divisor of sum_c prod_k x_k[c] over all choices of x_k from the k-th list; 0 where all are 0.
// All vectors have one length.
Integer common_divisor(const std::vector<std::vector<std::vector<Integer>>>& factors);

}  // namespace attest::attention
