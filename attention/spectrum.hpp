// The exact content of one output of a softmax layer: how many index tuples have which score, and the sum
// of the values that each score weighs. From it the output, its margins and every decision follow.
#pragma once

#include <optional>
#include <vector>

#include "attention/forest.hpp"
#include "attention/layer_tokens.hpp"
#include "numeric/exponential_sum.hpp"

namespace attest {

struct Spectrum {
  ExponentialSum counts;  // S -> number of tuples with score S
  ExponentialSum values;  // S -> sum over them of sum_c weight_c v_c
  Rational base = 0;      // y = base + (sum values_S e^(S unit)) / (sum counts_S e^(S unit))
  Surd unit;
};

// The definition, summed term by term: length^(t-1) tuples.
Spectrum spectrum_by_definition(const LayerTokens& tokens, std::span<const Symbol> word,
                                std::size_t position);

// The same along the forest; forest_for says whether there is one.
std::optional<Forest> forest_for(const LayerTokens& tokens);
Spectrum spectrum_along_forest(const LayerTokens& tokens, const Forest& forest, std::span<const Symbol> word,
                               std::size_t position);

// Along the forest where there is one, else by the definition.
Spectrum spectrum_of(const LayerTokens& tokens, std::span<const Symbol> word, std::size_t position);

// y - target as an exponential sum over `counts` (the numerator of (y - target)).
ExponentialSum deviation(const Spectrum& spectrum, const Rational& target);

// The output y and |y - target|, with at least `accurate_bits` certain leading bits (or exactly zero).
Interval output_of(const Spectrum& spectrum, long accurate_bits);
Interval error_of(const Spectrum& spectrum, const Rational& target, long accurate_bits);

// |y - target| against bound >= 0, ties decided exactly.
Ordering compare_error(const Spectrum& spectrum, const Rational& target, const Rational& bound);

// Best minus second best score: zero at a tie; nullopt where there is only one tuple.
std::optional<Integer> score_gap(const Spectrum& spectrum);

}  // namespace attest
