#include "reductions/problems/quotient_composition.hpp"

namespace attest::problems {

bool solve(const QuotientComposition& instance, int i, int j) {
  const int m = instance.a.size();
  for (int k1 = 1; k1 <= m; ++k1) {
    for (int k2 = 1; k2 <= m; ++k2) {
      if (k1 == k2 || instance.col.at(k1 - 1) != instance.col.at(k2 - 1)) continue;
      if (instance.a(i, k1) == 1 && instance.b(k2, j) == 1) return true;
    }
  }
  return false;
}

std::vector<int> tokens(const QuotientComposition& instance) {
  const int m = instance.a.size();
  std::vector<int> all;
  for (int i = 1; i <= m; ++i) {
    for (int j = 1; j <= m; ++j) {
      const int colours = instance.col.at(i - 1) * (m + 1) + instance.col.at(j - 1);
      all.push_back(4 * colours + 2 * instance.a(i, j) + instance.b(i, j));
    }
  }
  return all;
}

}  // namespace attest::problems
