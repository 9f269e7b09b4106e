// Poly-attention along the graph of h on the fused kernels: the same recursion as graph_attention
// (scaled_attention.hpp), with average_over_edge for every edge and average_over_triangle for a cycle of
// three; longer cycles go through message_around_cycle.
//
//   kernels::fused_attention(forest_plan(AttentionPolynomial::path(2)), matrices, {.threads = 2})
#pragma once

#include "algorithms/kernels/parallel.hpp"
#include "algorithms/scaled_attention.hpp"

namespace attest::kernels {

// n x d, eq. (1) of seed 003_fa68b7a15496b434.txt. Throws what check_matrices and the kernels throw.
template <class Scalar>
Dense<Scalar> fused_attention(const GraphPlan& plan, const AttentionMatrices<Scalar>& matrices,
                              const KernelOptions& options, ScaledStatistics* statistics = nullptr);

// Bytes that it holds at the same time, its arguments and result included; a little more than needed.
double fused_attention_bytes(const GraphPlan& plan, double n, double query_columns, double value_columns,
                             double bytes_of_scalar, int threads);

}  // namespace attest::kernels
