// What a reader sees of one input: round by round what the machines know and send, and whether the transformer's tokens know it.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "constructions/anna/simulates_mpc.hpp"
#include "protocols/simulator.hpp"

namespace attest {

namespace {

constexpr std::size_t most_machines = 16;
constexpr std::size_t most_listed = 8;

std::string words_text(const mpc::Words& words) {
  return fmt::format("({})", fmt::join(words, ", "));
}

// The first of them, and how many there are beside these.
std::string listed(const std::vector<std::string>& texts) {
  if (texts.empty()) return "nothing";
  const std::size_t shown = std::min(texts.size(), most_listed);
  std::string text =
      fmt::format("{}", fmt::join(texts.begin(), texts.begin() + static_cast<std::ptrdiff_t>(shown), "; "));
  if (shown < texts.size()) text += fmt::format("; {} more", texts.size() - shown);
  return text;
}

std::string memory_text(const mpc::Memory& memory, const char* tag) {
  std::vector<std::string> items;
  for (const mpc::Item& item : memory)
    items.push_back(fmt::format("{} {} {}", words_text(item.words), tag, item.tag));
  return listed(items);
}

std::string messages_text(const std::vector<mpc::Message>& messages) {
  std::vector<std::string> items;
  for (const mpc::Message& message : messages)
    items.push_back(fmt::format("{} to {}", words_text(message.words), message.destination));
  return listed(items);
}

// The tokens that do not know after a layer what their machines know.
std::vector<long> strangers(const MpcSimulation& sim, const mpc::Run& run,
                            const std::vector<attention::State>& states, std::size_t layer) {
  std::vector<long> tokens;
  for (long i = 1; i <= sim.protocol.machines; ++i) {
    const mpc::TokenState state = sim.read[layer](states[i - 1]);
    if (!state.readable || state.identity != i || state.memory != run.memories[layer][i - 1])
      tokens.push_back(i);
  }
  return tokens;
}

}  // namespace

std::vector<WalkSection> rounds_of_simulation(const MpcSimulation& sim, const mpc::Words& input) {
  const mpc::Run run = mpc::simulate(sim.protocol, input);
  const auto states = states_of_simulation(sim, input);
  std::vector<WalkSection> sections;
  const long shown = std::min<long>(sim.protocol.machines, most_machines);
  const std::string cut =
      shown < sim.protocol.machines
          ? fmt::format(" (machines 1 to {} of {}; all with --format json)", shown, sim.protocol.machines)
          : "";
  for (std::size_t round = 0; round < run.memories.size(); ++round) {
    const bool last = round == sim.protocol.rounds.size();
    WalkSection section{
        last ? "after the last round" + cut : fmt::format("round {}{}", round + 1, cut), {}, {}, {}};
    section.header = {"machine", "knows", last ? "puts out" : "sends"};
    for (long i = 1; i <= shown; ++i) {
      const mpc::Memory& memory = run.memories[round][i - 1];
      section.rows.push_back({std::to_string(i), memory_text(memory, round == 0 ? "at" : "from"),
                              !last ? messages_text(sim.protocol.rounds[round](i, memory))
                              : i <= sim.protocol.input_machines()
                                  ? words_text(sim.protocol.output(i, memory))
                                  : "nothing"});
    }
    if (round < sim.read.size()) {
      const std::vector<long> tokens = strangers(sim, run, states[round + 1], round);
      const std::string& layer = sim.network.layers[round].program->name;
      section.remarks.emplace_back(
          "transformer",
          tokens.empty()
              ? fmt::format("after layer {} every token knows what its machine knows here", layer)
              : fmt::format("after layer {} not every token knows what its machine knows here: not {}", layer,
                            fmt::join(tokens, ", ")));
    }
    sections.push_back(std::move(section));
  }
  if (run.violation) {
    sections.push_back({"the limit that is broken", {{"violation", run.violation->text()}}, {}, {}});
  }
  return sections;
}

}  // namespace attest
