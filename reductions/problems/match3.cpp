#include "reductions/problems/match3.hpp"

namespace attest::problems {

bool solve(const Match3& instance, int i) {
  for (const int a : instance.p) {
    for (const int b : instance.p) {
      if ((instance.p.at(i - 1) + a + b) % instance.m == 0) return true;
    }
  }
  return false;
}

}  // namespace attest::problems
