#include "theorems/score_without_rows.hpp"

#include <algorithm>
#include <map>

#include "attention/definition.hpp"
#include "claims/stop.hpp"
#include "theorems/linearity.hpp"

namespace attest::theorems {

namespace {

constexpr std::size_t most_points = std::size_t{1} << 20U;

class ScoreWithoutRows {
 public:
  ScoreWithoutRows(const attention::Head& head, const std::vector<RationalVector>& encoded,
                   const TokenTable& tokens, const std::vector<attention::Token>& receivers)
      : head_(head), encoded_(encoded), tokens_(tokens), receivers_(receivers) {}

  bool shown() {
    if (!head_.over.is_listable()) return false;
    for (std::size_t v = 0; v < head_.polynomial.variables() && !shown_; ++v) {
      for (const auto& [others, of_variable] : tuples_by_others(v)) {
        std::vector<attention::Kind> kinds(head_.polynomial.variables());
        look(v, others, of_variable, kinds, 0);
        if (shown_ || points_ > most_points) break;
      }
    }
    return shown_;
  }

 private:
  // The tokens of all variables but v, and those that v can be beside them.
  std::map<std::vector<attention::Token>, std::vector<attention::Token>> tuples_by_others(
      std::size_t v) const {
    std::map<std::vector<attention::Token>, std::vector<attention::Token>> result;
    const std::size_t arity = head_.over.arity();
    for (const attention::Token receiver : receivers_) {
      const auto tuples = head_.over.tuples(receiver);
      for (std::size_t at = 0; at < tuples.size(); at += arity) {
        std::vector<attention::Token> tuple{receiver};
        tuple.insert(tuple.end(), tuples.begin() + static_cast<std::ptrdiff_t>(at),
                     tuples.begin() + static_cast<std::ptrdiff_t>(at + arity));
        const attention::Token own = tuple[v];
        tuple.erase(tuple.begin() + static_cast<std::ptrdiff_t>(v));
        result[tuple].push_back(own);
      }
    }
    return result;
  }

  // All contents of the others from the k-th on, then what they leave of v.
  void look(std::size_t v, const std::vector<attention::Token>& others,
            const std::vector<attention::Token>& of_variable, std::vector<attention::Kind>& kinds,
            std::size_t k) {
    if (shown_ || points_ > most_points) return;
    if (k == others.size()) {
      look_at(v, of_variable, kinds);
      return;
    }
    const std::size_t variable = k < v ? k : k + 1;
    for (attention::Kind kind = tokens_.first()[others[k]]; kind < tokens_.first()[others[k] + 1]; ++kind) {
      if (!tokens_.possible(kind)) continue;
      kinds[variable] = kind;
      look(v, others, of_variable, kinds, k + 1);
    }
  }

  void look_at(std::size_t v, const std::vector<attention::Token>& of_variable,
               std::vector<attention::Kind> kinds) {
    check_stop();
    std::vector<RationalVector> points;
    std::vector<Rational> scores;
    for (const attention::Token token : of_variable) {
      for (attention::Kind kind = tokens_.first()[token]; kind < tokens_.first()[token + 1]; ++kind) {
        ++points_;
        kinds[v] = kind;
        if (!tokens_.possible_together(kinds)) continue;
        points.push_back(with_one(encoded_[kind], v));
        scores.push_back(score(kinds));
      }
    }
    if (!points.empty() && !EncodingBasis(points).coefficients(scores)) shown_ = true;
  }

  RationalVector with_one(const RationalVector& encoding, std::size_t v) const {
    const auto& monomials = head_.polynomial.monomials();
    const bool in_all = std::all_of(monomials.begin(), monomials.end(), [v](const auto& monomial) {
      return std::find(monomial.begin(), monomial.end(), v) != monomial.end();
    });
    if (in_all) return encoding;
    RationalVector result(encoding.size() + 1);
    result << encoding, Rational(1);
    return result;
  }

  Rational score(const std::vector<attention::Kind>& kinds) const {
    return attention::unscaled_score(head_, kinds.front(), std::span(kinds).subspan(1));
  }

  const attention::Head& head_;
  const std::vector<RationalVector>& encoded_;
  const TokenTable& tokens_;
  const std::vector<attention::Token>& receivers_;
  std::size_t points_ = 0;
  bool shown_ = false;
};

}  // namespace

bool no_rows_have_the_score(const attention::Head& head, const std::vector<RationalVector>& encoded,
                            const TokenTable& tokens, const std::vector<attention::Token>& receivers) {
  return ScoreWithoutRows(head, encoded, tokens, receivers).shown();
}

}  // namespace attest::theorems
