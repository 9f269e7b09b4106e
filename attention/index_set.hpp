// The index tuples that a head sums over: for each receiver a list of tuples of tokens, one for each variable of the
// attention polynomial but the first. Receivers with equal lists share one.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <mutex>
#include <span>
#include <vector>

#include "numeric/integer.hpp"

namespace attest::attention {

using Token = std::uint32_t;  // 0-based

class IndexSet {
 public:
  // All tuples with the v-th entry in domains[v], the last entry running fastest. The same for every receiver. Where the
  // domains are all `receivers` tokens they are listed when they are first looked at.
  // Throws std::length_error where there would be more than `most_tuples` entries to list.
  static IndexSet product(const std::vector<std::vector<Token>>& domains, std::size_t receivers);

  // Those of a product that `allowed` takes, receiver by receiver; receivers whose `wanted` is false get none.
  static IndexSet filtered(const std::vector<std::vector<Token>>& domains, const std::vector<bool>& wanted,
                           const std::function<bool(Token receiver, std::span<const Token>)>& allowed);

  // tuples[receiver] is a list of tuples, written one after the other.
  static IndexSet listed(std::size_t arity, std::vector<std::vector<Token>> tuples);

  std::size_t arity() const { return arity_; }  // entries of a tuple
  // All tuples of all tokens for every receiver.
  bool has_every_tuple() const { return every_ != nullptr; }
  bool is_listable() const { return !every_ || every_->listable(arity_); }
  bool empty(Token receiver) const { return !every_ && lists_[of_receiver_[receiver]].empty(); }
  // All tuples of the receiver, one after the other. Throws std::length_error where they cannot be listed.
  std::span<const Token> tuples(Token receiver) const {
    return every_ ? every_->list(arity_) : std::span<const Token>(lists_[of_receiver_[receiver]]);
  }
  Integer largest_count() const;

  static constexpr std::size_t most_tuples = std::size_t{1} << 24U;  // entries of all lists together

 private:
  // Copies of a set share it.
  class EveryTuple {
   public:
    explicit EveryTuple(std::size_t tokens) : tokens_(tokens) {}
    std::size_t tokens() const { return tokens_; }
    bool listable(std::size_t arity) const;
    std::span<const Token> list(std::size_t arity);

   private:
    std::size_t tokens_;  // at least one
    std::once_flag made_;
    std::vector<Token> list_;
  };

  std::size_t arity_ = 1;
  std::shared_ptr<EveryTuple> every_;
  std::vector<std::vector<Token>> lists_;
  std::vector<std::size_t> of_receiver_;
};

}  // namespace attest::attention
