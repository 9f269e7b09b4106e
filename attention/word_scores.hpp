// The exact scores on one input word: query vectors of all tokens, pair scores, tuple scores.
#pragma once

#include <span>
#include <vector>

#include "attention/forest.hpp"
#include "attention/layer_tokens.hpp"

namespace attest {

class WordScores {
 public:
  // Scores of tuples whose x_1 is the token at `position`. Keeps references to its arguments.
  WordScores(const LayerTokens& tokens, std::span<const Symbol> word, std::size_t position);

  const LayerTokens& tokens() const { return tokens_; }
  std::span<const Symbol> word() const { return word_; }
  std::size_t position() const { return position_; }

  // The degree-2 monomial of variables u and v at tokens l and m.
  Integer pair(std::size_t u, std::size_t l, std::size_t v, std::size_t m) const;

  // What choosing token l for the node's variable scores with the query alone: zero if it does not touch it.
  Integer with_query(const ForestNode& node, std::size_t l) const;

  // h(q_1, ..., q_t) at a tuple, monomial by monomial (Definition 2.1's inner products of any order).
  Integer tuple(const std::vector<std::size_t>& tuple) const;

 private:
  const LayerTokens& tokens_;
  std::span<const Symbol> word_;
  std::size_t position_;
  std::vector<std::vector<std::vector<Integer>>> queries_;  // [variable][token]
};

}  // namespace attest
