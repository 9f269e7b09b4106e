// The index tuples that a head sums over: for each receiver a list of tuples of tokens, one for each variable of the
// attention polynomial but the first. Receivers with equal lists share one.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <span>
#include <vector>

namespace attest::attention {

using Token = std::uint32_t;  // 0-based

class IndexSet {
 public:
  // All tuples with the v-th entry in domains[v], the last entry running fastest. The same for every receiver.
  // Throws std::length_error where there would be more than `most_tuples`.
  static IndexSet product(const std::vector<std::vector<Token>>& domains, std::size_t receivers);

  // Those of a product that `allowed` takes, receiver by receiver; receivers whose `wanted` is false get none.
  static IndexSet filtered(const std::vector<std::vector<Token>>& domains, const std::vector<bool>& wanted,
                           const std::function<bool(Token receiver, std::span<const Token>)>& allowed);

  // tuples[receiver] is a list of tuples, written one after the other.
  static IndexSet listed(std::size_t arity, std::vector<std::vector<Token>> tuples);

  std::size_t arity() const { return arity_; }  // entries of a tuple
  std::size_t count(Token receiver) const { return lists_[of_receiver_[receiver]].size() / arity_; }
  // All tuples of the receiver, one after the other.
  std::span<const Token> tuples(Token receiver) const { return lists_[of_receiver_[receiver]]; }
  std::size_t largest_count() const;

  static constexpr std::size_t most_tuples = std::size_t{1} << 24U;  // of all lists together

 private:
  std::size_t arity_ = 1;
  std::vector<std::vector<Token>> lists_;
  std::vector<std::size_t> of_receiver_;
};

}  // namespace attest::attention
