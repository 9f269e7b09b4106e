#include "protocols/simulator.hpp"

#include "claims/stop.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <set>

namespace attest::mpc {

namespace {

class Simulation {
 public:
  explicit Simulation(const Protocol& protocol) : p_(protocol) {}

  Run run(const Words& input) {
    if (p_.machines < p_.input_machines()) {
      report(1, 0,
             fmt::format("{} machines cannot hold {} words at {} each", p_.machines, p_.inputs, p_.memory));
      return std::move(run_);
    }
    run_.memories.push_back(initial_memories(p_, input));
    for (long i = 1; i <= p_.machines && !run_.violation; ++i) check_memory(i, 0);
    for (long round = 1; round <= p_.round_count() && !run_.violation; ++round) play(round);
    if (!run_.violation) read_output();
    return std::move(run_);
  }

 private:
  void report(long machine, long round, std::string what) {
    if (!run_.violation) run_.violation = Violation{machine, round, std::move(what)};
  }

  void check_word(long machine, long round, Value word, const char* where) {
    if (word < 0 || word >> p_.word_bits != 0) {
      report(machine, round,
             fmt::format("{} the word {}, words have p = {} bits", where, word, p_.word_bits));
    }
  }

  // What arrived is the machine's memory from now on.
  void check_memory(long machine, long round) {
    const Memory& memory = run_.memories.back()[machine - 1];
    const long words = words_in(memory);
    const auto partners = static_cast<long>(memory.size());
    long kept = 0;
    if (p_.keeping_is_free && round > 0) {
      for (const Item& item : memory) {
        if (item.tag == machine) kept += static_cast<long>(item.words.size());
      }
    }
    if (words > p_.word_limit()) {
      const bool holds = round == 0 || p_.keeping_is_free;
      report(machine, round,
             fmt::format("{} {} words, the limit is s = {}", holds ? "holds" : "receives", words,
                         p_.word_limit()));
    }
    run_.most_held = std::max(run_.most_held, words);
    for (const Item& item : memory) {
      for (const Value word : item.words) check_word(machine, round, word, "holds");
    }
    if (round == 0) return;
    run_.most_received = std::max(run_.most_received, words - kept);
    check_partners(machine, round, partners, "receives from");
  }

  void check_partners(long machine, long round, long partners, const char* verb) {
    run_.most_partners = std::max(run_.most_partners, partners);
    if (p_.capacity > 0 && partners > p_.capacity) {
      report(
          machine, round,
          fmt::format("{} {} machines, the communication capacity is k = {}", verb, partners, p_.capacity));
    }
  }

  void check_sent(long machine, long round, const std::vector<Message>& sent) {
    long words = 0;
    std::set<long> destinations;
    for (const Message& message : sent) {
      if (!p_.keeping_is_free || message.destination != machine)
        words += static_cast<long>(message.words.size());
      if (message.destination < 1 || message.destination > p_.machines) {
        report(machine, round, fmt::format("sends to machine {} of {}", message.destination, p_.machines));
      }
      if (!destinations.insert(message.destination).second) {
        report(machine, round, fmt::format("sends two messages to machine {}", message.destination));
      }
      if (message.words.empty()) {
        report(machine, round, fmt::format("sends an empty message to machine {}", message.destination));
      }
      for (const Value word : message.words) check_word(machine, round, word, "sends");
    }
    if (words > p_.word_limit()) {
      report(machine, round, fmt::format("sends {} words, the limit is s = {}", words, p_.word_limit()));
    }
    run_.most_sent = std::max(run_.most_sent, words);
    check_partners(machine, round, static_cast<long>(sent.size()), "sends to");
  }

  void play(long round) {
    std::vector<Memory> next(static_cast<std::size_t>(p_.machines));
    for (long i = 1; i <= p_.machines; ++i) {
      check_stop();
      const std::vector<Message> sent = p_.rounds[round - 1](i, run_.memories.back()[i - 1]);
      check_sent(i, round, sent);
      if (run_.violation) return;
      for (const Message& message : sent) next[message.destination - 1].push_back({i, message.words});
    }
    run_.memories.push_back(std::move(next));
    for (long i = 1; i <= p_.machines && !run_.violation; ++i) check_memory(i, round);
  }

  void read_output() {
    for (long i = 1; i <= p_.input_machines(); ++i) {
      const Words words = p_.output(i, run_.memories.back()[i - 1]);
      const long wanted = p_.last_index(i) - p_.first_index(i) + 1;
      if (static_cast<long>(words.size()) != wanted) {
        report(i, p_.round_count() + 1,
               fmt::format("holds {} output words instead of {}", words.size(), wanted));
      }
      for (const Value word : words) check_word(i, p_.round_count() + 1, word, "puts out");
      if (run_.violation) return;
      run_.output.insert(run_.output.end(), words.begin(), words.end());
    }
  }

  const Protocol& p_;
  Run run_;
};

}  // namespace

std::string Violation::text() const {
  return fmt::format("machine {} in round {}: {}", machine, round, what);
}

Run simulate(const Protocol& protocol, const Words& input) {
  Run run = Simulation(protocol).run(input);
  if (run.violation) run.output.clear();
  return run;
}

}  // namespace attest::mpc
