#include "reductions/problems/indexing.hpp"

namespace attest::problems {

bool solve(const Indexing& instance) {
  return instance.q.at(instance.p1 - 1) == 1;
}

}  // namespace attest::problems
