// Rounds in which it is fixed beforehand which words go where: the way does not depend on what the words are. Machines hold equally many
// words, in slots; place = machine * slots + slot, all counted from 0.
#pragma once

#include <cstddef>
#include <utility>
#include <vector>

#include "protocols/protocol.hpp"

namespace attest::mpc {

struct FixedRound {
  static constexpr long nowhere = -1;

  long slots = 1;            // of a machine
  std::vector<long> source;  // [place]: the place that its word comes from
  std::vector<std::pair<long, long>>
      sorted;  // [machine]: its slots first..last - 1 are sorted when all have arrived

  long machines() const { return static_cast<long>(sorted.size()); }
  long source_machine(long machine, long slot) const;  // nowhere where none sends to this slot
};

// Nothing arrives, nothing is sorted.
FixedRound empty_round(long machines, long slots);

// Whom a machine hears from, ascending, itself included if it keeps something.
std::vector<long> sources_of(const FixedRound& round, long machine);
// [machine]: the machines that it sends to, ascending, with its slots in the order of theirs.
struct FixedMessage {
  long destination = 0;
  std::vector<long> slots;
};
std::vector<std::vector<FixedMessage>> messages_of(const FixedRound& round);

// The most machines that one sends to or hears from, and the most words that one sends.
struct FixedTraffic {
  long partners = 0;
  long words = 0;
};
FixedTraffic traffic_of(const FixedRound& round);

// What the machines hold behind the round; `filler` in slots to which none sends.
std::vector<Value> play(const FixedRound& round, const std::vector<Value>& places, Value filler);

}  // namespace attest::mpc
