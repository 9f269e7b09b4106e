// Sum2[l, m] (seed 000, lines 237-239): p in ([m-1] without m-2)^l; is p_j + p_k = -1 mod m for some j, k
// (j = k allowed)?
#pragma once

#include <vector>

namespace attest::problems {

struct Sum2 {
  int m = 2;
  std::vector<int> p;
};

std::vector<int> sum2_alphabet(int m);
bool solve(const Sum2& instance);

}  // namespace attest::problems
