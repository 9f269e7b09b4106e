// From margins to bits: a significand width that is enough under the model "plain" with unbounded exponent,
// from the certified decision margin and a forward error analysis, without running any input.
//
// If the error of y is below the least decision margin over all inputs, every input is decided rightly.
#pragma once

#include <optional>

#include "constructions/precision/precision_problem.hpp"

namespace attest {

// The least p up to `greatest` with an error bound below `margin`; nullopt if there is none. The bound falls
// with p. The problem must have an error analysis.
std::optional<long> sufficient_precision(const PrecisionProblem& problem, const Rational& margin,
                                         long greatest);

}  // namespace attest
