// Quotient binary relation composition (seed 000, lines 401-405): (B o A / col)_ij = 1 if A_{i k1} = B_{k2 j}
// = 1 for some k1 != k2 of one colour; the token (i, j) carries A_ij, B_ij, col(i), col(j).
#pragma once

#include "reductions/problems/matrix.hpp"

namespace attest::problems {

struct QuotientComposition {
  BitMatrix a;
  BitMatrix b;
  std::vector<int> col;  // col(1)..col(m), in [m]
};

bool solve(const QuotientComposition& instance, int i, int j);

// Token by token, row by row: a number that tells (A_ij, B_ij, col(i), col(j)).
std::vector<int> tokens(const QuotientComposition& instance);

}  // namespace attest::problems
