// Splits on the best tuple: every input of a context has a best tuple of each head, so the boxes of all candidates together are all
// inputs. Each box is closed, split further, or, with every symbol fixed that matters, evaluated exactly.
#pragma once

#include <optional>
#include <vector>

#include "verification/cover/answer.hpp"
#include "verification/cover/bound.hpp"
#include "verification/cover/split.hpp"

namespace attest::cover {

// What is to be shown of every input.
struct Goal {
  bool output = true;  // the output is right; else the best tuple of `head` is unique
  std::size_t head = 0;
  bool wrong = false;       // the output is wrong, in the place of right
  bool first_only = false;  // one input on which the goal fails is enough: nothing more is looked at
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

  void begin(const Box& box);
  void candidate(Box& box);
  bool pooled(const Box& box);

  void close(Box& box);
  void leaf(const Box& box);
  // Whether the goal is shown for every input of the box; where not, `where` gets what a split should tell.
  bool right_in(const Box& box, Splitter::Where& where);
  bool unique_in(const Box& box, Splitter::Where& where);

  const Context& context_;
  const CoverProblem& problem_;
  Goal goal_;
  Tally& tally_;
  Bounder bounder_;
  Answers answers_;
  Splitter splitter_;
  std::vector<Allowed> allowed_;
};

}  // namespace attest::cover
