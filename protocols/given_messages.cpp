#include "protocols/given_messages.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "claims/usage_error.hpp"
#include "claims/user_json.hpp"
#include "tasks/datasets/random.hpp"
#include "tasks/nested_array.hpp"

namespace attest::mpc {

namespace {

long words_sent(const std::vector<Message>& messages) {
  long words = 0;
  for (const Message& message : messages) words += static_cast<long>(message.words.size());
  return words;
}

long words_received(const Pattern& pattern, long machine) {
  long words = 0;
  for (const auto& messages : pattern) {
    for (const Message& message : messages) {
      if (message.destination == machine) words += static_cast<long>(message.words.size());
    }
  }
  return words;
}

bool sends_to(const std::vector<Message>& messages, long destination) {
  return std::any_of(messages.begin(), messages.end(),
                     [&](const Message& message) { return message.destination == destination; });
}

void sort_by_destination(Pattern& pattern) {
  for (auto& messages : pattern) {
    std::sort(messages.begin(), messages.end(),
              [](const Message& a, const Message& b) { return a.destination < b.destination; });
  }
}

}  // namespace

Pattern pattern_from_json(const Json& input, const RoundLimits& limits) {
  require_keys(input, {"messages"});
  if (!input["messages"].is_array())
    throw UsageError("input messages", input["messages"].dump(), "a list of messages");
  const std::string machine = fmt::format("a machine from 1 to {}", limits.q);
  Pattern pattern(static_cast<std::size_t>(limits.q));
  for (std::size_t k = 0; k < input["messages"].size(); ++k) {
    const Json& entry = input["messages"][k];
    const std::string place = fmt::format("input messages/{}", k);
    const bool fits = entry.is_object() && entry.size() == 3 && entry.contains("from") &&
                      entry.contains("to") && entry.contains("words");
    if (!fits || !entry["words"].is_array() || entry["words"].empty())
      throw UsageError(place, entry.dump(), R"({"from": i, "to": j, "words": [..]} with at least one word)");
    const long from = integer_from_json(entry["from"], place + "/from", 1, limits.q, machine);
    Message message{integer_from_json(entry["to"], place + "/to", 1, limits.q, machine), {}};
    for (const Json& word : entry["words"])
      message.words.push_back(integer_from_json(word, place + "/words", 0, limits.letters - 1,
                                                fmt::format("words from 0 to {}", limits.letters - 1)));
    auto& sent = pattern[static_cast<std::size_t>(from - 1)];
    if (sends_to(sent, message.destination))
      throw UsageError(place, entry.dump(), "one message from a machine to another");
    sent.push_back(std::move(message));
  }
  for (long i = 1; i <= limits.q; ++i) {
    const long sent = words_sent(pattern[static_cast<std::size_t>(i - 1)]);
    const long received = words_received(pattern, i);
    if (std::max(sent, received) > limits.s)
      throw UsageError("input messages",
                       fmt::format("{} words sent and {} received by machine {}", sent, received, i),
                       fmt::format("at most s = {} of either", limits.s));
  }
  sort_by_destination(pattern);
  return pattern;
}

Json messages_json(const Pattern& pattern) {
  Json messages = Json::array();
  for (std::size_t i = 0; i < pattern.size(); ++i) {
    for (const Message& message : pattern[i]) {
      messages.push_back({{"from", i + 1}, {"to", message.destination}, {"words", message.words}});
    }
  }
  return messages;
}

Pattern random_pattern(const RoundLimits& limits, std::uint64_t seed) {
  Random random(seed);
  Pattern pattern(static_cast<std::size_t>(limits.q));
  for (long turn = 0; turn < 2 * limits.q; ++turn) {
    auto& sent = pattern[static_cast<std::size_t>(turn % limits.q)];
    const long destination = random.between(1, limits.q);
    const long room = limits.s - std::max(words_sent(sent), words_received(pattern, destination));
    if (room <= 0 || sends_to(sent, destination)) continue;
    Message message{destination, {}};
    for (long length = random.between(1, room); length > 0; --length)
      message.words.push_back(random.between(0, limits.letters - 1));
    sent.push_back(std::move(message));
  }
  sort_by_destination(pattern);
  return pattern;
}

Json memory_json(const Memory& memory) {
  Json items = Json::array();
  for (const Item& item : memory) items.push_back({{"from", item.tag}, {"words", item.words}});
  return items;
}

}  // namespace attest::mpc
