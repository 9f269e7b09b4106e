// The answers of an expression to all inputs as a decision diagram: which cell is read first, what is read then, depending
// on what was seen, and what is answered in the end. A walk through it takes a few steps where an evaluation takes hundreds.
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <span>
#include <vector>

#include "language/folded_answer.hpp"
#include "language/truth.hpp"

namespace attest::language {

class AnswerDiagram {
 public:
  // What making diagrams may cost: links in memory, steps of evaluations, entries of tables that are looked at. What was used is taken away.
  struct Budget {
    std::size_t links = 1U << 16U;
    Integer steps = 100'000'000;
    std::size_t entries = 1U << 23U;
  };

  // The cells in the order in which an evaluation reads them: a tree. `values`: what each cell can be. `answer`: of a value; nothing where
  // it is none. Null where the budget does not suffice. Looks at the stop flag.
  using Answer = std::function<std::optional<long>(const Value&)>;
  static std::unique_ptr<const AnswerDiagram> make(const Truth& truth, std::span<const long> indices,
                                                   const std::vector<std::vector<long>>& values,
                                                   const Answer& answer, Budget& budget);

  // The cells in their own order, and what is left of the tables once some cells are known is one node however it came about.
  // `values`: how many each cell can be. Null and the stop flag as above.
  static std::unique_ptr<const AnswerDiagram> make(const FoldedAnswer& answer,
                                                   std::span<const std::size_t> values, Budget& budget);

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
  class Merger;
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

  // The link of an answer, nothing being one as well.
  std::int32_t leaf(const std::optional<long>& answer);

  // A link is a node, or -1 - k for the k-th answer.
  std::int32_t root_ = -1;
  std::vector<Node> nodes_;
  std::vector<std::int32_t> links_;
  std::vector<long> answers_ = {0};      // the first stands for none
  std::map<long, std::size_t> numbers_;  // of each answer among them
  bool open_ = false;
};

}  // namespace attest::language
