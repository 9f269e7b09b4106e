// Protocols whose machines have few partners: run by the simulator, which enforces the limits, against the protocols that they play.
#include <catch2/catch.hpp>

#include <set>

#include "protocols/capacity_protocol.hpp"
#include "protocols/column_merge.hpp"
#include "protocols/message_patterns.hpp"
#include "protocols/protocol_builder.hpp"
#include "protocols/protocol_catalogue.hpp"
#include "protocols/simulator.hpp"

namespace attest::mpc {
namespace {

Words word_of(long number, long n, long letters, long first) {
  Words word;
  for (long i = 0; i < n; ++i, number /= letters) word.push_back(first + number % letters);
  return word;
}

// On every input: the same output, within the limits.
void same_output(const std::string& name, long n, long s, long letters, long k) {
  const Protocol protocol = protocol_by_name(name, n, s, letters, 2);
  const Protocol few = with_capacity(protocol, k);
  const long first = name == "k-hop" || name == "one-hop" ? 1 : 0;
  const CapacityPlan plan = capacity_plan(protocol.machines, s, k);
  CHECK(few.round_count() == protocol.round_count() * plan.rounds());
  INFO(name << " n=" << n << " s=" << s << " k=" << k);
  for (long number = 0; number < power_of(letters, n); ++number) {
    const Words input = word_of(number, n, letters, first);
    const Run run = simulate(few, input);
    INFO((run.violation ? run.violation->text() : std::string("no violation")));
    REQUIRE_FALSE(run.violation);
    REQUIRE(run.most_partners <= k);
    REQUIRE(run.most_received <= 2 * plan.half + 1);
    REQUIRE(run.output == simulate(protocol, input).output);
  }
}

}  // namespace

TEST_CASE("A protocol with few partners has the same outputs and keeps its limits", "[protocols][capacity]") {
  same_output("reverse", 2, 1, 3, 2);
  same_output("reverse", 5, 2, 2, 2);
  same_output("sort", 3, 2, 2, 2);
  same_output("sort", 4, 3, 2, 3);
  same_output("prefix-sum", 4, 3, 2, 2);
  same_output("prefix-sum", 5, 5, 2, 4);
  same_output("one-hop", 3, 2, 2, 2);
  same_output("rank-sort", 4, 4, 2, 3);
}

TEST_CASE("The plan keeps to its formulas", "[protocols][capacity]") {
  for (long q = 1; q <= 70; ++q) {
    for (long s = 1; s <= 40; s += 3) {
      for (long k = 2; k <= 7; ++k) {
        const CapacityPlan plan = capacity_plan(q, s, k);
        INFO(q << " " << s << " " << k);
        // L is the least exponent, c the least base.
        long all = 1;
        long fewer = 1;
        for (long i = 0; i < plan.levels; ++i) {
          all *= plan.columns;
          fewer *= plan.columns - 1;
        }
        CHECK(all == plan.machines);
        CHECK(all >= q);
        CHECK(plan.columns <= k);
        if (plan.columns > 2) CHECK(fewer < q);
        CHECK(all <= (1L << plan.levels) * q);
        CHECK(plan.half >= s);
        CHECK(plan.half >= (plan.columns - 1) * (plan.columns - 1));
        CHECK(2 * plan.half % plan.columns == 0);
        CHECK(plan.half < std::max(s, (k - 1) * (k - 1)) + k);
      }
    }
  }
}

TEST_CASE("Whatever machines send in one round arrives, through the simulator as through play",
          "[protocols][capacity]") {
  const Pattern* sent = nullptr;
  Protocol round;
  round.machines = 3;
  round.memory = 1;
  round.word_bits = 1;
  round.rounds.push_back(
      [&](long machine, const Memory&) { return (*sent)[static_cast<std::size_t>(machine) - 1]; });
  std::vector<Memory> known(3);
  round.output = [&](long machine, const Memory& memory) {
    known[static_cast<std::size_t>(machine) - 1] = memory;
    return Words{0};
  };
  round.inputs = 3;  // so that all three put out
  const Protocol few = with_capacity(round, 2);
  const FixedProtocol fixed = fixed_protocol(round, 2);
  long patterns = 0;
  for_every_pattern(3, 1, 2, [&](const Pattern& pattern) {
    sent = &pattern;
    const Run run = simulate(few, {0, 1, 0});
    REQUIRE_FALSE(run.violation);
    const auto played = play(fixed, {{}, {}, {}});
    for (long machine = 1; machine <= 3; ++machine) {
      Memory wanted;
      for (std::size_t source = 0; source < 3; ++source) {
        for (const Message& message : pattern[source]) {
          if (message.destination == machine)
            wanted.push_back({static_cast<long>(source) + 1, message.words});
        }
      }
      CHECK(known[static_cast<std::size_t>(machine) - 1] == wanted);
      CHECK(played[static_cast<std::size_t>(machine) - 1] == wanted);
    }
    ++patterns;
    return true;
  });
  CHECK(patterns == 139);
}

TEST_CASE("What breaks the limits of the protocol, or is no such protocol, is refused",
          "[protocols][capacity]") {
  Protocol round;
  round.machines = 2;
  round.memory = 1;
  round.word_bits = 1;
  round.inputs = 2;
  round.output = [](long, const Memory&) { return Words{0}; };
  CHECK_THROWS_AS(fixed_protocol(round, 2), std::invalid_argument);
  // Machine 1 sends two words; both machines send one to machine 1.
  round.rounds = {[](long machine, const Memory&) {
    return machine == 1 ? std::vector<Message>{{1, {0}}, {2, {1}}} : std::vector<Message>{};
  }};
  CHECK_THROWS_AS(play(fixed_protocol(round, 2), {{}, {}}), std::logic_error);
  round.rounds = {[](long, const Memory&) { return std::vector<Message>{{1, {0}}}; }};
  CHECK_THROWS_AS(play(fixed_protocol(round, 2), {{}, {}}), std::logic_error);
  round.keeping_is_free = true;
  CHECK_THROWS_AS(fixed_protocol(round, 2), std::invalid_argument);
  round.keeping_is_free = false;
  round.word_bits = 60;
  CHECK_THROWS_AS(fixed_protocol(round, 2), std::invalid_argument);
}

}  // namespace attest::mpc
