// One round of messages between machines, counted as Definition 2.3 of seed 001_9fe7599dfb64bc47.txt does
// (lines 104-126): what a machine sends and what it receives, in messages and in words.
#pragma once

#include <algorithm>
#include <cstddef>
#include <vector>

#include "protocols/induction_heads_protocol.hpp"

namespace attest {

class MessageRound {
 public:
  explicit MessageRound(std::size_t machines) : sent_(machines), received_(machines) {}

  // Machines are numbered from 0 here.
  void send(std::size_t from, std::size_t to, long words) {
    ++sent_[from].messages;
    sent_[from].words += words;
    ++received_[to].messages;
    received_[to].words += words;
  }

  // Of any machine.
  RoundTraffic largest() const { return {largest(sent_), largest(received_)}; }
  bool within(long messages) const {
    const RoundTraffic most = largest();
    return most.sent.messages <= messages && most.received.messages <= messages;
  }

 private:
  static Traffic largest(const std::vector<Traffic>& all) {
    Traffic most;
    for (const Traffic& one : all) {
      most.messages = std::max(most.messages, one.messages);
      most.words = std::max(most.words, one.words);
    }
    return most;
  }

  std::vector<Traffic> sent_;
  std::vector<Traffic> received_;
};

// The larger of each number; `all` is empty or as long as `rounds`.
inline void keep_largest(std::vector<RoundTraffic>& all, const std::vector<RoundTraffic>& rounds) {
  all.resize(rounds.size());
  const auto keep = [](Traffic& a, const Traffic& b) {
    a.messages = std::max(a.messages, b.messages);
    a.words = std::max(a.words, b.words);
  };
  for (std::size_t r = 0; r < rounds.size(); ++r) {
    keep(all[r].sent, rounds[r].sent);
    keep(all[r].received, rounds[r].received);
  }
}

}  // namespace attest
