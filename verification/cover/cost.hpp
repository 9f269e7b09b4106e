// How much a cover has to look at, before it is begun.
#pragma once

#include "verification/cover/problem.hpp"

namespace attest::cover {

struct Cost {
  Integer
      candidates;  // for the best tuple: tuples with their values, over all judged tokens with their symbols, and heads
  Integer terms;  // times the tuples that each is compared with
};

// At most that much for one goal as long as no box is split; where sums follow a forest, far less.
Cost cost_of(const CoverProblem& problem);

}  // namespace attest::cover
