// How a sum over index tuples factorises. Fix the token of x_1: monomials x_1 x_v become factors of x_v
// alone, and if the other monomials have degree 2 and form a forest on x_2, ..., x_t, the sum is a
// product over its trees, each summed from the leaves inward in O(n^2) a variable instead of n^(t-1).
//
// Trees (seed 003_fa68b7a15496b434.txt, Section 3.2) and Strassen attention (a triangle through x_1) are
// both of this kind.
#pragma once

#include <cstddef>
#include <optional>
#include <set>
#include <utility>
#include <vector>

#include "attention/attention_polynomial.hpp"

namespace attest {

struct ForestNode {
  std::size_t variable = 0;           // 1 .. t-1 (x_2 .. x_t, numbered from 0)
  std::optional<std::size_t> parent;  // index into the node list; absent for the root of a tree
  std::vector<std::size_t> children;  // indices into the node list
  bool touches_query = false;         // x_1 x_variable is a monomial
  bool depends_on_query = false;      // it or a node below it touches the query
};

// Children come before their parents.
using Forest = std::vector<ForestNode>;

// Nullopt if the monomials do not form such a forest. Monomials in `ignored` (pairs u < v whose score is
// zero for all tokens) are left out.
std::optional<Forest> forest_of(const AttentionPolynomial& attention,
                                const std::set<std::pair<std::size_t, std::size_t>>& ignored = {});

}  // namespace attest
