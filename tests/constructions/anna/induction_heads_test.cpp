#include <fmt/format.h>

#include <catch2/catch.hpp>
#include <map>
#include <random>

#include "attention/match_plan.hpp"
#include "attention/whole_number.hpp"
#include "claims/usage_error.hpp"
#include "fixtures.hpp"
#include "oracles/direct_evaluation.hpp"
#include "protocols/induction_heads_protocol.hpp"
#include "protocols/message_round.hpp"

namespace attest::induction_heads_test {

namespace {

// By remembering where each letter was last seen: the letter after it, 0 at first sight.
std::vector<long> letters_after(const std::vector<long>& w) {
  std::map<long, std::size_t> last;
  std::vector<long> result;
  for (std::size_t k = 0; k < w.size(); ++k) {
    const auto seen = last.find(w[k]);
    result.push_back(seen == last.end() ? 0 : w[seen->second + 1]);
    last[w[k]] = k;
  }
  return result;
}

Word symbols(const std::vector<long>& w) {
  Word word;
  for (const long letter : w) word.push_back(static_cast<Symbol>(letter - 1));
  return word;
}

// The constructed layers of N letters, and their task.
fixtures::Setting two_layers(long N, long alphabet) {
  return fixtures::setting_of("anna/induction-heads", Variant::constructed,
                              {fmt::format("N={}", N), fmt::format("sigma={}", alphabet)});
}

std::vector<attention::Kind> kinds_of(const LayerSetting& setting, const std::vector<long>& w) {
  std::vector<attention::Kind> kinds(w.size());
  setting.task().kinds(symbols(w), kinds);
  return kinds;
}

std::vector<long> outputs(const attention::MatchLayers& layers, const attention::MatchRun& run) {
  std::vector<long> result;
  for (const attention::State& state : run.states) {
    const Rational y = layers.psi[0].at(state);
    result.push_back(denominator_of(y) == 1 ? static_cast<long>(numerator_of(y)) : -1);
  }
  return result;
}

std::vector<long> letters(const InductionHeadsRun& run) {
  std::vector<long> result;
  for (const HeadTuple& tuple : run.tuples) result.push_back(tuple.letter);
  return result;
}

// A state at which an element-wise function is undefined is wrong too.
bool wrong_somewhere(const attention::MatchLayers& layers, const LayerSetting& setting, long alphabet) {
  bool wrong = false;
  attention::MatchPlan plan(layers);
  try {
    oracle::for_each_word(
        static_cast<int>(layers.tokens()), static_cast<int>(alphabet), [&](const std::vector<long>& w) {
          const attention::MatchRun run = plan(kinds_of(setting, w));
          wrong = wrong || outputs(layers, run) != letters_after(w) || !run.unmatched.empty();
        });
  } catch (const UndefinedState&) {
    return true;
  }
  return wrong;
}

}  // namespace

TEST_CASE("The induction-heads task is what remembering the last occurrence gives, on all words",
          "[induction]") {
  for (long length = 1; length <= 6; ++length) {
    for (long alphabet = 1; alphabet <= 3; ++alphabet) {
      const auto setting = two_layers(length, alphabet);
      const Task& task = setting->task();
      oracle::for_each_word(static_cast<int>(length), static_cast<int>(alphabet),
                            [&](const std::vector<long>& w) {
                              const Word word = symbols(w);
                              const std::vector<long> truth = letters_after(w);
                              for (std::size_t i = 0; i < w.size(); ++i)
                                REQUIRE(task.truth(word, i) == truth[i]);
                              REQUIRE(task.from_json(task.to_json(word)) == word);
                            });
    }
  }
}

TEST_CASE("The letter after a repeated letter is that letter: sigma(aa, 2) = 2", "[induction]") {
  const auto setting = two_layers(2, 1);
  const Task& task = setting->task();
  const Word word{0, 0};
  CHECK(task.truth(word, 0) == 0);
  CHECK(task.truth(word, 1) == 1);
}

TEST_CASE("The paper's example: aabcbabca has b at position 9", "[induction]") {
  const std::vector<long> w{1, 1, 2, 3, 2, 1, 2, 3, 1};
  CHECK(letters_after(w)[8] == 2);
  const auto setting = two_layers(9, 3);
  CHECK(setting->task().to_json(symbols(w)) == Json({{"w", "aabcbabca"}}));
  CHECK(setting->task().truth(symbols(w), 8) == 2);
  CHECK(outputs(*setting->match_layers(),
                attention::run_by_definition(*setting->match_layers(), kinds_of(*setting, w))) ==
        letters_after(w));
  CHECK(letters(induction_heads_protocol(w, 4)) == letters_after(w));
}

TEST_CASE("Two exact-match layers solve induction heads on all words, and every query finds a key",
          "[induction]") {
  for (long length = 1; length <= 6; ++length) {
    const auto setting = two_layers(length, 3);
    CHECK_FALSE(wrong_somewhere(*setting->match_layers(), *setting, 3));
  }
  const auto nine = two_layers(9, 2);
  CHECK_FALSE(wrong_somewhere(*nine->match_layers(), *nine, 2));
}

TEST_CASE("Two exact-match layers solve induction heads on long random words", "[induction]") {
  std::mt19937_64 random(20261120);
  for (const long length : {31L, 32L, 33L, 100L}) {
    for (const long alphabet : {1L, 2L, 7L, 26L}) {
      const auto setting = two_layers(length, alphabet);
      std::vector<long> w(static_cast<std::size_t>(length));
      for (long& letter : w) letter = static_cast<long>(random() % static_cast<unsigned long>(alphabet)) + 1;
      const attention::MatchLayers& layers = *setting->match_layers();
      const attention::MatchRun run = attention::MatchPlan(layers)(kinds_of(*setting, w));
      CHECK(outputs(layers, run) == letters_after(w));
      CHECK(run.unmatched.empty());
    }
  }
}

TEST_CASE("A head that is spoilt is found out", "[induction][planted]") {
  using attention::StateFunction;
  const auto setting = two_layers(5, 3);
  const attention::MatchLayers good = *setting->match_layers();
  long spoilt = 0;
  for (std::size_t layer = 0; layer < good.layers.size(); ++layer) {
    for (std::size_t h = 0; h < good.layers[layer].heads.size(); ++h) {
      // The head for blocks of all positions serves words of more than 4 letters alone.
      INFO("layer " << layer << ", head " << h);
      const StateFunction zero = StateFunction::number(Rational(0));
      const StateFunction one = StateFunction::number(Rational(1));
      attention::MatchLayers silent = good;
      for (StateFunction& value : silent.layers[layer].heads[h].value) value = zero;
      CHECK(wrong_somewhere(silent, *setting, 3));
      attention::MatchLayers blind = good;
      blind.layers[layer].heads[h].query = blind.layers[layer].heads[h].key = {one};
      CHECK(wrong_somewhere(blind, *setting, 3));
      attention::MatchLayers shifted = good;
      StateFunction& last = shifted.layers[layer].heads[h].query.back();
      last = StateFunction::of(StateFunction::Op::sum, {last, one});
      CHECK(wrong_somewhere(shifted, *setting, 3));
      spoilt += 3;
    }
  }
  CHECK(spoilt == 21);
}

TEST_CASE("The printed protocol gives all letters for any number of tokens a machine", "[induction]") {
  for (long s = 1; s <= 6; ++s) {
    oracle::for_each_word(6, 3, [&](const std::vector<long>& w) {
      const InductionHeadsRun run = induction_heads_protocol(w, s);
      REQUIRE(letters(run) == letters_after(w));
      REQUIRE(run.delivered);
      REQUIRE(run.rounds.size() == 3);
      REQUIRE(run.rounds[2].sent.words <= 3 * s);
    });
  }
}

TEST_CASE("A round of messages knows the busiest machine", "[induction]") {
  MessageRound round(3);
  round.send(0, 2, 5);
  round.send(1, 2, 2);
  round.send(1, 0, 1);
  CHECK(round.largest().sent.messages == 2);
  CHECK(round.largest().sent.words == 5);
  CHECK(round.largest().received.messages == 2);
  CHECK(round.largest().received.words == 7);
  CHECK(round.within(2));
  CHECK_FALSE(round.within(1));
}

TEST_CASE("Words that are none are refused", "[induction]") {
  const auto setting = two_layers(3, 2);
  const Task& task = setting->task();
  for (const char* text : {"[]", "{}", R"({"w":"ab"})", R"({"w":"abc"})", R"({"w":"abA"})",
                           R"({"w":[1,2,1]})", R"({"w":"aba","k":1})", R"({"w":""})"}) {
    INFO(text);
    CHECK_THROWS_AS(task.from_json(Json::parse(text)), UsageError);
  }
}

}  // namespace attest::induction_heads_test
