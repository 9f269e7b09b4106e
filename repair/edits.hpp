// Every edit that a search for a repair makes of a theorem: those of single expressions (tree_edits.hpp), and two of a layer:
//
//   the rows of a head give way to the score that is displayed of them (the program finds rows for a score)    2 + 2 a row
//   where a head's output lands, and what reads it there, moves to another coordinate of the stream            3
//
// What costs most is least like a slip of the pen. A repair of several edits costs what they cost together.
#pragma once

#include <cstddef>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "theorems/theorem_text.hpp"

namespace attest::theorems::repair {

struct Edit {
  std::optional<std::size_t> site;  // of for_each_site; nothing: of a layer
  int cost = 0;
  std::string kind;
  std::function<void(TheoremText&)>
      apply;  // to the theorem that it was made for, or one that differs at other sites alone
};

// Ascending cost.
std::vector<Edit> edits_of(const TheoremText& text);

}  // namespace attest::theorems::repair
