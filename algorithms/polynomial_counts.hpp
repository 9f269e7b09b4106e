// Operation counts of the graph algorithms for any n, exactly.
//
// For a fixed graph and d each count of the recursion is a polynomial in n of degree at most 2 (forest) or 3
// (one cycle of length three or more: matrix products of n x n): every step of sum_product costs a product of
// at most three of the numbers n, d and 1, or such with n - 1. Four values determine it, and they are counted
// with TickingScalars at n = 1, 2, 3, 4.
#pragma once

#include "algorithms/operation_count.hpp"
#include "numeric/integer.hpp"

namespace attest {

struct PolynomialCounts {
  Integer multiplications, additions, divisions, exponentials;
};

// Pair factors and recursion. n, d >= 1.
PolynomialCounts recursion_counts(const AttentionPolynomial& h, const GraphPlan& plan, long n, long d);

// The same with every product of n x n matrices by Strassen's recursion: (d + 1)(r - 2) of them.
PolynomialCounts recursion_counts(const AttentionPolynomial& h, const GraphPlan& plan, long n, long d,
                                  StrassenProduct product);

// Pair factors and eq. (1) term by term.
PolynomialCounts definition_counts(const AttentionPolynomial& h, long n, long d);

}  // namespace attest
