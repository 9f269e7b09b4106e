#include "constructions/anna/sum.hpp"

#include <catch2/catch.hpp>
#include <numeric>

#include "claims/usage_error.hpp"
#include "oracles/direct_evaluation.hpp"
#include "tasks/sum.hpp"

namespace attest::sum_test {

namespace {

std::vector<TokenState> states(const std::vector<long>& x) {
  std::vector<TokenState> result;
  for (const long number : x) result.push_back({Rational(number)});
  return result;
}

bool right_everywhere(const MatchTransformer& transformer, int length, int largest) {
  bool right = true;
  oracle::for_each_word(length, largest, [&](const std::vector<long>& x) {
    right =
        right && transformer(states(x)).outputs.back() == Rational(std::accumulate(x.begin(), x.end(), 0L));
  });
  return right;
}

}  // namespace

TEST_CASE("The SUM task adds up, on all inputs", "[sum]") {
  const Sum task(4, 4);
  oracle::for_each_word(4, 4, [&](const std::vector<long>& x) {
    Word word;
    for (const long number : x) word.push_back(static_cast<Symbol>(number - 1));
    REQUIRE(task.truth(word, 0) == x[0] + x[1] + x[2] + x[3]);
    REQUIRE(task.from_json(task.to_json(word)) == word);
  });
  CHECK(task.judged_positions() == std::vector<std::size_t>{3});
  CHECK_THROWS_AS(task.from_json(Json::parse(R"({"x":[1,2,3,5]})")), UsageError);
  CHECK_THROWS_AS(task.from_json(Json::parse(R"({"p":[1,2,3,4]})")), UsageError);
}

TEST_CASE("One head with values N x and equal keys sums exactly, on all inputs", "[sum]") {
  for (int length = 1; length <= 4; ++length) CHECK(right_everywhere(anna_sum(length), length, 4));
}

TEST_CASE("A factor other than N, or keys that differ, give no sum", "[sum]") {
  CHECK_FALSE(right_everywhere(anna_sum(4), 3, 3));
  MatchTransformer apart = anna_sum(3);
  apart.layers[0][0].key = [](const TokenState& x) { return MatchKey{x[0] == 1 ? 1L : 2L}; };
  CHECK_FALSE(right_everywhere(apart, 3, 3));
}

}  // namespace attest::sum_test
