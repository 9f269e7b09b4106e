// Exact matches as approximate-nearest-neighbour attention (seed 001_9fe7599dfb64bc47.txt, Definition 3.3, lines 156-172): r and c r
// are smaller than the distance of any query to a key that it does not equal, so that N(q, r) = N(q, c r) is the set of the n
// tokens that match. The weights of the others are 0; those of the n are at least 1/((n - 1) l + 1), and sum to 1. For n = 0
// there are none, so that a query has to find a key; for n = 1 the weight is 1; for n >= 2 and l < 1 there are none; else
// they are the points of a simplex, a single one, all 1/n, for l = 1.
#pragma once

#include <optional>
#include <vector>

#include "attention/match_layers.hpp"

namespace attest::attention {

// A vertex of it: each of `count` tokens has the least weight, `favourite`, from 0, all that is left. l >= 1.
std::vector<Rational> extreme_weights(std::size_t count, const Rational& l, std::size_t favourite);

// What `step` gives a token that matches some with these weights, one for each match, in place of their average.
State weighted_values(const MatchStep& step, Token token, const std::vector<Rational>& weights);

// A layer, from 0, and a token at which it matters which weights its heads give.
struct WeightDependence {
  std::size_t layer = 0;
  Token token = 0;
};

// Every token of every layer, all its heads in one vertex at a time, the t-th of each for all t: where what the heads of the
// next layer are offered, or the output behind the last layer, is not what it is with averages. Where it never is, and the
// state is read head by head, weights at other tokens and in earlier layers change nothing either, by induction over the layers.
// `trace`: of a run in which every query finds a key.
std::optional<WeightDependence> dependence_on_weights(const MatchLayers& layers, const MatchTrace& trace,
                                                      const Rational& l);

}  // namespace attest::attention
