#include "protocols/fixed_round.hpp"

#include <algorithm>
#include <map>

namespace attest::mpc {

long FixedRound::source_machine(long machine, long slot) const {
  const long place = source[static_cast<std::size_t>(machine * slots + slot)];
  return place == nowhere ? nowhere : place / slots;
}

FixedRound empty_round(long machines, long slots) {
  FixedRound round;
  round.slots = slots;
  round.source.assign(static_cast<std::size_t>(machines * slots), FixedRound::nowhere);
  round.sorted.assign(static_cast<std::size_t>(machines), {0, 0});
  return round;
}

std::vector<long> sources_of(const FixedRound& round, long machine) {
  std::vector<long> sources;
  for (long slot = 0; slot < round.slots; ++slot) {
    const long source = round.source_machine(machine, slot);
    if (source != FixedRound::nowhere) sources.push_back(source);
  }
  std::sort(sources.begin(), sources.end());
  sources.erase(std::unique(sources.begin(), sources.end()), sources.end());
  return sources;
}

std::vector<std::vector<FixedMessage>> messages_of(const FixedRound& round) {
  std::vector<std::map<long, std::vector<long>>> sent(round.sorted.size());
  for (std::size_t place = 0; place < round.source.size(); ++place) {
    const long from = round.source[place];
    if (from == FixedRound::nowhere) continue;
    sent[static_cast<std::size_t>(from / round.slots)][static_cast<long>(place) / round.slots].push_back(
        from % round.slots);
  }
  std::vector<std::vector<FixedMessage>> messages(sent.size());
  for (std::size_t machine = 0; machine < sent.size(); ++machine) {
    for (auto& [destination, slots] : sent[machine])
      messages[machine].push_back({destination, std::move(slots)});
  }
  return messages;
}

FixedTraffic traffic_of(const FixedRound& round) {
  FixedTraffic traffic;
  for (const auto& messages : messages_of(round)) {
    long words = 0;
    for (const FixedMessage& message : messages) words += static_cast<long>(message.slots.size());
    traffic.partners = std::max(traffic.partners, static_cast<long>(messages.size()));
    traffic.words = std::max(traffic.words, words);
  }
  for (long machine = 0; machine < round.machines(); ++machine)
    traffic.partners = std::max(traffic.partners, static_cast<long>(sources_of(round, machine).size()));
  return traffic;
}

std::vector<Value> play(const FixedRound& round, const std::vector<Value>& places, Value filler) {
  std::vector<Value> next;
  next.reserve(places.size());
  for (const long from : round.source)
    next.push_back(from == FixedRound::nowhere ? filler : places[static_cast<std::size_t>(from)]);
  for (std::size_t machine = 0; machine < round.sorted.size(); ++machine) {
    const auto start = next.begin() + static_cast<long>(machine) * round.slots;
    std::sort(start + round.sorted[machine].first, start + round.sorted[machine].second);
  }
  return next;
}

}  // namespace attest::mpc
