// Disj_m (seed 000, line 285): a, b in {0,1}^m; is a_i = b_i = 1 for some i? (The paper's name is
// disjointness; the answer is 1 where the two sets meet.)
#pragma once

#include <vector>

namespace attest::problems {

struct SetIntersection {
  std::vector<int> a;
  std::vector<int> b;
};

bool solve(const SetIntersection& instance);

}  // namespace attest::problems
