#include "oracles/printed_reductions.hpp"

#include <numeric>
#include <set>

namespace attest::oracles {

bool solve(const Indexing& instance) {
  return instance.q.at(instance.p1 - 1) == 1;
}

int solve(const Composition& instance) {
  const int middle = instance.g.at(instance.x - 1);
  return instance.h.at(middle - 1);
}

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

bool solve(const Match3& instance, int i) {
  for (const int a : instance.p) {
    for (const int b : instance.p) {
      if ((instance.p.at(i - 1) + a + b) % instance.m == 0) return true;
    }
  }
  return false;
}

bool solve(const SetIntersection& instance) {
  return std::inner_product(instance.a.begin(), instance.a.end(), instance.b.begin(), 0) > 0;
}

bool solve(const RelationComposition& instance, int i, int j) {
  for (int k = 1; k <= instance.a.size(); ++k) {
    if (instance.a(i, k) == 1 && instance.b(k, j) == 1) return true;
  }
  return false;
}

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

Composition composition_of_indexing(const Indexing& instance) {
  Composition image;
  image.g.assign(instance.q.size(), 1);
  image.g[0] = instance.p1;
  image.h = instance.q;
  image.x = 1;
  return image;
}

Match3 match3_of_sum2(const Sum2& instance) {
  Match3 image{instance.m, {1}};
  image.p.insert(image.p.end(), instance.p.begin(), instance.p.end());
  return image;
}

RelationComposition relation_of_disjointness(const SetIntersection& instance) {
  const int m = static_cast<int>(instance.a.size());
  RelationComposition image{BitMatrix(m + 1), BitMatrix(m + 1)};
  for (int i = 1; i <= m; ++i) {
    image.a(1, i + 1) = instance.a[i - 1];
    image.b(i + 1, 1) = instance.b[i - 1];
  }
  return image;
}

QuotientComposition quotient_of_disjointness(const SetIntersection& instance) {
  const int s = static_cast<int>(instance.a.size());
  const int m = 2 * s + 2;
  QuotientComposition image{BitMatrix(m), BitMatrix(m), std::vector<int>(m)};
  image.col[0] = image.col[1] = 1;
  for (int j = 1; j <= s; ++j) {
    image.a(1, 2 + j) = instance.a[j - 1];
    image.b(2 + s + j, 2) = instance.b[j - 1];
    image.col[2 + j - 1] = image.col[2 + s + j - 1] = 2 + j;
  }
  return image;
}

}  // namespace attest::oracles
