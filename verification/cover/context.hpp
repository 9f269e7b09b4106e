// One judged token whose own symbols are fixed: for each head its index tuples, each with all values that the symbols it depends on can
// take together, as (score, value) pairs.
#pragma once

#include <optional>
#include <span>
#include <vector>

#include "verification/cover/problem.hpp"

namespace attest::cover {

// A score and which value (Context::leaves) it comes with.
struct Entry {
  long score = 0;
  std::uint32_t value = 0;
};

// By falling score and then rising value.
inline bool in_order(const Entry& a, const Entry& b) {
  return a.score != b.score ? a.score > b.score : a.value < b.value;
}

// An index tuple. Symbols that several of its tokens show, or one token in several roles, are one variable with one value.
struct TupleEntries {
  std::vector<std::size_t> positions;  // that it depends on beside the receiver's
  std::vector<std::size_t> strides;    // an assignment is entry sum of stride * symbol
  std::size_t first = 0;               // of its entries
  std::size_t count = 1;
  std::size_t first_group = 0;  // the different ones of them, by falling score and then rising value
  std::size_t groups = 0;
};

struct HeadContext {
  std::vector<TupleEntries> tuples;
  std::vector<Entry> entries;
  std::vector<Entry> groups;
  std::vector<std::uint32_t> members;  // of each tuple (from its `first` on) its assignments, by their groups
  std::vector<std::size_t> first_members;           // [group]: where its members begin; one more for the end
  std::vector<std::vector<std::uint32_t>> showing;  // [position]: the tuples that depend on it
  std::vector<long> leaves;  // [value * number of leaves + leaf]: of this head and of none
  std::size_t values = 0;
};

class Context {
 public:
  // `symbols`: the receiver's, free_symbol elsewhere.
  Context(const CoverProblem& problem, std::size_t which, std::vector<std::int32_t> symbols);

  const CoverProblem& problem() const { return problem_; }
  std::size_t which() const { return which_; }
  const std::vector<std::int32_t>& symbols() const { return symbols_; }
  const HeadContext& head(std::size_t h) const { return heads_[h]; }
  const long* leaves(std::size_t h, std::uint32_t value) const {
    return heads_[h].leaves.data() + value * problem_.formulas().leaves.size();
  }
  // The group of a tuple that has this score and value; nothing where none has.
  std::optional<std::size_t> group_of(std::size_t h, const TupleEntries& tuple, long score,
                                      std::uint32_t value) const;
  // The most that a leaf of the head, or of none, is in absolute value.
  long largest_leaf(std::size_t h) const { return largest_leaf_[h]; }

  // Conditions of the answer (BoxTruth) and the tuples that show all that is open of one of them.
  struct Covering {
    std::size_t head;
    std::size_t tuple;
  };
  const std::vector<std::vector<Covering>>& covering() const { return covering_; }  // [condition]

  // The positions that the output at this token, or its answer by conditions, depends on.
  const std::vector<std::size_t>& relevant() const { return relevant_; }
  const std::vector<std::size_t>& relevant_to(std::size_t h) const { return relevant_to_[h]; }

  // About how much memory it takes.
  std::size_t bytes() const;

 private:
  void make_head(std::size_t h);
  static void make_groups(HeadContext& out, TupleEntries& tuple);
  // Its positions, not yet its entries.
  TupleEntries tuple_of(std::size_t h, std::span<const attention::Token> tokens) const;
  void make_covering();

  const CoverProblem& problem_;
  std::size_t which_;
  std::vector<std::int32_t> symbols_;
  std::vector<HeadContext> heads_;
  std::vector<long> largest_leaf_;
  std::vector<std::vector<Covering>> covering_;
  std::vector<std::size_t> relevant_;
  std::vector<std::vector<std::size_t>> relevant_to_;
};

}  // namespace attest::cover
