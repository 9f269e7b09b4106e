// From margins to bits: a significand width that is enough under the model "plain" with unbounded exponent,
// from the certified decision margin and a forward error analysis, without running any input.
//
// If the error of y is below the least decision margin over all inputs, every input is decided rightly.
#pragma once

#include <optional>

#include "precision/precision_problem.hpp"

namespace attest {

// A width p with an error bound below `margin` at p and at every larger width; nullopt if there is none up to
// `greatest`. Bounds that hold for all larger widths fall as p grows, and the least such p is found by
// bisection; below it, as long as bounds that are those of one width each (keys that match as they should
// although they are rounded) follow on one another without a gap, p goes down with them. The problem must
// have an error analysis.
std::optional<long> sufficient_precision(const PrecisionProblem& problem, const Rational& margin,
                                         long greatest);

}  // namespace attest
