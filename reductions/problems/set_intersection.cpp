#include "reductions/problems/set_intersection.hpp"

#include <numeric>

namespace attest::problems {

bool solve(const SetIntersection& instance) {
  return std::inner_product(instance.a.begin(), instance.a.end(), instance.b.begin(), 0) > 0;
}

}  // namespace attest::problems
