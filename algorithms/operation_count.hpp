// Exact operation counts: a scalar that carries nothing and counts, and closed formulas to compare with.
#pragma once

#include <string>

#include "algorithms/graph_plan.hpp"
#include "algorithms/sum_product.hpp"

namespace attest {

struct OperationCount {
  long multiplications = 0;
  long additions = 0;
  long divisions = 0;
  long exponentials = 0;
  friend bool operator==(const OperationCount&, const OperationCount&) = default;
};

std::string to_string(const OperationCount& count);

// Every operation on a TickingScalar adds to the count of its thread. Subtractions count as additions.
struct TickingScalar {
  static thread_local OperationCount count;

  friend TickingScalar operator+(TickingScalar, TickingScalar) { return ++count.additions, TickingScalar{}; }
  friend TickingScalar operator-(TickingScalar, TickingScalar) { return ++count.additions, TickingScalar{}; }
  friend TickingScalar operator*(TickingScalar, TickingScalar) {
    return ++count.multiplications, TickingScalar{};
  }
  friend TickingScalar operator/(TickingScalar, TickingScalar) { return ++count.divisions, TickingScalar{}; }
  friend TickingScalar exp(TickingScalar) { return ++count.exponentials, TickingScalar{}; }
};

// What `run` costs in TickingScalars.
template <class Run>
OperationCount counted(Run&& run) {
  TickingScalar::count = {};
  run();
  return TickingScalar::count;
}

// Pair factors from query-key matrices: for every monomial n^2 scores of d products, divided by d, and exp.
OperationCount counted_pair_factors(const AttentionPolynomial& h, Eigen::Index n, Eigen::Index d);
// The recursion and the division of numerators by denominators.
OperationCount counted_recursion(const GraphPlan& plan, Eigen::Index n, Eigen::Index d);
// Eq. (1) term by term, on given pair factors.
OperationCount counted_definition(const AttentionPolynomial& h, Eigen::Index n, Eigen::Index d);
// The recursion with Strassen's multiplication.
OperationCount counted_recursion(const GraphPlan& plan, Eigen::Index n, Eigen::Index d,
                                 StrassenProduct product);
// One product of p x q by q x r.
OperationCount counted_product(StrassenProduct product, Eigen::Index p, Eigen::Index q, Eigen::Index r);

// e monomials: multiplications e n^2 d, additions e n^2 (d-1), divisions e n^2, exponentials e n^2.
OperationCount pair_factor_formula(long e, long n, long d);

// What the cost of the recursion depends on.
struct PlanShape {
  long tree_edges = 0;        // e: edges that are not on the cycle
  long cycle = 0;             // r: length of the cycle, 0 without one
  long inner_children = 0;    // k: nodes at the lower end of a tree edge with something below them
  long inner_on_cycle = 0;    // k_c: nodes of the cycle, other than its top, with something below them
  long inner = 0;             // nodes other than x_1 with something below them
  long other_components = 0;  // m: components without x_1
  bool query_has_branch = false;
};
PlanShape shape_of(const GraphPlan& plan);

// With u = e, or e + 1 with a cycle:
//   multiplications n^2 (e d + k), on a cycle (d+1)(r-2) n^3 + d r n^2 + (1 + k_c) n^2, and for the products
//   of branches n d (u - 1 + m) + n (u - 1 - inner + m), or n d u + n (u - inner) + (m-1)(d+1) where x_1 is
//   alone; additions n (n-1)(d+1) e + m (n-1)(d+1), on a cycle (d+1) ((r-2) n^2 (n-1) + n (n-1)); divisions n
//   d.
OperationCount recursion_formula(const PlanShape& shape, long n, long d);

// Whether the counts are the formula for all n, d >= 1. The recursion's loops over tokens are nested at most
// three deep and its loop over columns once, without a branch on either number, so a count is a polynomial of
// degree at most 3 in n and at most 1 in d; so is the formula, and they are equal if they agree at n = 1,
// ..., 4 and d = 1, 2.
bool counts_follow_formula(const GraphPlan& plan);

// The same for a tree: n^2 (e d + k) + n d (e - 1) + n (e - 1 - k) multiplications, n (n-1)(d+1) e additions.
OperationCount tree_formula(long e, long k, long n, long d);

// Strassen attention (a cycle of three through x_1): d + 1 products of n x n matrices,
//   multiplications (d+1) n^3 + (3 d + 1) n^2, additions (d+1) (n^2 (n-1) + n (n-1)), divisions n d.
OperationCount triangle_formula(long n, long d);

// Strassen's recursion for n = 2^q cutoff: 7^q cutoff^3 multiplications and, with c = cutoff,
// 7^q c^2 (c-1) + 6 c^2 (7^q - 4^q) additions.
OperationCount strassen_formula(long q, long cutoff);

// Eq. (1) by its definition, e monomials, t variables:
//   multiplications n^t (e + d (t-1)), additions n^t (d+1).
OperationCount definition_formula(long e, long t, long n, long d);

}  // namespace attest
