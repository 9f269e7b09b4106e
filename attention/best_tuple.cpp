#include "attention/best_tuple.hpp"

#include <utility>

#include "attention/elimination.hpp"
#include "attention/word_scores.hpp"

namespace attest {

namespace {

// The best choice so far, its score and the second best score.
class RankingAlgebra {
 public:
  struct Element {
    std::optional<Integer> best;
    std::optional<Integer> second;
    std::vector<std::pair<std::size_t, std::size_t>> choices;  // (variable, token) of the best
  };

  explicit RankingAlgebra(const WordScores& scores) : scores_(scores) {}

  Element zero() const { return {}; }
  Element one() const { return {Integer(0), std::nullopt, {}}; }
  Element node(const ForestNode& node, std::size_t l) const {
    return {scores_.with_query(node, l), std::nullopt, {{node.variable, l}}};
  }
  Element multiply(const Element& a, const Element& b) const {
    Element result{Integer(*a.best + *b.best), std::nullopt, a.choices};
    result.choices.insert(result.choices.end(), b.choices.begin(), b.choices.end());
    if (a.second) offer(result.second, *a.second + *b.best);
    if (b.second) offer(result.second, *a.best + *b.second);
    return result;
  }
  void add(Element& sum, const Element& e) const { add_shifted(sum, e, Integer(0)); }
  void add_edge(Element& sum, const ForestNode& v, std::size_t l, const ForestNode& p, std::size_t m,
                const Element& e) const {
    add_shifted(sum, e, scores_.pair(p.variable, m, v.variable, l));
  }

 private:
  static void offer(std::optional<Integer>& slot, const Integer& value) {
    if (!slot || value > *slot) slot = value;
  }
  static void add_shifted(Element& sum, const Element& e, const Integer& shift) {
    const Integer best = *e.best + shift;
    if (sum.best && best <= *sum.best) {
      offer(sum.second, best);
    } else {
      if (sum.best) offer(sum.second, *sum.best);
      sum.best = best;
      sum.choices = e.choices;
    }
    if (e.second) offer(sum.second, *e.second + shift);
  }

  const WordScores& scores_;
};

}  // namespace

BestTuple best_tuple(const LayerTokens& tokens, const std::optional<Forest>& forest,
                     std::span<const Symbol> word, std::size_t position) {
  const WordScores scores(tokens, word, position);
  std::vector<std::size_t> tuple(tokens.variables(), position);
  std::optional<Integer> best;
  std::optional<Integer> second;
  if (forest) {
    RankingAlgebra algebra(scores);
    const auto total = sum_along_forest(*forest, word.size(), algebra);
    for (const auto& [v, l] : total.choices) tuple[v] = l;
    best = total.best;
    second = total.second;
  } else {
    for_each_tuple(tokens.variables(), word.size(), position, [&](const std::vector<std::size_t>& candidate) {
      const Integer score = scores.tuple(candidate);
      if (best && score <= *best) {
        if (!second || score > *second) second = score;
      } else {
        second = best;
        best = score;
        tuple = candidate;
      }
      return true;
    });
  }
  BestTuple result;
  for (std::size_t v = 1; v < tuple.size(); ++v) result.tokens.push_back(tuple[v] + 1);
  if (second) result.gap = tokens.unit().is_zero() ? Integer(0) : Integer(*best - *second);
  return result;
}

}  // namespace attest
