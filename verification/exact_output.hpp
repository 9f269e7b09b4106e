// Outputs that are rational numbers: what they decide, and what an input adds to a tally.
#pragma once

#include <span>
#include <vector>

#include "verification/judged_claim.hpp"

namespace attest {

struct ExactOutput {
  Rational y;
  Json winner;  // the tokens (1-based) that matched, where there is such a thing
};

PositionOutput judged_output(const Wanted& wanted, bool of_vector, ExactOutput out);

// One input whose outputs at the task's judged positions these are: wrong or not, its error and margin. Counts it as checked.
void note_outputs(const Task& task, std::span<const Symbol> word, const std::vector<ExactOutput>& outputs,
                  InputIndex index, Tally& tally);

}  // namespace attest
