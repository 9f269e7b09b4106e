// Numbers of the message patterns of a round (message_patterns.hpp), in the order in which for_every_pattern visits them: by the
// lengths of the messages, machine by machine, destination by destination, then by their words.
#pragma once

#include <map>
#include <utility>
#include <vector>

#include "numeric/integer.hpp"
#include "protocols/given_messages.hpp"

namespace attest::mpc {

class PatternNumbers {
 public:
  explicit PatternNumbers(const RoundLimits& limits);

  const RoundLimits& limits() const { return limits_; }
  const Integer& count() const { return from(0, 0, all_room()); }
  // 0 <= rank < count(), else std::out_of_range.
  Pattern pattern(Integer rank) const;
  Integer rank(const Pattern& pattern) const;
  // To the next one, where it differs in words alone; else false, and all words are 0 then.
  bool raise_words(Pattern& pattern) const;

 private:
  using Room = std::vector<long>;  // of each machine, for words that it may still receive
  Room all_room() const { return Room(static_cast<std::size_t>(limits_.q), limits_.s); }
  // How many choices there are for the messages of this cell (source q + destination) and those behind it; `sent`: words that the
  // cell's source sends in cells before it.
  const Integer& from(long cell, long sent, const Room& room) const;
  Integer counted(long cell, long sent, const Room& room);
  // Each cell in turn: choose(cell, sent, room) is the length of its message.
  template <class Choose>
  void choose_lengths(const Choose& choose) const;

  RoundLimits limits_;
  std::map<std::pair<std::pair<long, long>, Room>, Integer> counts_;
};

}  // namespace attest::mpc
