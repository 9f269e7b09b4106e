// Relational attention on finite grids (seed 002, eqs. 4-7), exactly.
//
//   RA(x, y) = sum_i alpha_i(x; y) (r(x, y_i) W_r + s_i W_s),   alpha = Softmax_i(<phi_q(x), phi_k(y_i)>),
//   r(x, y)  = (<phi_q,l^rel(x), phi_k,l^rel(y)>)_{l in [d_r]},
//
// with W_r = I and W_s = 0, as the analysis of Appendix A takes them (line 226). The feature maps are ReLU
// networks on R^1; the objects of a grid are the points 1, 2, ..., m.
#pragma once

#include <cstddef>
#include <map>
#include <span>
#include <vector>

#include "attention/relu_network.hpp"
#include "constructions/dat/grid_instance.hpp"
#include "numeric/exponential_sum.hpp"

namespace attest {

struct RelationalAttention {
  ReluNetwork query;                        // phi_q^attn: R -> R^{d_k}
  ReluNetwork key;                          // phi_k^attn
  std::vector<ReluNetwork> relation_query;  // phi_q,l^rel, l in [d_r]
  std::vector<ReluNetwork> relation_key;

  long parameters() const;
  Json to_json() const;
};

// A ReLU network R -> R^d with one hidden layer that takes the value columns[k] at k + 1 for every k: it
// interpolates linearly between.
ReluNetwork table_network(const std::vector<RationalVector>& columns);

// The finite instance of "inner products of neural networks approximate any continuous function" (the step
// that the proof cites, lines 267-271): phi_k(y) is the unit vector of y and phi_q(x) the row beta u(x, .),
// so that <phi_q(x), phi_k(y)> = beta u(x, y) exactly; the same for each relation. d_k = |Y|.
RelationalAttention tabulated_attention(const std::vector<std::vector<long>>& utility,
                                        const std::vector<std::vector<std::vector<Rational>>>& relation,
                                        const Rational& beta);

// What the networks give at all pairs of grid points.
struct AttentionTables {
  std::vector<std::vector<Rational>> score;                  // <phi_q(x), phi_k(y)>
  std::vector<std::vector<Integer>> exponent;                // score / unit
  Surd unit;                                                 // so that all exponents are integers
  std::vector<std::vector<std::vector<Rational>>> relation;  // r(x, y)
};
AttentionTables tables_of(const RelationalAttention& attention, std::size_t queries, std::size_t objects);

// RA(x, y) = numerator[l] / denominator, sums of exponentials in multiples of the tables' unit.
struct RelationalOutput {
  std::vector<ExponentialSum> numerator;
  ExponentialSum denominator;
};
// x and the objects are 0-based.
RelationalOutput relational_attention(const AttentionTables& tables, std::size_t x,
                                      std::span<const std::uint32_t> objects);

// a + factor * b.
ExponentialSum combined(const ExponentialSum& a, const Rational& factor, const ExponentialSum& b);

}  // namespace attest
