// What a verdict's text says below it where an output of a layer is wrong.
#pragma once

#include <string>

#include "claims/verdict.hpp"
#include "tools/attest/explained_input.hpp"

namespace attest {

inline constexpr std::size_t tuples_in_brief = 3;

// Why the counterexample's output is wrong, shortly, and the command for the rest; of a refuted display the lines of the text that
// disagree; empty where there is no layer of
// attention, or no wrong output.
std::string counterexample_text(const ExplainedInput& explained, const Verdict& verdict);

}  // namespace attest
