// Binary relation composition (seed 000, lines 273-279): (B o A)_ij = OR_k (A_ik and B_kj), on k x k
// matrices; the token (i, j) carries A_ij and B_ij.
#pragma once

#include "reductions/problems/matrix.hpp"

namespace attest::problems {

struct RelationComposition {
  BitMatrix a;
  BitMatrix b;
};

bool solve(const RelationComposition& instance, int i, int j);

// Token by token, row by row: 2 A_ij + B_ij.
std::vector<int> tokens(const RelationComposition& instance);

}  // namespace attest::problems
