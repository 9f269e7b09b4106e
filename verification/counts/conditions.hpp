// What a theorem claims of every input beside the right answer, decided for all inputs without visiting each.
//
// Weights that are defined ("normalised"): a head's weights at a receiver are 0/0 exactly where every tuple weighs 0. Tokens that show no
// symbol together vary independently, so some input has that exactly where every block of tokens has a joint symbol that weighs 0.
//
// A text about weights or scores: on all words with the same symbols where the text reads, and where the scores of the head do not hang on
// other symbols, it is as true as on one of them. Words are split until that is so.
#pragma once

#include <vector>

#include "claims/verdict.hpp"
#include "verification/counts/problem.hpp"

namespace attest::counts {

struct ConditionFinding {
  Status status = Status::undecided;
  std::string reason;  // of undecided ones
  std::optional<Word> broken;
};

// In the order of the setting's conditions. Stopped: undecided.
std::vector<ConditionFinding> decide_conditions(const Problem& problem);

}  // namespace attest::counts
