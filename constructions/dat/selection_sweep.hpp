// All inputs of one setting of dat/select-and-relate, one after the other.
#pragma once

#include <string>

#include "constructions/dat/selection_judge.hpp"
#include "constructions/dat/selection_setting.hpp"

namespace attest {

struct SelectionSweep {
  Integer checked = 0;
  Integer judged = 0;
  Integer tied = 0;  // Select is not defined; judged + tied = checked
  Integer failing = 0;
  Integer line277 = 0;  // inputs on which the printed line is smaller than the one before it
  Integer line278 = 0;
  std::optional<Integer> first_failing;  // ranks
  std::optional<Integer> first_line277;
  std::optional<Integer> first_line278;
  std::optional<Integer> first_tie;  // two best objects differ in their relation to x
  std::optional<Integer> worst;      // the judged input of the largest error
  Interval worst_error;
  Interval error_bound;  // of all judged inputs
  std::optional<Rational> score_gap;
  std::vector<Integer> failing_ranks;
  std::string stopped;  // why, if not all was seen
};

SelectionSweep sweep(const SelectionSetting& setting, const SelectAndRelate& task,
                     const VerifyOptions& options);

// The numbers of the first two objects of greatest utility in the context that differ in their relation to x,
// in the order in which they stand there; empty if there are none. 0-based.
std::optional<std::pair<Symbol, Symbol>> tie_that_matters(const SelectionSetting& setting, const Word& word);

}  // namespace attest
