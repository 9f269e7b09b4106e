// Ind_n (seed 000, line 212): p_1 and q_1..q_n in [n]; is q_{p_1} = 1?
#pragma once

#include <vector>

namespace attest::problems {

struct Indexing {
  int p1 = 1;
  std::vector<int> q;
};

bool solve(const Indexing& instance);

}  // namespace attest::problems
