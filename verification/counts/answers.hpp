// The right answer on a box of counts, from the task's text alone.
#pragma once

#include <optional>

#include "verification/counts/box.hpp"

namespace attest::counts {

// Whether an exchange of what any two blocks of a group show (position by position) changes no answer: shown from tables of the text
// (BoxTruth::is_symmetric), false where it does not show. Only groups of two blocks or more are looked at.
bool answers_are_symmetric(const Terms& terms, const std::vector<Group>& groups);

struct Answered {
  std::optional<long> answer;
  // Where it is not known: a group with a choice that it hangs on, and a class of it.
  std::size_t group = cover::none;
  std::size_t of_class = 0;
};

// Of groups whose classes are single symbols (Grouping, one by one) and whose blocks may be exchanged.
Answered answer_in(const Terms& terms, const std::vector<Group>& groups, const Box& box);

}  // namespace attest::counts
