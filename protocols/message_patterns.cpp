#include "protocols/message_patterns.hpp"

#include <algorithm>

namespace attest::mpc {

namespace {

class Patterns {
 public:
  Patterns(long q, long s, long letters, const std::function<bool(const Pattern&)>& visit)
      : q_(q),
        s_(s),
        letters_(letters),
        visit_(visit),
        sent_(static_cast<std::size_t>(q)),
        received_(static_cast<std::size_t>(q), 0) {}

  bool all() { return choose_length(0, 0); }

 private:
  // The length of the message from machine cell / q to machine cell % q, given what the former has sent.
  bool choose_length(long cell, long words_sent) {
    if (cell == q_ * q_) return choose_words();
    const long source = cell / q_;
    const long destination = cell % q_;
    if (destination == 0) words_sent = 0;
    const long room = std::min(s_ - words_sent, s_ - received_[destination]);
    for (long length = 0; length <= room; ++length) {
      if (length > 0) {
        sent_[source].push_back({destination + 1, Words(static_cast<std::size_t>(length), 0)});
        received_[destination] += length;
      }
      const bool go_on = choose_length(cell + 1, words_sent + length);
      if (length > 0) {
        sent_[source].pop_back();
        received_[destination] -= length;
      }
      if (!go_on) return false;
    }
    return true;
  }

  // All contents of the chosen messages, by counting up.
  bool choose_words() {
    std::vector<Value*> words;
    for (auto& messages : sent_) {
      for (Message& message : messages) {
        for (Value& word : message.words) words.push_back(&word);
      }
    }
    for (Value* word : words) *word = 0;
    for (;;) {
      if (!visit_(sent_)) return false;
      std::size_t place = words.size();
      while (place > 0 && *words[place - 1] == letters_ - 1) *words[--place] = 0;
      if (place == 0) return true;
      ++*words[place - 1];
    }
  }

  long q_, s_, letters_;
  const std::function<bool(const Pattern&)>& visit_;
  Pattern sent_;
  std::vector<long> received_;
};

}  // namespace

bool for_every_pattern(long q, long s, long letters, const std::function<bool(const Pattern&)>& visit) {
  return Patterns(q, s, letters, visit).all();
}

Memory delivered(const Pattern& pattern, long machine) {
  Memory memory;
  for (std::size_t source = 0; source < pattern.size(); ++source) {
    for (const Message& message : pattern[source]) {
      if (message.destination == machine) memory.push_back({static_cast<long>(source) + 1, message.words});
    }
  }
  return memory;
}

}  // namespace attest::mpc
