// A NextTokenHead as a layer that can be run: one causal row of attention, residual and network, in rational
// arithmetic, by the definition.
#pragma once

#include <optional>
#include <span>
#include <vector>

#include "constructions/ea/next_token_head.hpp"
#include "tasks/input_space.hpp"

namespace attest {

class NextTokenLayer {
 public:
  // Symbols 0..N-1, contexts of `context` tokens.
  NextTokenLayer(NextTokenHead head, long N, long context);

  const NextTokenHead& head() const { return head_; }

  // z_mk for k = 1..m, positions 1-based.
  std::vector<Rational> scores(std::span<const Symbol> word, long m) const;
  // a_mk for k = 1..m; nothing where the row's normaliser is 0.
  std::optional<std::vector<Rational>> weights(std::span<const Symbol> word, long m) const;
  // What the attention puts out at the last token, for these weights of its row.
  Rational attention(std::span<const Symbol> word, const std::vector<Rational>& weights) const;
  // mlp(e_L + W_O a).
  Rational output(std::span<const Symbol> word, const Rational& attention) const;

  // The rows m (1-based, ascending) with the normaliser 0 on some word: those where every kernel value can be
  // 0 at once. Exact, since the symbols of different tokens are independent of each other.
  std::vector<long> rows_without_normaliser() const;

 private:
  struct Token {
    RationalVector encoding, query, key;
    Rational value;
  };
  const Token& token(Symbol symbol, long position) const {
    return tokens_[static_cast<std::size_t>((position - 1) * N_) + symbol];
  }
  bool row_can_vanish(long m) const;

  NextTokenHead head_;
  long N_;
  long context_;
  std::vector<Token> tokens_;
};

}  // namespace attest
