#include "protocols/told_rounds.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

namespace attest::mpc {

namespace {

constexpr std::size_t told_rows = 32;
constexpr std::size_t told_words = 8;

std::string told_item(const Item& item, bool input) {
  const auto shown = static_cast<std::ptrdiff_t>(std::min(told_words, item.words.size()));
  std::string words = fmt::format("{}", fmt::join(item.words.begin(), item.words.begin() + shown, " "));
  if (item.words.size() > told_words) words += fmt::format(" .. ({} words)", item.words.size());
  return input ? fmt::format("word {}: {}", item.tag, words) : fmt::format("from {}: {}", item.tag, words);
}

}  // namespace

WalkSection told_rounds(const Protocol& protocol, const Run& run) {
  WalkSection section;
  section.header = {"round", "machine", "words", "holds after it"};
  std::size_t rows = 0;
  for (std::size_t round = 0; round < run.memories.size(); ++round) {
    bool begun = false;
    for (std::size_t i = 0; i < run.memories[round].size(); ++i) {
      const Memory& memory = run.memories[round][i];
      if (memory.empty()) continue;
      ++rows;
      if (section.rows.size() == told_rows) continue;
      std::vector<std::string> items;
      for (const Item& item : memory) items.push_back(told_item(item, round == 0));
      section.rows.push_back({begun        ? ""
                              : round == 0 ? "input"
                                           : std::to_string(round),
                              std::to_string(i + 1), std::to_string(words_in(memory)),
                              fmt::format("{}", fmt::join(items, "; "))});
      begun = true;
    }
  }
  section.title = fmt::format("{} machines with s = {} words, {} rounds", protocol.machines, protocol.memory,
                              protocol.round_count());
  if (rows > section.rows.size()) section.title += fmt::format(" ({} of {} rows)", section.rows.size(), rows);
  section.remarks.emplace_back("most", fmt::format("{} words held, {} sent, {} received in one round",
                                                   run.most_held, run.most_sent, run.most_received));
  if (run.violation) section.remarks.emplace_back("WRONG", run.violation->text());
  return section;
}

}  // namespace attest::mpc
