#include "protocols/pattern_numbers.hpp"

#include <algorithm>
#include <stdexcept>

#include "numeric/checked.hpp"

namespace attest::mpc {

namespace {

Integer contents(const RoundLimits& limits, long words) {
  return power(Integer(limits.letters), static_cast<unsigned long>(words));
}

// Of all messages, the last word first.
template <class Visit>  // visit(word) returns whether to go on
bool each_word_from_the_last(Pattern& pattern, const Visit& visit) {
  for (auto messages = pattern.rbegin(); messages != pattern.rend(); ++messages) {
    for (auto message = messages->rbegin(); message != messages->rend(); ++message) {
      for (auto word = message->words.rbegin(); word != message->words.rend(); ++word) {
        if (!visit(*word)) return false;
      }
    }
  }
  return true;
}

}  // namespace

PatternNumbers::PatternNumbers(const RoundLimits& limits) : limits_(limits) {
  counted(0, 0, all_room());
}

Integer PatternNumbers::counted(long cell, long sent, const Room& room) {
  if (cell == limits_.q * limits_.q) return 1;
  const long destination = cell % limits_.q;
  if (destination == 0) sent = 0;
  const auto key = std::pair{std::pair{cell, sent}, room};
  if (const auto known = counts_.find(key); known != counts_.end()) return known->second;
  Integer total = 0;
  for (long length = 0; length <= std::min(limits_.s - sent, room[destination]); ++length) {
    Room left = room;
    left[destination] -= length;
    total += contents(limits_, length) * counted(cell + 1, sent + length, left);
  }
  counts_[key] = total;
  return total;
}

const Integer& PatternNumbers::from(long cell, long sent, const Room& room) const {
  static const Integer one = 1;
  if (cell == limits_.q * limits_.q) return one;
  return counts_.at({{cell, cell % limits_.q == 0 ? 0 : sent}, room});
}

template <class Choose>
void PatternNumbers::choose_lengths(const Choose& choose) const {
  Room room = all_room();
  long sent = 0;
  for (long cell = 0; cell < limits_.q * limits_.q; ++cell) {
    const long destination = cell % limits_.q;
    if (destination == 0) sent = 0;
    const long length = choose(cell, sent, room);
    room[destination] -= length;
    sent += length;
  }
}

Pattern PatternNumbers::pattern(Integer rank) const {
  if (rank < 0 || rank >= count()) throw std::out_of_range("no such message pattern");
  Pattern pattern(static_cast<std::size_t>(limits_.q));
  long words = 0;
  choose_lengths([&](long cell, long sent, Room room) {
    const long destination = cell % limits_.q;
    long length = 0;
    for (;; ++length, --room[destination]) {
      const Integer block = contents(limits_, words + length) * from(cell + 1, sent + length, room);
      if (rank < block) break;
      rank -= block;
    }
    if (length > 0)
      pattern[cell / limits_.q].push_back({destination + 1, Words(static_cast<std::size_t>(length), 0)});
    words += length;
    return length;
  });
  each_word_from_the_last(pattern, [&](Value& word) {
    word = to_long(Integer(rank % limits_.letters));
    rank /= limits_.letters;
    return true;
  });
  return pattern;
}

Integer PatternNumbers::rank(const Pattern& pattern) const {
  Integer rank = 0;
  long words = 0;
  choose_lengths([&](long cell, long sent, Room room) {
    const auto& messages = pattern[cell / limits_.q];
    const long destination = cell % limits_.q;
    const auto message = std::find_if(messages.begin(), messages.end(),
                                      [&](const Message& m) { return m.destination == destination + 1; });
    const long chosen = message == messages.end() ? 0 : static_cast<long>(message->words.size());
    for (long length = 0; length < chosen; ++length, --room[destination])
      rank += contents(limits_, words + length) * from(cell + 1, sent + length, room);
    words += chosen;
    return chosen;
  });
  Integer place = 1;
  Pattern copy = pattern;
  each_word_from_the_last(copy, [&](Value& word) {
    rank += place * word;
    place *= limits_.letters;
    return true;
  });
  return rank;
}

bool PatternNumbers::raise_words(Pattern& pattern) const {
  return !each_word_from_the_last(pattern, [&](Value& word) {
    if (word + 1 < limits_.letters) {
      ++word;
      return false;
    }
    word = 0;
    return true;
  });
}

}  // namespace attest::mpc
