// Every labelled graph of a kind, and every attention polynomial, on x_1, ..., x_t, for small t.
#pragma once

#include <cstddef>
#include <vector>

#include "attention/attention_polynomial.hpp"

namespace attest {

// All sets of edges without a cycle, the empty one included: 2, 7, 38, 291 for t = 2, 3, 4, 5. 2 <= t <= 6.
std::vector<AttentionPolynomial> labelled_forests(std::size_t t);

// All sets of edges with exactly one cycle (wherever it lies, connected or not): 1, 19, 317 for t = 3, 4, 5.
// 2 <= t <= 6.
std::vector<AttentionPolynomial> one_cycle_graphs(std::size_t t);

// All sets of edges: 2, 8, 64, 1024 for t = 2, 3, 4, 5. 2 <= t <= 6.
std::vector<AttentionPolynomial> labelled_graphs(std::size_t t);

// All attention polynomials with at least one monomial: 1, 15, 2047 for t = 2, 3, 4. 2 <= t <= 4.
std::vector<AttentionPolynomial> attention_polynomials(std::size_t t);

}  // namespace attest
