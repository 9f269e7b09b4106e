// The right answer on every input of a box, from the task's text; of the layer only what its tuples rule out (Allowed's rule) is used.
#pragma once

#include <optional>
#include <vector>

#include "verification/cover/box.hpp"

namespace attest::cover {

// Of one context; a thread's own.
class Answers {
 public:
  explicit Answers(const Context& context) : context_(context), problem_(context.problem()) {}

  // Nothing: not known, and open() is a position that it hangs on.
  std::optional<long> operator()(const Box& box);
  std::size_t open() const { return open_; }

  // Of Form::any: whether some condition can be met on a word with these symbols where every tuple of head h that shows the condition
  // scores at most best[h]. False: none can.
  bool can_be_met(const std::vector<std::int32_t>& symbols, const std::vector<std::optional<long>>& best);

 private:
  std::optional<long> answer_by_conditions(const Box& box);
  bool is_impossible(std::size_t condition, bool sought, const Box& box);
  bool is_certain(std::size_t condition, bool sought, const Box& box);
  // The least score that a tuple of Context::covering(), all its symbols open, has where it shows the condition as `sought`.
  struct LeastScore {
    bool known = false;
    std::optional<long> score;  // nothing: it never shows it so
  };
  const LeastScore& least_score(std::size_t condition, std::size_t covering, bool sought, const Box& box);
  // What word_ shows at a tuple's positions: an assignment of the tuple, or the box's symbols.
  void set_word(const TupleEntries& tuple, std::size_t assignment);
  void clear_word(const TupleEntries& tuple, const Box& box);

  const Context& context_;
  const CoverProblem& problem_;
  std::size_t open_ = none;
  Word word_;
  std::vector<std::vector<LeastScore>> least_;  // [condition][covering]
};

}  // namespace attest::cover
