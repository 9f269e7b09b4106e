#include "constructions/anna/induction_heads.hpp"

#include <catch2/catch.hpp>
#include <map>
#include <random>

#include "attention/whole_number.hpp"
#include "claims/usage_error.hpp"
#include "oracles/direct_evaluation.hpp"
#include "protocols/induction_heads_protocol.hpp"
#include "protocols/message_round.hpp"
#include "tasks/induction_heads.hpp"

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

std::vector<long> numbers(const std::vector<Rational>& outputs) {
  std::vector<long> result;
  for (const Rational& y : outputs) {
    REQUIRE(denominator_of(y) == 1);
    result.push_back(static_cast<long>(numerator_of(y)));
  }
  return result;
}

std::vector<long> letters(const InductionHeadsRun& run) {
  std::vector<long> result;
  for (const HeadTuple& tuple : run.tuples) result.push_back(tuple.letter);
  return result;
}

// A state at which an element-wise function is undefined is wrong too.
bool wrong_somewhere(const MatchTransformer& transformer, long length, long alphabet) {
  bool wrong = false;
  try {
    oracle::for_each_word(static_cast<int>(length), static_cast<int>(alphabet),
                          [&](const std::vector<long>& w) {
                            const auto run = transformer(positioned_letters(w));
                            const std::vector<long> truth = letters_after(w);
                            for (std::size_t i = 0; i < w.size(); ++i)
                              wrong = wrong || run.outputs[i] != Rational(truth[i]);
                            wrong = wrong || !run.every_query_matched;
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
      const InductionHeads task(length, alphabet);
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
  const InductionHeads task(2, 1);
  const Word word{0, 0};
  CHECK(task.truth(word, 0) == 0);
  CHECK(task.truth(word, 1) == 1);
}

TEST_CASE("The paper's example: aabcbabca has b at position 9", "[induction]") {
  const std::vector<long> w{1, 1, 2, 3, 2, 1, 2, 3, 1};
  CHECK(letters_after(w)[8] == 2);
  CHECK(numbers(anna_induction_heads(9)(positioned_letters(w)).outputs) == letters_after(w));
  CHECK(letters(induction_heads_protocol(w, 4)) == letters_after(w));
}

TEST_CASE("Two exact-match layers solve induction heads on all words, and every query finds a key",
          "[induction]") {
  for (long length = 1; length <= 6; ++length)
    CHECK_FALSE(wrong_somewhere(anna_induction_heads(length), length, 3));
  CHECK_FALSE(wrong_somewhere(anna_induction_heads(9), 9, 2));
}

TEST_CASE("Two exact-match layers solve induction heads on long random words", "[induction]") {
  std::mt19937_64 random(20261120);
  for (const long length : {31L, 32L, 33L, 100L}) {
    for (const unsigned long alphabet : {1UL, 2UL, 7UL, 26UL}) {
      std::vector<long> w(static_cast<std::size_t>(length));
      for (long& letter : w) letter = static_cast<long>(random() % alphabet) + 1;
      const auto run = anna_induction_heads(length)(positioned_letters(w));
      CHECK(numbers(run.outputs) == letters_after(w));
      CHECK(run.every_query_matched);
    }
  }
}

TEST_CASE("A head that is spoilt is found out", "[induction]") {
  const long length = 5;
  const MatchTransformer good = anna_induction_heads(length);
  long spoilt = 0;
  for (std::size_t layer = 0; layer < good.layers.size(); ++layer) {
    for (std::size_t h = 0; h < good.layers[layer].size(); ++h) {
      // The head for blocks of all positions serves words of more than 4 letters alone.
      MatchTransformer no_value = good;
      auto& silent = no_value.layers[layer][h];
      silent.value = [value = silent.value](const TokenState& x) {
        return TokenState(value(x).size(), Rational(0));
      };
      INFO("layer " << layer << ", head " << h);
      CHECK(wrong_somewhere(no_value, length, 3));
      MatchTransformer all_match = good;
      auto& blind = all_match.layers[layer][h];
      blind.query = [](const TokenState&) { return MatchKey{1}; };
      blind.key = blind.query;
      CHECK(wrong_somewhere(all_match, length, 3));
      MatchTransformer shifted = good;
      auto& off = shifted.layers[layer][h];
      off.query = [query = off.query](const TokenState& x) {
        MatchKey key = query(x);
        ++key.back();
        return key;
      };
      CHECK(wrong_somewhere(shifted, length, 3));
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
  const InductionHeads task(3, 2);
  for (const char* text : {"[]", "{}", R"({"w":"ab"})", R"({"w":"abc"})", R"({"w":"abA"})",
                           R"({"w":[1,2,1]})", R"({"w":"aba","k":1})", R"({"w":""})"}) {
    INFO(text);
    CHECK_THROWS_AS(task.from_json(Json::parse(text)), UsageError);
  }
}

}  // namespace attest::induction_heads_test
