// A set of inputs: those with certain symbols at certain positions on which certain tuples are best.
#pragma once

#include <algorithm>
#include <optional>
#include <vector>

#include "verification/cover/context.hpp"

namespace attest::cover {

// The tuple is *a* best tuple of its head: no other scores more. Its symbols are any that give this score and value.
struct Winner {
  std::size_t tuple = 0;
  long score = 0;
  std::uint32_t value = 0;
};

// An index tuple of a head; head = none: no tuple.
struct TuplePlace {
  std::size_t head = none;
  std::size_t tuple = 0;
};

struct Box {
  std::vector<std::int32_t> symbols;           // [position]
  std::vector<std::optional<Winner>> winners;  // [head]
};

// With open symbols as 0.
Word word_of(const std::vector<std::int32_t>& symbols);
// What an evaluation on the box's word says of all words of the box: its value, if it read fixed symbols alone. `found`: nothing
// where it did not go by the way that notes what it reads; then `exactly` says it once all symbols are fixed. Nothing: not known, and
// `open` is a position that it hangs on.
template <class Value, class Exactly>
std::optional<Value> of_the_box(const std::vector<std::int32_t>& symbols,
                                const std::vector<std::size_t>& read, const std::optional<Value>& found,
                                std::size_t& open, const Exactly& exactly) {
  const auto is_open = [&](std::size_t p) { return symbols[p] == free_symbol; };
  if (const auto first = std::find_if(read.begin(), read.end(), is_open); first != read.end()) {
    open = *first;
    return std::nullopt;
  }
  if (found) return found;
  for (std::size_t p = 0; p < symbols.size(); ++p) {
    if (!is_open(p)) continue;
    open = p;
    return std::nullopt;
  }
  return exactly();
}

// The answer at a judged token on all words with these symbols, by an evaluation that reads fixed symbols alone (BoxTruth::answer).
// Nothing where it is not known; `open` is then a position that it hangs on.
std::optional<long> whole_answer(const Questions& problem, std::size_t which,
                                 const std::vector<std::int32_t>& symbols, std::size_t& open);

// Visits the assignments of a tuple that agree with the box's symbols, as numbers of TupleEntries.
template <class Visit>
void each_assignment(const CoverProblem& problem, const TupleEntries& tuple,
                     const std::vector<std::int32_t>& symbols, const Visit& visit) {
  std::size_t at = 0;
  std::size_t open[64];
  std::size_t count = 0;
  for (std::size_t k = 0; k < tuple.positions.size(); ++k) {
    const std::int32_t symbol = symbols[tuple.positions[k]];
    if (symbol == free_symbol) {
      open[count++] = k;  // at most 25 positions have two symbols or more (Context: at most 2^25 entries)
    } else {
      at += tuple.strides[k] * static_cast<std::size_t>(symbol);
    }
  }
  std::size_t digit[64] = {};
  for (;;) {
    visit(at);
    std::size_t k = 0;
    for (; k < count; ++k) {
      const std::size_t stride = tuple.strides[open[k]];
      if (++digit[k] < problem.symbols(tuple.positions[open[k]])) {
        at += stride;
        break;
      }
      at -= stride * (digit[k] - 1);
      digit[k] = 0;
    }
    if (k == count) return;
  }
}

// Visits the assignments of a head's tuple that have this score and value and agree with the symbols, as numbers of TupleEntries.
template <class Visit>
void each_member(const Context& context, std::size_t h, const Winner& winner,
                 const std::vector<std::int32_t>& symbols, const Visit& visit) {
  const HeadContext& head = context.head(h);
  const TupleEntries& tuple = head.tuples[winner.tuple];
  const auto group = context.group_of(h, tuple, winner.score, winner.value);
  if (!group) return;
  for (std::size_t k = head.first_members[*group]; k < head.first_members[*group + 1]; ++k) {
    const std::size_t member = head.members[k];
    bool agrees = true;
    for (std::size_t p = 0; p < tuple.positions.size() && agrees; ++p) {
      const std::int32_t symbol = symbols[tuple.positions[p]];
      agrees = symbol == free_symbol ||
               member / tuple.strides[p] % context.problem().symbols(tuple.positions[p]) ==
                   static_cast<std::size_t>(symbol);
    }
    if (agrees) visit(member);
  }
}

// The entries of every tuple that an input of the box may have, given one head's winner; for each tuple by falling score.
//
// A tuple that is not the winner takes only values with a score of at most the winner's (not: less, a tie is allowed). What the box
// does not rule out stays: a larger set of values is sound, a smaller one is not.
class Allowed {
 public:
  // False where some tuple is left without a value: no input is in the box then.
  bool make(const Context& context, std::size_t head, const Box& box);

  struct Range {
    const Entry* begin = nullptr;
    const Entry* end = nullptr;
  };
  Range operator[](std::size_t tuple) const;

 private:
  struct Slot {
    bool own = false;  // in own_, else in the context's groups
    std::size_t begin = 0;
    std::size_t end = 0;
  };
  const HeadContext* head_ = nullptr;
  std::vector<Slot> slots_;
  std::vector<char> touched_;  // [tuple]: the box fixes a symbol of it
  std::vector<Entry> own_;
};

}  // namespace attest::cover
