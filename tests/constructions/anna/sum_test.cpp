#include <catch2/catch.hpp>
#include <numeric>

#include "claims/usage_error.hpp"
#include "fixtures.hpp"
#include "oracles/direct_evaluation.hpp"

namespace attest::sum_test {

namespace {

fixtures::Setting sum(long N, long M) {
  return fixtures::setting_of("anna/sum", Variant::printed, {fmt::format("N={}", N), fmt::format("M={}", M)});
}

bool right_everywhere(const LayerSetting& setting, std::size_t length, long largest) {
  bool right = true;
  oracle::for_each_word(length, largest, [&](const std::vector<long>& x) {
    Word word;
    for (const long number : x) word.push_back(static_cast<Symbol>(number - 1));
    const Rational total(std::accumulate(x.begin(), x.end(), 0L));
    REQUIRE(Rational(setting.task().truth(word, 0)) == total);
    right = right && setting.evaluate(word, 0).exact() == total;
  });
  return right;
}

}  // namespace

TEST_CASE("SUM is spelled as a list and asked for at the last token", "[sum]") {
  const auto setting = sum(4, 4);
  const Task& task = setting->task();
  CHECK(task.judged_positions() == std::vector<std::size_t>{3});
  CHECK(task.to_json(Word{0, 1, 2, 3}) == Json::parse(R"({"x":[1,2,3,4]})"));
  CHECK(task.from_json(Json::parse(R"({"x":[4,1,1,2]})")) == Word{3, 0, 0, 1});
  CHECK_THROWS_AS(task.from_json(Json::parse(R"({"x":[1,2,3,5]})")), UsageError);
  CHECK_THROWS_AS(task.from_json(Json::parse(R"({"p":[1,2,3,4]})")), UsageError);
}

TEST_CASE("One head with values N x and equal keys sums exactly, on all inputs", "[sum]") {
  for (std::size_t length = 1; length <= 4; ++length)
    CHECK(right_everywhere(*sum(static_cast<long>(length), 4), length, 4));
}

TEST_CASE("A factor other than N, or keys that differ, give no sum", "[sum]") {
  for (const char* field : {"V_2", "W_2"}) {
    const auto setting = sum(3, 3);
    Json weights = setting->weights();
    weights["heads"][0][field][0][0] = field[0] == 'V' ? "4" : "1";  // 4x; the key x + 1
    setting->use_weights(weights);
    CHECK_FALSE(right_everywhere(*setting, 3, 3));
  }
}

}  // namespace attest::sum_test
