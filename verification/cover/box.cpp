#include "verification/cover/box.hpp"

#include <algorithm>

namespace attest::cover {

namespace {

bool by_falling_score(const Entry& a, const Entry& b) {
  return a.score > b.score;
}

}  // namespace

Word word_of(const std::vector<std::int32_t>& symbols) {
  Word word(symbols.size(), 0);
  for (std::size_t p = 0; p < word.size(); ++p) {
    if (symbols[p] != free_symbol) word[p] = static_cast<Symbol>(symbols[p]);
  }
  return word;
}

std::optional<long> whole_answer(const Questions& problem, std::size_t which,
                                 const std::vector<std::int32_t>& symbols, std::size_t& open) {
  const Word word = word_of(symbols);
  std::vector<std::size_t> read;
  const std::optional<long> found = problem.truth().answer(word, which, read);
  return of_the_box(symbols, read, found, open, [&] { return problem.task().truth(word, which); });
}

bool Allowed::make(const Context& context, std::size_t h, const Box& box) {
  const HeadContext& head = context.head(h);
  const Winner& winner = *box.winners[h];
  head_ = &head;
  slots_.resize(head.tuples.size());
  own_.clear();
  touched_.assign(head.tuples.size(), 0);
  for (std::size_t p = 0; p < box.symbols.size(); ++p) {
    if (box.symbols[p] == free_symbol) continue;
    for (const std::uint32_t t : head.showing[p]) touched_[t] = 1;
  }
  for (std::size_t t = 0; t < head.tuples.size(); ++t) {
    const TupleEntries& tuple = head.tuples[t];
    Slot& slot = slots_[t];
    slot.own = touched_[t] != 0 || t == winner.tuple;
    if (t == winner.tuple) {
      // Its members have one score and value: one entry, if there is a member.
      slot.begin = own_.size();
      each_member(context, h, winner, box.symbols, [&](std::size_t) {
        if (own_.size() == slot.begin) own_.push_back({winner.score, winner.value});
      });
      slot.end = own_.size();
    } else if (!slot.own) {
      const auto begin = head.groups.begin() + static_cast<std::ptrdiff_t>(tuple.first_group);
      const auto end = begin + static_cast<std::ptrdiff_t>(tuple.groups);
      const auto first =
          std::partition_point(begin, end, [&](const Entry& e) { return e.score > winner.score; });
      slot.begin = static_cast<std::size_t>(first - head.groups.begin());
      slot.end = tuple.first_group + tuple.groups;
    } else {
      slot.begin = own_.size();
      each_assignment(context.problem(), tuple, box.symbols, [&](std::size_t assignment) {
        const Entry& entry = head.entries[tuple.first + assignment];
        if (entry.score <= winner.score) own_.push_back(entry);
      });
      slot.end = own_.size();
      std::sort(own_.begin() + static_cast<std::ptrdiff_t>(slot.begin), own_.end(), by_falling_score);
    }
    if (slot.begin == slot.end) return false;
  }
  return true;
}

Allowed::Range Allowed::operator[](std::size_t tuple) const {
  const Slot& slot = slots_[tuple];
  const Entry* entries = slot.own ? own_.data() : head_->groups.data();
  return {entries + slot.begin, entries + slot.end};
}

}  // namespace attest::cover
