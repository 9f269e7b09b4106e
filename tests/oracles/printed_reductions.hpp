// The problems and instances of the reductions inside the proofs of seed 000, by loops over the definitions: what the texts of
// reductions/strassen state is compared with them. Positions are 1-based, as in the paper.
#pragma once

#include <vector>

namespace attest::oracles {

// A square 0/1 matrix.
class BitMatrix {
 public:
  explicit BitMatrix(int size) : size_(size), entries_(size * size, 0) {}
  int size() const { return size_; }
  int& operator()(int i, int j) { return entries_.at((i - 1) * size_ + (j - 1)); }
  int operator()(int i, int j) const { return entries_.at((i - 1) * size_ + (j - 1)); }
  const std::vector<int>& entries() const { return entries_; }  // row by row

 private:
  int size_;
  std::vector<int> entries_;
};

// Ind_n (line 212): p_1 and q_1..q_n in [n]; is q_{p_1} = 1?
struct Indexing {
  int p1 = 1;
  std::vector<int> q;
};
bool solve(const Indexing& instance);

// Function composition (line 206): g, h: [n] -> [n] and x in [n]; h(g(x)).
struct Composition {
  std::vector<int> g;
  std::vector<int> h;
  int x = 1;
};
int solve(const Composition& instance);

// Sum2[l, m] (lines 237-239): p in ([m-1] without m-2)^l; is p_j + p_k = -1 mod m for some j, k (j = k allowed)?
struct Sum2 {
  int m = 2;
  std::vector<int> p;
};
std::vector<int> sum2_alphabet(int m);
bool solve(const Sum2& instance);

// Match3[n, m] (lines 227-231): p in [m-1]^n; is p_i + p_j + p_k = 0 mod m for some j, k in [n]?
struct Match3 {
  int m = 2;
  std::vector<int> p;
};
bool solve(const Match3& instance, int i);

// Disj_m (line 285): is a_i = b_i = 1 for some i?
struct SetIntersection {
  std::vector<int> a;
  std::vector<int> b;
};
bool solve(const SetIntersection& instance);

// Binary relation composition (lines 273-279): (B o A)_ij = OR_k (A_ik and B_kj).
struct RelationComposition {
  BitMatrix a;
  BitMatrix b;
};
bool solve(const RelationComposition& instance, int i, int j);

// Quotient binary relation composition (lines 401-405): A_{i k1} = B_{k2 j} = 1 for some k1 != k2 of one colour.
struct QuotientComposition {
  BitMatrix a;
  BitMatrix b;
  std::vector<int> col;  // col(1)..col(m), in [m]
};
bool solve(const QuotientComposition& instance, int i, int j);

// Line 215: x = 1, g(1) = p_1, h = q. The print leaves g(2), ..., g(n) free; they are 1.
Composition composition_of_indexing(const Indexing& instance);
// Line 235: p_1 = 1 is put in front.
Match3 match3_of_sum2(const Sum2& instance);
// Line 287: a at A_12, ..., A_1k and b at B_21, ..., B_k1, k = m + 1.
RelationComposition relation_of_disjointness(const SetIntersection& instance);
// Lines 423-429: A_{1,2+j} = p_j, B_{2+s+j,2} = q_j, col(1) = col(2) = 1, col(2+j) = col(2+s+j) = 2+j.
QuotientComposition quotient_of_disjointness(const SetIntersection& instance);

}  // namespace attest::oracles
