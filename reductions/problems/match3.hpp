// Match3[n, m] (seed 000, lines 227-231): p in [m-1]^n; the i-th answer says whether p_i + p_j + p_k = 0 mod
// m for some j, k in [n].
#pragma once

#include <vector>

namespace attest::problems {

struct Match3 {
  int m = 2;
  std::vector<int> p;
};

bool solve(const Match3& instance, int i);  // 1 <= i <= n

}  // namespace attest::problems
