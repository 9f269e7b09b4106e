#include "reductions/problems/sum2.hpp"

#include <set>

namespace attest::problems {

std::vector<int> sum2_alphabet(int m) {
  std::vector<int> letters;
  for (int a = 1; a <= m - 1; ++a) {
    if (a != m - 2) letters.push_back(a);
  }
  return letters;
}

// Some letter's partner is there. The partner of a has the residue m - 1 - a.
bool solve(const Sum2& instance) {
  std::set<int> residues;
  for (const int a : instance.p) residues.insert(a % instance.m);
  for (const int a : instance.p) {
    if (residues.count((2 * instance.m - 1 - a % instance.m) % instance.m) != 0) return true;
  }
  return false;
}

}  // namespace attest::problems
