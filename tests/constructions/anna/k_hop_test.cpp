#include <fmt/format.h>

#include <catch2/catch.hpp>
#include <random>
#include <set>

#include "attention/match_plan.hpp"
#include "attention/whole_number.hpp"
#include "constructions/anna/printed_k_hop.hpp"
#include "fixtures.hpp"
#include "oracles/direct_evaluation.hpp"

namespace attest::k_hop_test {

namespace {

// Position 0 is the letter null that leads to itself.
std::vector<std::size_t> successors(const std::vector<long>& w) {
  std::vector<std::size_t> sigma(w.size() + 1, 0);
  for (std::size_t i = 1; i <= w.size(); ++i) {
    for (std::size_t p = 1; p < i; ++p) {
      if (w[p - 1] == w[i - 1]) sigma[i] = p + 1;
    }
  }
  return sigma;
}

std::vector<long> hop(const std::vector<long>& w, long k) {
  const std::vector<std::size_t> sigma = successors(w);
  std::vector<long> result;
  for (std::size_t i = 1; i <= w.size(); ++i) {
    std::size_t at = i;
    for (long step = 0; step < k; ++step) at = sigma[at];
    result.push_back(at == 0 ? 0 : w[at - 1]);
  }
  return result;
}

std::vector<long> outputs(const KHopRun& run) {
  std::vector<long> result;
  for (const HopTuple& tuple : run.tuples) result.push_back(tuple.result_letter);
  return result;
}

fixtures::Setting doubling(long N, long alphabet, long k) {
  return fixtures::setting_of(
      "anna/k-hop", Variant::constructed,
      {fmt::format("N={}", N), fmt::format("sigma={}", alphabet), fmt::format("k={}", k)});
}

Word symbols(const std::vector<long>& w) {
  Word word;
  for (const long letter : w) word.push_back(static_cast<Symbol>(letter - 1));
  return word;
}

attention::MatchRun run_of(const attention::MatchLayers& layers, const LayerSetting& setting,
                           const std::vector<long>& w) {
  std::vector<attention::Kind> kinds(w.size());
  setting.task().kinds(symbols(w), kinds);
  return attention::MatchPlan(layers)(kinds);
}

// A state at which an element-wise function is undefined is wrong.
bool right_everywhere(const attention::MatchLayers& layers, const LayerSetting& setting, int alphabet,
                      long k) {
  bool right = true;
  try {
    oracle::for_each_word(static_cast<int>(layers.tokens()), alphabet, [&](const std::vector<long>& w) {
      const attention::MatchRun run = run_of(layers, setting, w);
      const std::vector<long> truth = hop(w, k);
      for (std::size_t i = 0; i < w.size(); ++i)
        right = right && layers.psi[0].at(run.states[i]) == Rational(truth[i]);
      right = right && run.unmatched.empty();
    });
  } catch (const UndefinedState&) {
    return false;
  }
  return right;
}

bool right_everywhere(long N, int alphabet, long k) {
  const auto setting = doubling(N, alphabet, k);
  return right_everywhere(*setting->match_layers(), *setting, alphabet, k);
}

}  // namespace

TEST_CASE("The k-hop task follows sigma k times, on all words", "[k_hop]") {
  for (const long k : {1L, 2L, 3L, 7L, 1000000L}) {
    const auto setting = doubling(6, 3, k);
    const Task& task = setting->task();
    oracle::for_each_word(6, 3, [&](const std::vector<long>& w) {
      const Word word = symbols(w);
      const std::vector<long> truth = hop(w, std::min(k, 20L));  // after 6 steps nothing changes any more
      for (std::size_t i = 0; i < w.size(); ++i) REQUIRE(task.truth(word, i) == truth[i]);
    });
  }
}

TEST_CASE("The paper's example: aabcbabca, k = 2, has a at position 9", "[k_hop]") {
  const std::vector<long> w{1, 1, 2, 3, 2, 1, 2, 3, 1};
  CHECK(hop(w, 2)[8] == 1);
  CHECK(outputs(printed_k_hop(w, 2, 2, NullPointers::local))[8] == 1);
  CHECK(outputs(printed_k_hop(w, 2, 2, NullPointers::lost))[8] == 1);
  const auto setting = doubling(9, 3, 2);
  CHECK(setting->task().truth(symbols(w), 8) == 1);
  CHECK(setting->output(symbols(w), 8).exact == Rational(1));
}

TEST_CASE("Pointer doubling by exact match solves k-hop on all words, and every query finds a key",
          "[k_hop]") {
  for (int length = 1; length <= 5; ++length) {
    for (long k = 1; k <= 9; ++k) CHECK(right_everywhere(length, 2, k));
  }
  for (const long k : {1L, 2L, 5L}) CHECK(right_everywhere(5, 3, k));
}

TEST_CASE("Pointer doubling solves k-hop on long random words", "[k_hop]") {
  std::mt19937_64 random(7);
  for (const long k : {1L, 6L, 13L, 64L}) {
    std::vector<long> w(65);
    for (long& letter : w) letter = static_cast<long>(random() % 5) + 1;
    const auto setting = doubling(65, 5, k);
    const attention::MatchLayers& layers = *setting->match_layers();
    const attention::MatchRun run = run_of(layers, *setting, w);
    const std::vector<long> truth = hop(w, k);
    for (std::size_t i = 0; i < w.size(); ++i) CHECK(layers.psi[0].at(run.states[i]) == Rational(truth[i]));
    CHECK(outputs(printed_k_hop(w, 8, k, NullPointers::local)) == truth);
  }
}

TEST_CASE("A doubling head that is spoilt is found out", "[k_hop]") {
  using attention::StateFunction;
  const auto setting = doubling(5, 3, 3);
  const attention::MatchLayers good = *setting->match_layers();
  REQUIRE(good.layers.size() == 4);
  for (std::size_t layer = 2; layer < 4; ++layer) {
    for (std::size_t h = 0; h < 2; ++h) {
      INFO("layer " << layer << ", head " << h);
      attention::MatchLayers silent = good;
      for (StateFunction& value : silent.layers[layer].heads[h].value)
        value = StateFunction::number(Rational(0));
      CHECK_FALSE(right_everywhere(silent, *setting, 3, 3));
      attention::MatchLayers blind = good;
      auto& head = blind.layers[layer].heads[h];
      head.query = head.key = {StateFunction::number(Rational(1))};
      CHECK_FALSE(right_everywhere(blind, *setting, 3, 3));
    }
  }
  CHECK_FALSE(right_everywhere(good, *setting, 3, 2));
}

TEST_CASE("The repaired protocol solves k-hop within s messages a machine and 5s words", "[k_hop]") {
  for (long s = 1; s <= 5; ++s) {
    for (const long k : {1L, 2L, 3L, 6L}) {
      oracle::for_each_word(5, 3, [&](const std::vector<long>& w) {
        const KHopRun run = printed_k_hop(w, s, k, NullPointers::local);
        REQUIRE(outputs(run) == hop(w, k));
        REQUIRE(run.delivered);
        for (const RoundTraffic& round : run.rounds) {
          REQUIRE(round.sent.words <= 5 * s);
          REQUIRE(round.received.words <= 5 * s);
        }
      });
    }
  }
}

TEST_CASE("A pointer that two positions share is seen, one to nowhere may be shared", "[k_hop][planted]") {
  CHECK(one_to_one_off_null({2, -1, 0, -1, 3}));
  CHECK(one_to_one_off_null({}));
  CHECK_FALSE(one_to_one_off_null({2, -1, 0, -1, 2}));
  CHECK_FALSE(one_to_one_off_null({-1, 0, 0}));
}

TEST_CASE("Losing the requests for null leaves a wrong letter at the first token of every word", "[k_hop]") {
  for (const long k : {1L, 2L, 5L}) {
    oracle::for_each_word(4, 3, [&](const std::vector<long>& w) {
      const KHopRun run = printed_k_hop(w, 2, k, NullPointers::lost);
      REQUIRE(run.lost_requests >= static_cast<long>(std::set<long>(w.begin(), w.end()).size()));
      REQUIRE(outputs(run)[0] == w[0]);  // null is right
    });
  }
}

}  // namespace attest::k_hop_test
