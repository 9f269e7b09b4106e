// What a softmax head sums at one token (HeadSums) where the sum over index tuples factorises along a forest (forest.hpp):
// in about (variables) * (tokens)^2 additions of sums of exponentials instead of (tokens)^(variables - 1) terms.
#pragma once

#include <optional>
#include <span>

#include "attention/forest.hpp"
#include "attention/head_sums.hpp"

namespace attest::attention {

// The forest of a head whose tuples are all tuples of all tokens; monomials that are zero for all tokens are left out. Nothing
// where the other monomials form none.
std::optional<Forest> forest_of_head(const Head& head, const IntegerScores& scores);

// What head_sums gives, the first best tuple included. `forest` is forest_of_head's; the head has softmax.
HeadSums sums_along_forest(const Head& head, const IntegerScores& scores, const Forest& forest,
                           std::span<const Kind> kinds, Token receiver);

}  // namespace attest::attention
