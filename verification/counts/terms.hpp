// Of one judged token with its own symbols: what each token adds to each head, symbol by symbol.
#pragma once

#include <cstdint>
#include <vector>

#include "verification/counts/problem.hpp"

namespace attest::counts {

// Of one tuple: its weight, enclosed, and the integers that stand for the head's leaves there (Terms::denominator). Both ends of a weight
// are the same where weights are rational.
struct Part {
  std::size_t head = 0;
  Integer lower;  // > 0 unless it is rounded
  Integer upper;
  std::vector<Integer> leaves;  // as Problem::leaves_of
};
using Content = std::vector<Part>;  // tuples of weight 0 are left out

// Positions of the input that tokens show together, with what their symbols, as one joint symbol, add.
struct Block {
  std::vector<std::size_t> positions;
  std::vector<std::size_t> strides;  // a joint symbol is the sum of stride * symbol
  std::vector<std::uint32_t>
      contents;  // [joint symbol]: of Terms::contents; equal numbers for equal contents

  std::size_t symbols() const { return contents.size(); }
};

class Terms {
 public:
  Terms(const Problem& problem, const cover::Start& start);

  const Problem& problem() const { return problem_; }
  const cover::Start& start() const { return start_; }
  attention::Kind receiver() const { return receiver_; }
  const std::vector<Content>& contents() const { return contents_; }
  const std::vector<Block>& blocks() const { return blocks_; }  // every position is in one of them
  // Leaves of a head are integers over it.
  const Integer& denominator(std::size_t head) const { return denominators_[head]; }
  // A head's leaves where no weight is positive: what the receiver and the constants add, over the denominator.
  const std::vector<Integer>& without_head(std::size_t head) const { return without_[head]; }

 private:
  struct Tuple {  // of a token of some kind
    Integer score;
    std::vector<Rational> leaves;
  };
  void make_blocks();
  void make_contents();
  Tuple tuple_at(std::size_t head, attention::Kind kind) const;

  const Problem& problem_;
  const cover::Start& start_;
  attention::Kind receiver_ = 0;
  std::vector<Block> blocks_;
  std::vector<std::vector<std::pair<std::size_t, attention::Token>>> seen_;  // [block]: heads and tokens
  std::vector<Content> contents_;
  std::vector<Integer> denominators_;
  std::vector<std::vector<Integer>> without_;
};

}  // namespace attest::counts
