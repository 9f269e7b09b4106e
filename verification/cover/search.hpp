// Splits on the best tuple: every input of a context has a best tuple of each head, so the boxes of all candidates together are all
// inputs. Each box is closed, split further, or, with every symbol fixed that matters, evaluated exactly.
//
// A candidate w needs a score of at least L, the largest over tuples t of the least score that t can have: S_w >= S_t >= min S_t.
#pragma once

#include <functional>
#include <optional>
#include <vector>

#include "verification/cover/bound.hpp"

namespace attest::cover {

// What is to be shown of every input.
struct Goal {
  bool output = true;  // the output is right; else the best tuple of `head` is unique
  std::size_t head = 0;
};

// What a search has seen.
struct Tally {
  std::uint64_t winners = 0;    // candidates that were closed
  std::uint64_t wrong = 0;      // that contain an input on which the goal fails
  std::uint64_t boxes = 0;      // that were looked at
  std::uint64_t leaves = 0;     // evaluated exactly
  std::uint64_t undecided = 0;  // leaves that exact evaluation left open
  struct Counterexample {
    Word word;
    std::size_t which = 0;
  };
  std::optional<Counterexample> first_wrong;

  void merge(const Tally& later);
};

class Search {
 public:
  Search(const Context& context, std::vector<WeightTable>& weights, Goal goal, Tally& tally);
  // All inputs with these symbols, the context's among them. Throws Stopped.
  void run(const std::vector<std::int32_t>& symbols);

 private:
  struct Failure {};  // thrown up to the candidate

  // Calls `visit` with each candidate of a head in the box.
  void each_winner(const Box& box, std::size_t head, const std::function<void(Box&)>& visit);
  void begin(const Box& box);
  void candidate(Box& box);
  bool pooled(const Box& box);

  void close(Box& box);
  void split(Box& box);
  void leaf(const Box& box);
  bool unique_in(const Box& box);

  // The answer on every input of the box; nothing: not known, and open_position_ is one that it hangs on.
  std::optional<long> answer(const Box& box);
  std::optional<long> answer_by_conditions(const Box& box);
  bool is_impossible(std::size_t condition, bool sought, const Box& box);
  bool is_certain(std::size_t condition, bool sought, const Box& box);
  // What word_ shows at a tuple's positions: an assignment of the tuple, or the box's symbols.
  void set_word(const TupleEntries& tuple, std::size_t assignment);
  void clear_word(const TupleEntries& tuple, const Box& box);

  const Context& context_;
  const CoverProblem& problem_;
  Goal goal_;
  Tally& tally_;
  Bounder bounder_;
  std::vector<Allowed> allowed_;
  std::size_t open_position_ = none;
  Word word_;
};

}  // namespace attest::cover
