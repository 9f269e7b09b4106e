// Function composition (seed 000, line 206): g, h: [n] -> [n] and x in [n]; the answer is h(g(x)).
#pragma once

#include <vector>

namespace attest::problems {

struct Composition {
  std::vector<int> g;  // g(1)..g(n)
  std::vector<int> h;
  int x = 1;
};

int solve(const Composition& instance);

// The 2n + 1 tokens: the values of g, the values of h, and x.
std::vector<int> tokens(const Composition& instance);

}  // namespace attest::problems
