#include "reductions/problems/composition.hpp"

namespace attest::problems {

int solve(const Composition& instance) {
  const int middle = instance.g.at(instance.x - 1);
  return instance.h.at(middle - 1);
}

std::vector<int> tokens(const Composition& instance) {
  std::vector<int> all = instance.g;
  all.insert(all.end(), instance.h.begin(), instance.h.end());
  all.push_back(instance.x);
  return all;
}

}  // namespace attest::problems
