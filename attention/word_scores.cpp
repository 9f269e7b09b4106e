#include "attention/word_scores.hpp"

namespace attest {

WordScores::WordScores(const LayerTokens& tokens, std::span<const Symbol> word, std::size_t position)
    : tokens_(tokens), word_(word), position_(position), queries_(tokens.variables()) {
  for (std::size_t v = 0; v < tokens.variables(); ++v) {
    for (std::size_t l = 0; l < word.size(); ++l) queries_[v].push_back(tokens.query(v, l, word[l]));
  }
}

Integer WordScores::pair(std::size_t u, std::size_t l, std::size_t v, std::size_t m) const {
  const auto& a = queries_[u][l];
  const auto& b = queries_[v][m];
  Integer sum = 0;
  for (std::size_t c = 0; c < a.size(); ++c) {
    if (a[c] != 0 && b[c] != 0) sum += a[c] * b[c];
  }
  return sum * tokens_.monomial_factor(2);
}

Integer WordScores::with_query(const ForestNode& node, std::size_t l) const {
  return node.touches_query ? pair(0, position_, node.variable, l) : Integer(0);
}

Integer WordScores::tuple(const std::vector<std::size_t>& tuple) const {
  Integer total = 0;
  for (const auto& monomial : tokens_.attention().monomials()) {
    Integer sum = 0;
    for (std::size_t c = 0; c < queries_[0][0].size(); ++c) {
      Integer product = 1;
      for (const std::size_t v : monomial) product *= queries_[v][tuple[v]][c];
      sum += product;
    }
    total += sum * tokens_.monomial_factor(monomial.size());
  }
  return total;
}

}  // namespace attest
