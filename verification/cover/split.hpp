// How a box is split: by the candidates for a head's best tuple, by the members of a candidate, by the symbols of a position. In each
// case the parts together are the whole box.
//
// A candidate w needs a score of at least L, the largest over tuples t of the least score that t can have: S_w >= S_t >= min S_t.
#pragma once

#include <functional>
#include <optional>

#include "verification/cover/box.hpp"

namespace attest::cover {

class Splitter {
 public:
  using Visit = std::function<void(Box&)>;

  explicit Splitter(const Context& context) : context_(context), problem_(context.problem()) {}

  // Calls `visit` with each candidate of a head in the box.
  void each_winner(const Box& box, std::size_t head, const Visit& visit) const;

  // What the split should tell.
  struct Where {
    std::optional<std::size_t> head;  // only its best tuple matters, not the output
    std::size_t position = none;      // what the answer hangs on, if it does
    TuplePlace worst;                 // what takes most from the bound, if something does
  };
  // False where everything is fixed that matters, whether the words are judged among it: no part is visited.
  bool each_part(const Box& box, const Where& where, const Visit& visit) const;

 private:
  bool each_member(const Box& box, std::size_t head, const Visit& visit) const;

  const Context& context_;
  const CoverProblem& problem_;
};

}  // namespace attest::cover
