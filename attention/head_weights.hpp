// The weights of a head's index tuples at one receiver of one input, tuple by tuple, by the definition of its kernel
// (layer.hpp).
#pragma once

#include <optional>
#include <span>
#include <vector>

#include "attention/head_sums.hpp"

namespace attest::attention {

// In the order of the head's index set; all zero where an exact-match head finds nothing. Nothing where they are 0/0: no tuple,
// or scores of 0 alone of an expressive head. Throws UsageError for softmax, whose weights are no rational numbers.
// `kinds`: of each token. Looks at the stop flag.
std::optional<std::vector<Rational>> rational_weights(const Head& head, const IntegerScores& scores,
                                                      std::span<const Kind> kinds, Token receiver);

// Whether the weights are defined and sum to 1.
bool has_normalised_weights(const Head& head, const IntegerScores& scores, std::span<const Kind> kinds,
                            Token receiver);

}  // namespace attest::attention
