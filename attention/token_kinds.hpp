// What a layer makes of each token, for every content it can have: encoding, query and value vectors.
//
// A kind is a (token, content) pair; an input is a list of kinds, one for each token.
#pragma once

#include <span>
#include <vector>

#include "attention/transformer_layer.hpp"
#include "tasks/token_task.hpp"

namespace attest {

Rational exact_dot(const RationalVector& a, const RationalVector& b);

class TokenKinds {
 public:
  TokenKinds(const TransformerLayer& layer, const TokenTask& task);

  std::size_t count() const { return encodings_.size(); }
  std::size_t kind(std::span<const Symbol> word, std::size_t token) const {
    return first_[token] + task_->content(word, token);
  }

  const RationalVector& encoding(std::size_t kind) const { return encodings_[kind]; }
  // W_Q x and V x for head h: [h][which][kind]
  const RationalVector& query(std::size_t head, std::size_t which, std::size_t kind) const {
    return queries_[head][which][kind];
  }
  const RationalVector& value(std::size_t head, std::size_t which, std::size_t kind) const {
    return values_[head][which][kind];
  }

  // The score of head h at a token of kind t and the pair (j, k), before scaling: as mechanism.hpp defines
  // it.
  Rational score(std::size_t head, std::size_t t, std::size_t j, std::size_t k) const;

 private:
  const TokenTask* task_;
  std::vector<Mechanism> mechanisms_;
  std::vector<std::size_t> first_;  // kind of (token, content 0)
  std::vector<RationalVector> encodings_;
  std::vector<std::vector<std::vector<RationalVector>>> queries_;
  std::vector<std::vector<std::vector<RationalVector>>> values_;
};

}  // namespace attest
