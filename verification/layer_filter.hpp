// A layer in binary64 with an error bound: scores as machine integers, exp once for each distance from the
// best score, the network in bounded doubles.
//
// Why the bound holds. Scores are integers S in units of scale/L, exactly. Let B be the best score of a
// head at a token and K the number of pairs. A pair has weight w = exp(-unit (B - S)); the table holds it
// with a relative error of at most 2^-52 for B - S <= reach, and everything further away weighs at most
// exp(-unit (reach + 1)) a pair: together at most `rest`. With integer values |v| <= V, the computed sums
// N~ and D~ of at most K products of a weight and a value satisfy (Higham, Lemma 3.1)
//   |N~ - N| <= gamma_{K+3} V D' + rest V,   |D~ - D| <= gamma_{K+3} D' + rest
// where D' is the exact sum of the weights that were added, D' <= D~ (1 + 2 gamma_{K+3}).
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "attention/token_kinds.hpp"
#include "numeric/bounded_double.hpp"
#include "numeric/rounding_bound.hpp"

namespace attest {

class LayerFilter {
 public:
  // Null where the layer does not fit: too many kinds, scores beyond 2^50 units, values that are no machine
  // integers, a scale that makes the table too long. Weights below exp(-reach) are bounded together.
  static std::unique_ptr<LayerFilter> make(const TransformerLayer& layer, const TokenKinds& kinds,
                                           const TokenTask& task, long reach = 200);

  // Scratch space of one thread.
  struct Scratch {
    std::vector<std::size_t> kind;  // of each token; filled in by the caller
    // Of one input, gathered from the tables once: [head] -> f g, g h, h f as [token][token].
    std::vector<std::vector<std::int64_t>> first, second, third;
    std::vector<std::int64_t> score;  // of each pair
    std::vector<BoundedDouble> stacked, stream, hidden;
  };

  struct Output {
    BoundedDouble y;
    std::int64_t least_gap;  // over the heads, in units; the largest integer where there is one pair only
  };
  // Call begin() after scratch.kind has been filled in, then output() for each token.
  void begin(Scratch& scratch) const;
  Output output(std::size_t token, Scratch& scratch) const;

  const Integer& units() const { return units_; }  // L

 private:
  struct Head {
    Mechanism mechanism;
    std::vector<std::int64_t> first, second, third;  // [kind][kind]: f g, g h, h f (strassen); q k
    std::vector<std::int64_t> triple;                // [kind][kind][kind] (third order)
    std::vector<double> weight;                      // [distance], up to the reach
    double rest = 0;                                 // bound for all weights beyond it
    std::vector<std::size_t> used;                   // coordinates that W_O reads
    std::vector<std::vector<double>> v1, v2;         // [used][kind]
    std::vector<double> largest;                     // V, [used]
    std::vector<std::vector<std::pair<std::size_t, std::size_t>>> pairs;  // [token]
  };
  struct Affine {
    std::vector<std::vector<std::pair<std::size_t, BoundedDouble>>> rows;  // the nonzero weights
    std::vector<BoundedDouble> bias;
  };

  bool add_head(const TransformerLayer& layer, std::size_t h, long reach_exponent,
                const std::vector<std::vector<Rational>>& tables, const TokenKinds& kinds,
                const TokenTask& task);
  void scores(std::size_t head, std::size_t token, Scratch& scratch) const;

  std::size_t kinds_ = 0;
  Integer units_ = 1;
  std::vector<Head> heads_;
  Affine output_matrix_;
  std::vector<std::vector<BoundedDouble>> residual_;  // [kind][coordinate]
  std::vector<Affine> network_;
};

}  // namespace attest
