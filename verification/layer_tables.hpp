// Everything about a softmax layer that the fast judge looks up instead of computing: for each edge of the
// forest the score and the weight exp(score * unit) of every pair of (position, symbol), for each variable
// its value factors. Shared by all threads, never changed after it was made.
//
// Scores are integers below 2^53, held exactly in doubles. Weights are divided by the largest weight of
// their edge (a common factor of all tuples, which the softmax cancels), so they lie in [0, 1].
#pragma once

#include <cstddef>
#include <memory>
#include <vector>

#include "verification/table_problem.hpp"

namespace attest {

// Symbols of the last position are taken this many at a time (lanes of vector instructions).
inline constexpr std::size_t lane_count = 8;

// Token numbers: (position, symbol) -> offset[position] + symbol; the last position is padded to a
// multiple of lane_count with tokens that never occur.
struct PairTable {
  // [a * tokens + b]: the pair (token a of the first variable, token b of the second).
  std::vector<double> weight;
  std::vector<double> score;
  // [b * lanes + x]: the same for a = symbol x of the last position, contiguous in x.
  std::vector<double> last_weight;
  std::vector<double> last_score;
  // [x]: both are symbol x of the last position.
  std::vector<double> both_weight;
  std::vector<double> both_score;
};

struct LayerTables {
  std::size_t length = 0;             // positions
  std::size_t tokens = 0;             // padded number of (position, symbol) pairs
  std::size_t lanes = 0;              // padded alphabet size of the last position
  std::vector<std::size_t> offset;    // of each position
  std::vector<PairTable> to_parent;   // [node]: first = the node's token, second = its parent's
  std::vector<PairTable> from_query;  // [node]: first = the query's token, second = the node's
  // [node][coordinate][token]
  std::vector<std::vector<std::vector<double>>> value;
  std::vector<double> coordinate_weight;
  std::vector<double> base;   // [token]
  bool unit_is_zero = false;  // then all tuples tie whatever their scores
  // |computed - exact| of an output is at most this, where the computed sum of weights is at least
  // least_weight_sum. Argument: docs/certification.md, "The floating-point filter".
  double output_bound = 0;
};

inline constexpr double least_weight_sum = 0x1p-200;

// Null where the layer is outside of what the tables can do: no forest, tables of more than `max_bytes`,
// scores of 2^53 or more, magnitudes that the underflow argument does not cover, negative unit.
std::shared_ptr<const LayerTables> make_layer_tables(const TableProblem& problem, std::size_t max_bytes);

}  // namespace attest
