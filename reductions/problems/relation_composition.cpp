#include "reductions/problems/relation_composition.hpp"

namespace attest::problems {

bool solve(const RelationComposition& instance, int i, int j) {
  for (int k = 1; k <= instance.a.size(); ++k) {
    if (instance.a(i, k) == 1 && instance.b(k, j) == 1) return true;
  }
  return false;
}

std::vector<int> tokens(const RelationComposition& instance) {
  std::vector<int> all;
  for (int i = 1; i <= instance.a.size(); ++i) {
    for (int j = 1; j <= instance.a.size(); ++j) all.push_back(2 * instance.a(i, j) + instance.b(i, j));
  }
  return all;
}

}  // namespace attest::problems
