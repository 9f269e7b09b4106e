// Splits on the best tuple: every input of a context has a best tuple of each head, so the boxes of all candidates together are all
// inputs. Each box is closed, split further, or, with every symbol fixed that matters, evaluated exactly.
#pragma once

#include <optional>
#include <vector>

#include "claims/verdict.hpp"
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
  // Units of work (Division): those that were the part's, and all that were met.
  std::uint64_t units = 0;
  std::uint64_t units_met = 0;
  struct Counterexample {
    Word word;
    std::size_t which = 0;
    // Where it was met: the first one of a cover is of the lowest case, and there of the lowest unit.
    std::size_t start = 0;   // of starts_of
    std::uint64_t unit = 0;  // from 1 on
  };
  std::optional<Counterexample> first_wrong;

  void merge(const Tally& later);
};

// A cover in parts: of each start the units of work are numbered in the order in which they are met, which does not depend on what is
// shown of them. Unit u (from 0 on) of start s is one of part (s + u) mod M. Without parts every unit is taken.
struct Division {
  Part part;
  std::size_t start = 0;
  // Whether the next unit is the part's.
  bool takes_next(Tally& tally) const;
};

class Search {
 public:
  Search(const Context& context, std::vector<WeightTable>& weights, Goal goal, Tally& tally);
  // All inputs with these symbols, the context's among them. With a division: as far as it takes them, a unit being a candidate for the
  // best tuple, or all of them where heads are looked at together (pooled). Throws Stopped.
  void run(const std::vector<std::int32_t>& symbols, const Division* division = nullptr);

 private:
  struct Failure {};  // thrown up to the candidate

  void candidate(Box& box);
  void pooled(const Box& box);

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
