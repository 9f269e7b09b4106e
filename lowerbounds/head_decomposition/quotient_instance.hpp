// The instance (A(p), B(q), col) of quotient relation composition in the proof of Theorem 5.1 (seed
// 000_bd1f352bd128419d.txt, lines 419-434).
#pragma once

#include <vector>

namespace attest {

struct QuotientInstance {
  std::vector<std::vector<int>> A;  // m x m, 0-based
  std::vector<std::vector<int>> B;
  std::vector<int> col;  // values as printed, 1-based

  int nodes() const { return static_cast<int>(col.size()); }
};

// p and q are words of one length s >= 1 over {0, 1}; there are m = 2s+2 nodes (line 422 says n = 2s+2, but n
// is the number m^2 of tokens).
QuotientInstance quotient_instance(const std::vector<int>& p, const std::vector<int>& q);

// What token (i, j) receives, A_ij, B_ij and (col(i), col(j)), as one number.
std::vector<std::vector<int>> token_symbols(const QuotientInstance& instance);

// The bits of `number`, most significant first.
std::vector<int> bit_word(unsigned number, int length);

}  // namespace attest
