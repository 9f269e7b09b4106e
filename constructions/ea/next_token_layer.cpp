#include "constructions/ea/next_token_layer.hpp"

#include <utility>

namespace attest {

NextTokenLayer::NextTokenLayer(NextTokenHead head, long N, long context)
    : head_(std::move(head)), N_(N), context_(context) {
  for (long i = 1; i <= context; ++i) {
    for (long symbol = 0; symbol < N; ++symbol) {
      Token token;
      token.encoding = head_.encoding(symbol, i);
      token.query = head_.Q * token.encoding;
      token.key = head_.K * token.encoding;
      token.value = (head_.V * token.encoding)(0);
      tokens_.push_back(std::move(token));
    }
  }
}

std::vector<Rational> NextTokenLayer::scores(std::span<const Symbol> word, long m) const {
  const RationalVector& query = token(word[m - 1], m).query;
  std::vector<Rational> z;
  for (long k = 1; k <= m; ++k) z.push_back(query.dot(token(word[k - 1], k).key));
  return z;
}

std::optional<std::vector<Rational>> NextTokenLayer::weights(std::span<const Symbol> word, long m) const {
  std::vector<Rational> weights;
  Rational normaliser = 0;
  for (const Rational& z : scores(word, m)) {
    weights.push_back(head_.kernel(z));
    normaliser += weights.back();
  }
  if (normaliser == 0) return std::nullopt;
  for (Rational& weight : weights) weight /= normaliser;
  return weights;
}

Rational NextTokenLayer::attention(std::span<const Symbol> word, const std::vector<Rational>& weights) const {
  Rational sum = 0;
  for (long k = 1; k <= context_; ++k) {
    const auto index = static_cast<std::size_t>(k - 1);
    if (weights[index] != 0) sum += weights[index] * token(word[index], k).value;
  }
  return sum;
}

Rational NextTokenLayer::output(std::span<const Symbol> word, const Rational& attention) const {
  const RationalVector& residual = token(word.back(), context_).encoding;
  return head_.mlp(residual + head_.W_O.col(0) * attention)(0);
}

bool NextTokenLayer::row_can_vanish(long m) const {
  // Where the scores do not look at symbols, the symbol 0 stands for all.
  const auto symbols = static_cast<Symbol>(head_.scores_by_position() ? 1 : N_);
  const auto vanishes = [&](const Token& from, const Token& to) {
    return head_.kernel(from.query.dot(to.key)) == 0;
  };
  for (Symbol own = 0; own < symbols; ++own) {
    const Token& from = token(own, m);
    bool all = vanishes(from, from);
    for (long k = 1; k < m && all; ++k) {
      bool some = false;
      for (Symbol other = 0; other < symbols && !some; ++other) some = vanishes(from, token(other, k));
      all = some;
    }
    if (all) return true;
  }
  return false;
}

std::vector<long> NextTokenLayer::rows_without_normaliser() const {
  std::vector<long> rows;
  for (long m = 1; m <= context_; ++m) {
    if (row_can_vanish(m)) rows.push_back(m);
  }
  return rows;
}

}  // namespace attest
