// The weights that a head's kernel gives to scores, as integers over one common scale: exact where they are rational and not long,
// else enclosed.
#pragma once

#include <map>
#include <vector>

#include "attention/head_sums.hpp"

namespace attest::counts {

struct WeightRange {
  Integer lower;
  Integer upper;
};

// Of each of the scores S; those of exp(S unit) have a common factor. A weight of 0 (z^2/(1+z^2) at 0; exact match is told by S = 0 or
// 1, as no match and match) is {0, 0}.
std::map<Integer, WeightRange> kernel_weights(attention::Kernel kernel, const Surd& unit,
                                              const std::vector<Integer>& scores);

}  // namespace attest::counts
