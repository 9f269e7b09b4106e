// One head whose scores tell finitely many tokens at fixed positions from all others: with p_1, .., p_K in the run, pairwise
// different, of weight a each, and R others of weight b each,
//   the mean of a value v is (a sum v(p_k) + b sum over the others of v) / (K a + R b).
// Nothing is known of the others' values but their bounds. Weights are polynomials in the sizes, up to a common factor:
//   softmax with scale c log(k): k^(c S), from the integer c (S - S_others);   expressive: z^2/(1 + z^2).
#pragma once

#include <string>
#include <vector>

#include "theorems/proof/symbolic_theorem.hpp"

namespace attest::theorems {

struct FixedPositions {
  std::vector<proof::Laurent> positions;
  proof::Laurent weight;       // a > 0
  proof::Laurent others;       // b >= 0
  proof::Laurent count;        // R >= 0
  proof::Laurent denominator;  // K a + R b > 0
  proof::Laurent numerator(std::size_t coordinate) const { return numerators.at(coordinate); }
  std::map<std::size_t, proof::Laurent> numerators;  // of the coordinates that are read
  std::map<std::size_t, proof::Laurent> spread;      // largest less least value of the others
};

// `read`: coordinates of the value. Refusal (L6.a to L6.d).
FixedPositions fixed_positions(SymbolicTheorem& theorem, const SymbolicHead& head,
                               const std::set<std::size_t>& read);

// A mean over tokens of one index, by their scores.
bool sums_over_tokens(const SymbolicHead& head);

// P of a symbol that is ind(P) at the head's token, a feature or in the encoding; null for others.
Expression indicator_condition(SymbolicTheorem& theorem, const SymbolicHead& head, const std::string& symbol);

// Whether the score depends on the summed token by ind(P), P of its index, alone, and does depend on it.
bool has_fixed_positions(SymbolicTheorem& theorem, const SymbolicHead& head);

}  // namespace attest::theorems
