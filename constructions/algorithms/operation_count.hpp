// Exact operation counts: a scalar that carries nothing and counts, and closed formulas to compare with.
#pragma once

#include <string>

#include "constructions/algorithms/graph_plan.hpp"
#include "constructions/algorithms/sum_product.hpp"

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

// A forest with e edges, of which k end in a node with children, and x_1 in a component of at least two
// variables and no other component:
//   multiplications n^2 (e d + k) + n d (e - 1) + n (e - 1 - k), additions n (n-1) (d+1) e, divisions n d.
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
