// The cycles of NT, NT-S and NT-R: the engine against windows followed one by one, against another program's
// counts, and against rules that are not the paper's.
#include <catch2/catch.hpp>

#include <deque>
#include <map>
#include <numeric>
#include <set>

#include "claims/usage_error.hpp"
#include "constructions/ea/cycles_claim.hpp"
#include "constructions/ea/printed_cycles.hpp"
#include "constructions/ea/window_walk.hpp"
#include "oracles/ea_reference.hpp"

namespace attest::ea_cycles_test {
namespace {

using Counts = std::map<std::uint64_t, std::uint64_t, std::greater<>>;

Counts counts_of(const CycleStructure& structure) {
  Counts counts;
  for (const auto& [length, cycles] : structure.cycles) counts[length] = cycles.how_many;
  return counts;
}

CycleStructure structure_of(NextTokenRule rule, std::uint32_t N, std::uint32_t tau) {
  return cycle_structure(NextTokenMap(rule, N, tau), [](std::uint64_t) { return true; });
}

NextTokenRule rule_of(const std::string& task) {
  if (task == "NT") return NextTokenRule::nt;
  return task == "NT-S" ? NextTokenRule::nt_s : NextTokenRule::nt_r;
}

// The next symbol after a window, oldest symbol first, from eqs. (4), (8) and (9).
unsigned continuation(NextTokenRule rule, const std::deque<unsigned>& window, unsigned N) {
  const std::size_t tau = window.size() - 1;
  const auto x = [&](std::size_t steps_back) { return window[window.size() - steps_back]; };
  const bool sum_of_all = rule == NextTokenRule::nt_s || (rule == NextTokenRule::nt_r && x(tau + 1) == 0);
  if (sum_of_all) return std::accumulate(window.begin(), window.end(), 0U) % N;
  return (x(tau) + x(tau + 1)) % N;
}

// Cycles by doubling the speed: a window that is met by a walk of N^(tau+1) steps is on a cycle.
Counts counts_by_walking(NextTokenRule rule, unsigned N, unsigned tau) {
  std::size_t states = 1;
  for (unsigned k = 0; k <= tau; ++k) states *= N;
  std::set<std::deque<unsigned>> known;
  Counts counts;
  for (std::size_t start = 0; start < states; ++start) {
    std::deque<unsigned> window;
    for (std::size_t digits = start, k = 0; k <= tau; ++k, digits /= N) {
      window.push_back(static_cast<unsigned>(digits % N));
    }
    const auto step = [&] {
      window.push_back(continuation(rule, window, N));
      window.pop_front();
    };
    for (std::size_t t = 0; t < states; ++t) step();
    if (known.count(window) != 0) continue;
    std::uint64_t length = 0;
    while (known.insert(window).second) {
      step();
      ++length;
    }
    ++counts[length];
  }
  return counts;
}

Verdict verify(const std::vector<std::string>& words, const VerifyOptions& options = {}) {
  const auto claim = ea_cycles_claim();
  return claim->verify(Variant::printed, parse_parameters(claim->info().parameters, words), options);
}

const Check& check_named(const std::vector<Check>& checks, const std::string& name) {
  for (const Check& check : checks) {
    if (check.name == name) return check;
  }
  FAIL("no check " << name);
  throw std::logic_error("unreachable");
}

bool has_check(const std::vector<Check>& checks, const std::string& name) {
  return std::any_of(checks.begin(), checks.end(), [&](const Check& check) { return check.name == name; });
}

}  // namespace

TEST_CASE("The next-token maps continue every window as eqs. (4), (8) and (9) say", "[ea]") {
  for (const NextTokenRule rule : {NextTokenRule::nt, NextTokenRule::nt_s, NextTokenRule::nt_r}) {
    for (const auto& [N, tau] :
         {std::pair(2U, 1U), {2U, 2U}, {2U, 7U}, {3U, 4U}, {5U, 3U}, {7U, 2U}, {11U, 1U}}) {
      const NextTokenMap map(rule, N, tau);
      for (NextTokenMap::State s = 0; s < map.states(); ++s) {
        std::deque<unsigned> window;
        for (NextTokenMap::State digits = s; window.size() <= tau; digits /= N) window.push_front(digits % N);
        window.push_back(continuation(rule, window, N));
        REQUIRE(map.oldest(s) == window.front());
        window.pop_front();
        NextTokenMap::State expected = 0;
        for (const unsigned x : window) expected = expected * N + x;
        REQUIRE(map.next(s) == expected);
      }
    }
  }
}

TEST_CASE("Cycles are those met by walking from every window", "[ea]") {
  for (const NextTokenRule rule : {NextTokenRule::nt, NextTokenRule::nt_s, NextTokenRule::nt_r}) {
    for (const auto& [N, tau] :
         {std::pair(2U, 1U), {2U, 3U}, {2U, 6U}, {3U, 1U}, {3U, 3U}, {4U, 2U}, {6U, 1U}}) {
      INFO(static_cast<int>(rule) << " N=" << N << " tau=" << tau);
      CHECK(counts_of(structure_of(rule, N, tau)) == counts_by_walking(rule, N, tau));
    }
  }
}

TEST_CASE("The longest way to a cycle is that of walking from every window until one comes back", "[ea]") {
  for (const NextTokenRule rule : {NextTokenRule::nt, NextTokenRule::nt_s, NextTokenRule::nt_r}) {
    for (const auto& [N, tau] : {std::pair(2U, 1U), {2U, 2U}, {2U, 7U}, {3U, 3U}, {4U, 2U}, {6U, 1U}}) {
      INFO(static_cast<int>(rule) << " N=" << N << " tau=" << tau);
      const CycleStructure s = structure_of(rule, N, tau);
      std::uint64_t longest = 0;
      std::uint64_t all = 0;
      std::uint32_t from = 0;
      for (std::uint32_t start = 0; start < s.states; ++start) {
        std::deque<unsigned> window;
        for (std::uint32_t digits = start; window.size() <= tau; digits /= N) window.push_front(digits % N);
        std::map<std::deque<unsigned>, std::uint64_t> met;
        for (std::uint64_t t = 0; met.emplace(window, t).second; ++t) {
          window.push_back(continuation(rule, window, N));
          window.pop_front();
        }
        const std::uint64_t steps = met.at(window);  // when it was here for the first time
        all += steps;
        if (steps > longest) {
          longest = steps;
          from = start;
        }
      }
      CHECK(s.transients.has_value() == (longest > 0));
      if (!s.transients) continue;
      CHECK(s.transients->longest == longest);
      CHECK(s.transients->from == from);
      CHECK(s.transients->all == all);
    }
  }
  // And of the walk that `attest run` shows.
  const Json details = verify({"N=16", "tau=3", "task=NT-R"}).details["longest_transient"];
  const Window window = details["window"].get<Window>();
  CHECK(std::to_string(walk_from({NextTokenRule::nt_r, 16, 3}, window, 100000).transient) ==
        details["steps"]);
}

TEST_CASE("Cycle counts, recurrent windows and frequencies are the oracle's, for all three rules",
          "[ea][reference]") {
  for (const auto& expected : oracle::ea_reference()["followed"]) {
    const CycleStructure s = structure_of(rule_of(expected["task"]), expected["N"], expected["tau"]);
    Json cycles = Json::array();
    for (const auto& [length, of_length] : s.cycles) cycles.push_back({of_length.how_many, length});
    INFO(expected.dump());
    CHECK(cycles == expected["cycles"]);
    CHECK(s.recurrent == expected["recurrent"].get<std::uint64_t>());
    CHECK(to_string(long_run_zero_frequency(s)) == expected["zero_frequency"]);
    CHECK(s.complete);
    CHECK(s.recurrent + s.transient == s.states);
  }
}

TEST_CASE("Linear rules have the cycles that Smith invariants give, without a window looked at",
          "[ea][reference]") {
  for (const auto& expected : oracle::ea_reference()["linear"]) {
    if (expected["tau"] == 5 && expected["N"] == 16) continue;  // in the exhaustive tier
    const Verdict verdict = verify({"N=" + expected["N"].dump(), "tau=" + expected["tau"].dump(),
                                    "task=" + expected["task"].get<std::string>()});
    INFO(expected.dump());
    CHECK(verdict.status == Status::holds);
    CHECK(verdict.details["cycles"] == expected["cycles"]);
    CHECK(verdict.details["states"] == verdict.details["recurrent"]);
  }
}

TEST_CASE("N16T5 and N16T5-S have the cycles that Smith invariants give", "[ea][.][exhaustive]") {
  for (const auto& expected : oracle::ea_reference()["linear"]) {
    if (expected["tau"] != 5 || expected["N"] != 16) continue;
    const Verdict verdict = verify({"N=16", "tau=5", "task=" + expected["task"].get<std::string>()});
    CHECK(verdict.details["cycles"] == expected["cycles"]);
    CHECK(verdict.inputs.checked == Integer(16777216));
  }
}

TEST_CASE("N16T5-R has the cycles that colouring the paths finds", "[ea][.][exhaustive]") {
  // Every walk paints fresh windows with its number until it meets paint; its own means a new cycle.
  const NextTokenMap map(NextTokenRule::nt_r, 16, 5);
  std::vector<std::uint32_t> paint(map.states(), 0);
  Counts counts;
  std::uint64_t recurrent = 0;
  for (NextTokenMap::State start = 0; start < map.states(); ++start) {
    const std::uint32_t own = start + 1;
    NextTokenMap::State at = start;
    for (; paint[at] == 0; at = map.next(at)) paint[at] = own;
    if (paint[at] != own) continue;
    std::uint64_t length = 0;
    for (NextTokenMap::State v = at; length == 0 || v != at; v = map.next(v)) ++length;
    ++counts[length];
    recurrent += length;
  }
  const CycleStructure s = structure_of(NextTokenRule::nt_r, 16, 5);
  CHECK(counts_of(s) == counts);
  CHECK(s.recurrent == recurrent);
  CHECK(recurrent == 57332);
  CHECK(s.number_of_cycles() == 130);
  CHECK(counts.begin()->first == 12696);
}

TEST_CASE("Each printed count is checked at its own setting, and only there", "[ea]") {
  const auto has = [](const std::vector<std::string>& words, const std::string& name) {
    return has_check(verify(words).checks, name);
  };
  CHECK(has({"N=2", "tau=1"}, "eq-3"));
  CHECK(has({"N=2", "tau=1"}, "eq-5"));
  CHECK(has({"N=2", "tau=1"}, "eq-5-words"));
  CHECK(has({"N=2", "tau=5"}, "N2T5"));
  CHECK(has({"N=16", "tau=2"}, "eq-7"));
  CHECK(has({"N=16", "tau=2"}, "mean-length"));
  CHECK(has({"N=16", "tau=3"}, "eq-6"));
  CHECK(has({"N=16", "tau=2", "task=NT-S"}, "mean-length"));
  CHECK_FALSE(has({"N=16", "tau=2", "task=NT-S"}, "eq-7"));
  CHECK_FALSE(has({"N=4", "tau=2"}, "eq-7"));
  CHECK_FALSE(has({"N=16", "tau=2", "task=NT-R"}, "mean-length"));
}

TEST_CASE("Printed counts and means are refuted by the cycles of another rule", "[ea]") {
  // NT-S where NT is meant, and the other way round.
  const auto refuted_with = [](NextTokenRule claimed, NextTokenRule actual, unsigned N, unsigned tau,
                               const std::string& name) {
    const auto checks = printed_checks({claimed, N, tau}, structure_of(actual, N, tau));
    return check_named(checks, name).status == Status::refuted;
  };
  const auto nt = NextTokenRule::nt;
  const auto nt_s = NextTokenRule::nt_s;
  const auto nt_r = NextTokenRule::nt_r;
  CHECK(refuted_with(nt, nt_s, 16, 2, "eq-7"));
  CHECK(refuted_with(nt, nt_s, 16, 2, "mean-length"));
  CHECK(refuted_with(nt, nt_r, 16, 2, "all-recur"));
  CHECK(refuted_with(nt, nt_s, 16, 3, "eq-6"));
  CHECK(refuted_with(nt, nt_s, 2, 5, "N2T5"));
  CHECK(refuted_with(nt_s, nt, 16, 2, "mean-length"));
  CHECK(refuted_with(nt_s, nt_r, 16, 3, "all-recur"));
}

TEST_CASE("A cycle that was lost or split is noticed", "[ea]") {
  CycleStructure s = structure_of(NextTokenRule::nt, 16, 3);
  CHECK(check_named(printed_checks({NextTokenRule::nt, 16, 3}, s), "cycles").status == Status::holds);
  --s.cycles.at(30).how_many;
  CHECK(check_named(printed_checks({NextTokenRule::nt, 16, 3}, s), "cycles").status == Status::refuted);
  CHECK(check_named(printed_checks({NextTokenRule::nt, 16, 3}, s), "all-recur").status == Status::refuted);
  s.cycles.at(15).how_many += 2;  // the windows add up again
  CHECK(check_named(printed_checks({NextTokenRule::nt, 16, 3}, s), "all-recur").status == Status::holds);
  CHECK(check_named(printed_checks({NextTokenRule::nt, 16, 3}, s), "eq-6").status == Status::refuted);
}

TEST_CASE("NT-R is deterministic but not reversible, and its condition is met more or less often than 1/N",
          "[ea]") {
  const CycleStructure s = structure_of(NextTokenRule::nt_r, 16, 2);
  CHECK(s.most_predecessors == 2);
  CHECK(s.recurrent == 3841);
  CHECK(long_run_zero_frequency(s) != Rational(1, 16));
  const Verdict verdict = verify({"N=16", "tau=2", "task=NT-R"});
  CHECK(verdict.status == Status::not_applicable);
  CHECK(check_named(verdict.checks, "event").status == Status::not_applicable);
  CHECK(check_named(verdict.checks, "event-long-run").status == Status::refuted);
  CHECK_FALSE(check_named(verdict.checks, "event-long-run").essential);
}

TEST_CASE("A search that is stopped says so and claims nothing", "[ea]") {
  std::atomic<bool> stop{true};
  VerifyOptions options;
  options.interrupted = &stop;
  const Verdict verdict = verify({"N=2", "tau=20"}, options);
  CHECK(verdict.status == Status::undecided);
  CHECK(verdict.reason == "interrupted");
  CHECK(verdict.inputs.checked < verdict.inputs.total);
  CHECK_FALSE(verdict.details.contains("cycles"));
}

TEST_CASE("Next-token maps of more windows than fit are refused", "[ea]") {
  CHECK_THROWS_AS(verify({"N=16", "tau=7"}), UsageError);
  CHECK_THROWS_AS(verify({"N=16384", "tau=27"}), UsageError);
  CHECK_THROWS_AS(verify({"N=2", "tau=27", "task=NT-R"}), UsageError);
  CHECK_THROWS_AS(verify({"N=1", "tau=1"}), UsageError);
  CHECK_THROWS_AS(NextTokenMap(NextTokenRule::nt, 2, 28), std::invalid_argument);
  CHECK(next_token_states(16, 5) == std::uint64_t{1} << 24);
  CHECK(next_token_states(2, 27) == most_next_token_states);
  CHECK_FALSE(next_token_states(3, 18).has_value());
}

}  // namespace attest::ea_cycles_test
