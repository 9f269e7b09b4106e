// How many inputs fail, by boxes that are disjoint: each fixes some symbols, and the boxes of a split are those of all values of one
// symbol. In a box either every judged output is shown right, or one of them is shown wrong on every input, or it is split.
//
// Both are shown by the search (search.hpp) within the box: its boxes by best tuples overlap, but they only have to cover.
#pragma once

#include <optional>
#include <string>

#include "claims/verify_options.hpp"
#include "verification/cover/problem.hpp"

namespace attest::cover {

struct FailingCount {
  std::optional<Integer> failing;  // nothing: not counted, see reason
  std::string reason;
  std::uint64_t boxes = 0;
};

// `most_boxes`: after as many it is given up. Does not throw Stopped.
FailingCount count_failing(const CoverProblem& problem, std::uint64_t most_boxes);

}  // namespace attest::cover
