// The answers of an expression to all inputs as a decision tree: which cell it reads first, what it reads then, depending
// on what it saw, and what it says in the end. A walk through it takes a few steps where an evaluation takes hundreds.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <vector>

#include "language/truth.hpp"

namespace attest::language {

class AnswerTree {
 public:
  // What making trees may cost: links in memory, steps of evaluations. What was used is taken away.
  struct Budget {
    std::size_t links = 1U << 16U;
    Integer steps = 100'000'000;
  };

  // `values`: what each cell can be. `answer`: of a value; nothing where it is none. Null where the budget does not suffice.
  // Looks at the stop flag.
  using Answer = std::function<std::optional<long>(const Value&)>;
  static std::unique_ptr<const AnswerTree> make(const Truth& truth, std::span<const long> indices,
                                                const std::vector<std::vector<long>>& values,
                                                const Answer& answer, Budget& budget);

  // `places`: of each cell, the place of its value among those that it can be. Nothing where the evaluation has to say it.
  template <class Place>
  std::optional<long> operator()(std::span<const Place> places) const {
    std::int32_t at = root_;
    while (at >= 0) {
      const Node& node = nodes_[static_cast<std::size_t>(at)];
      at = links_[node.links + places[node.cell]];
    }
    return answer(at);
  }

  // Of the absolute values of its answers; nothing if it leaves one open.
  std::optional<long> largest() const;

 private:
  class Maker;
  template <class Place>
  friend class AnswerRows;  // language/answer_rows.hpp
  struct Node {
    std::uint32_t cell;
    std::uint32_t links;  // where its links begin, one for each value of the cell
  };

  std::optional<long> answer(std::int32_t link) const {
    const std::size_t leaf = static_cast<std::size_t>(-(link + 1));
    if (leaf == 0) return std::nullopt;
    return answers_[leaf];
  }

  // A link is a node, or -1 - k for the k-th answer.
  std::int32_t root_ = -1;
  std::vector<Node> nodes_;
  std::vector<std::int32_t> links_;
  std::vector<long> answers_ = {0};  // the first stands for none
  bool open_ = false;
};

}  // namespace attest::language
