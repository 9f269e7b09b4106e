#include "verification/cover/split.hpp"

#include <algorithm>
#include <limits>

#include "claims/stop.hpp"
#include "verification/cover/standing.hpp"

namespace attest::cover {

void Splitter::each_winner(const Box& box, std::size_t h, const Visit& visit) const {
  const HeadContext& head = context_.head(h);
  // Every different (score, value) of each tuple in the box.
  std::vector<std::vector<Entry>> own(head.tuples.size());
  long least = std::numeric_limits<long>::min();
  for (std::size_t t = 0; t < head.tuples.size(); ++t) {
    const TupleEntries& tuple = head.tuples[t];
    const bool touched = std::any_of(tuple.positions.begin(), tuple.positions.end(),
                                     [&](std::size_t p) { return box.symbols[p] != free_symbol; });
    if (!touched) {
      least = std::max(least, head.groups[tuple.first_group + tuple.groups - 1].score);
      continue;
    }
    std::vector<Entry>& entries = own[t];
    each_assignment(problem_, tuple, box.symbols, [&](std::size_t assignment) {
      entries.push_back(head.entries[tuple.first + assignment]);
    });
    std::sort(entries.begin(), entries.end(), in_order);
    entries.erase(
        std::unique(entries.begin(), entries.end(),
                    [](const Entry& a, const Entry& b) { return a.score == b.score && a.value == b.value; }),
        entries.end());
    least = std::max(least, entries.back().score);
  }
  for (std::size_t t = 0; t < head.tuples.size(); ++t) {
    const TupleEntries& tuple = head.tuples[t];
    const Entry* begin = own[t].empty() ? head.groups.data() + tuple.first_group : own[t].data();
    const Entry* end = begin + (own[t].empty() ? tuple.groups : own[t].size());
    for (const Entry* entry = begin; entry != end && entry->score >= least; ++entry) {
      check_stop();
      Box child = box;
      child.winners[h] = Winner{t, entry->score, entry->value};
      // One assignment alone has this score and value: its symbols are fixed.
      std::size_t members = 0;
      std::size_t only = 0;
      cover::each_member(context_, h, *child.winners[h], box.symbols, [&](std::size_t member) {
        ++members;
        only = member;
      });
      if (members == 1) {
        for (std::size_t k = 0; k < tuple.positions.size(); ++k) {
          child.symbols[tuple.positions[k]] =
              static_cast<std::int32_t>(only / tuple.strides[k] % problem_.symbols(tuple.positions[k]));
        }
      }
      visit(child);
    }
  }
}

bool Splitter::each_part(const Box& box, const Where& where, const Visit& visit) const {
  const auto by_position = [&](std::size_t p) {
    for (Symbol s = 0; s < problem_.symbols(p); ++s) {
      Box child = box;
      child.symbols[p] = static_cast<std::int32_t>(s);
      visit(child);
    }
    return true;
  };
  const bool whole = problem_.truth().form() == BoxTruth::Form::whole;
  if (!where.head && whole && where.position != none) return by_position(where.position);
  if (!where.head) {
    for (std::size_t h = 0; h < box.winners.size(); ++h) {
      if (box.winners[h]) continue;
      each_winner(box, h, visit);
      return true;
    }
  }
  for (std::size_t h = 0; h < box.winners.size(); ++h) {
    if (box.winners[h] && each_member(box, h, visit)) return true;
  }
  if (where.position != none) return by_position(where.position);
  if (where.worst.head != none) {
    for (const std::size_t p : context_.head(where.worst.head).tuples[where.worst.tuple].positions) {
      if (box.symbols[p] == free_symbol) return by_position(p);
    }
  }
  for (const std::size_t p : where.head ? context_.relevant_to(*where.head) : context_.relevant()) {
    if (box.symbols[p] == free_symbol) return by_position(p);
  }
  std::size_t open = none;
  if (!standing_of(problem_, box.symbols, open)) return by_position(open);
  return false;
}

// A winner of several assignments: each of them. False where its symbols are fixed.
bool Splitter::each_member(const Box& box, std::size_t h, const Visit& visit) const {
  const Winner& winner = *box.winners[h];
  const HeadContext& head = context_.head(h);
  const TupleEntries& tuple = head.tuples[winner.tuple];
  if (std::none_of(tuple.positions.begin(), tuple.positions.end(),
                   [&](std::size_t p) { return box.symbols[p] == free_symbol; })) {
    return false;
  }
  cover::each_member(context_, h, winner, box.symbols, [&](std::size_t member) {
    Box child = box;
    for (std::size_t k = 0; k < tuple.positions.size(); ++k) {
      child.symbols[tuple.positions[k]] =
          static_cast<std::int32_t>(member / tuple.strides[k] % problem_.symbols(tuple.positions[k]));
    }
    visit(child);
  });
  return true;
}

}  // namespace attest::cover
