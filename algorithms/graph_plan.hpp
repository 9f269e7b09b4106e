// How the sum of eq. (1) (seed 003_fa68b7a15496b434.txt, lines 224-236) is taken apart along the graph of h,
// where every monomial of h has degree 2 and the graph is a forest or has exactly one cycle.
//
// A node gathers what lies below it: each child v contributes sum_b E[a,b] * (what v gathered)[b], E the pair
// factors of the edge. A cycle hangs below its node nearest to the root: c_1, ..., c_{r-1} in the order in
// which the cycle runs, contributing the diagonal of E D_1 E D_2 ... D_{r-1} E, D_k = diag(what c_k
// gathered). The component of x_1 is rooted at x_1 and gives a row a token; each other component is summed
// over its root once and gives the same factor to all rows ("all the rows of the output ... will be the
// same", lines 1989-1990); a variable in no monomial is a component of its own.
//
//   x1*x2 + x2*x3 + x2*x4:  x1 <- x2 <- {x3, x4}
//   x1*x2 + x2*x3 + x3*x1:  x1 <- cycle (x2, x3)
#pragma once

#include <cstddef>
#include <stdexcept>
#include <string>
#include <vector>

#include "attention/attention_polynomial.hpp"

namespace attest {

// h has not the shape that an algorithm takes; what() names the monomials.
class UnsuitablePolynomial : public std::invalid_argument {
 public:
  using std::invalid_argument::invalid_argument;
};

struct PlanNode {
  std::size_t variable = 0;           // 0 is x_1
  std::vector<std::size_t> children;  // indices of nodes, by tree edges
  std::vector<std::size_t> cycle;     // indices of the nodes c_1, ..., c_{r-1}; empty, or at least two
};

struct GraphPlan {
  std::size_t variables = 0;
  std::vector<PlanNode> nodes;           // children before parents
  std::size_t query = 0;                 // the node of x_1
  std::vector<std::size_t> other_roots;  // of the components without x_1

  std::size_t cycle_length() const;  // 0 for a forest
};

// A forest or exactly one cycle. Throws UnsuitablePolynomial naming a monomial of degree above 2, or the
// edges that close more than one cycle.
GraphPlan graph_plan(const AttentionPolynomial& h);

// The same for forests only: throws UnsuitablePolynomial naming the edge that closes a cycle, and the cycle.
GraphPlan forest_plan(const AttentionPolynomial& h);

// The same for exactly one cycle: a forest is refused.
GraphPlan one_cycle_plan(const AttentionPolynomial& h);

// "x2*x3", "0" for no monomials.
std::string monomial_text(const std::vector<std::size_t>& monomial);
std::string polynomial_text(const AttentionPolynomial& h);

}  // namespace attest
