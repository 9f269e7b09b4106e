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

// What is to say of one output: wrong or not, and the error and margin of a tally.
struct JudgedOutput {
  bool right = false;
  Rational deviation;
  double error = 0;
  double error_bound = 0;
  double margin = 0;
};
JudgedOutput judge_exactly(const Task& task, const Wanted& wanted, const Rational& y);

// One input whose outputs at the task's judged positions these are; one that is missing is wrong. Counts it as checked.
void note_judged(const Task& task, std::span<const JudgedOutput* const> outputs, InputIndex index,
                 Tally& tally);
void note_outputs(const Task& task, std::span<const Symbol> word, const std::vector<ExactOutput>& outputs,
                  InputIndex index, Tally& tally);

}  // namespace attest
