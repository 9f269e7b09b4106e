#include "protocols/given_messages.hpp"

#include <catch2/catch.hpp>

#include "claims/usage_error.hpp"

namespace attest::given_messages_test {

TEST_CASE("The messages of a round are read within their limits", "[protocols][run]") {
  const mpc::RoundLimits limits{3, 2, 4};
  const auto message = [](long from, long to, const Json& words) {
    return Json{{"from", from}, {"to", to}, {"words", words}};
  };
  const auto read = [&](const Json& list) { return mpc::pattern_from_json({{"messages", list}}, limits); };
  const mpc::Pattern pattern = read({message(2, 3, {1}), message(2, 1, {3}), message(1, 3, {0})});
  CHECK(pattern[1].front().destination == 1);
  CHECK(mpc::messages_json(pattern) == Json({message(1, 3, {0}), message(2, 1, {3}), message(2, 3, {1})}));
  CHECK(mpc::pattern_from_json({{"messages", mpc::messages_json(pattern)}}, limits) == pattern);
  CHECK(read(Json::array()).size() == 3);
  for (const Json& wrong :
       {Json::array({message(4, 1, {0})}), Json::array({message(1, 0, {0})}),
        Json::array({message(1, 2, {4})}), Json::array({message(1, 2, Json::array())}),
        Json::array({message(1, 2, {0, 0, 0})}), Json({message(1, 2, {0}), message(1, 2, {1})}),
        Json({message(1, 3, {0, 0}), message(2, 3, {0})}), Json::array({Json{{"from", 1}}})})
    CHECK_THROWS_AS(read(wrong), UsageError);
}

TEST_CASE("A random round keeps its limits and is that of its seed", "[protocols][run]") {
  const mpc::RoundLimits limits{20, 3, 5};
  const mpc::Pattern pattern = mpc::random_pattern(limits, 4);
  CHECK(mpc::pattern_from_json({{"messages", mpc::messages_json(pattern)}}, limits) == pattern);
  CHECK(mpc::random_pattern(limits, 4) == pattern);
  CHECK_FALSE(mpc::random_pattern(limits, 5) == pattern);
}

}  // namespace attest::given_messages_test
