#include "tasks/input_fields.hpp"

#include <catch2/catch.hpp>
#include <set>

#include "claims/usage_error.hpp"
#include "tasks/rational_fields.hpp"

namespace attest::input_fields_test {

namespace {

InputFields small() {
  return InputFields({{"p", {}, numbers(1, 3)}, {"q", {2}, {1, 4}}, {"R", {1, 2}, numbers(0, 1)}});
}

std::string refusal(const Json& input) {
  try {
    small().chosen(input, 1);
  } catch (const UsageError& error) {
    return error.what();
  }
  return "";
}

}  // namespace

TEST_CASE("Fields are numbered in order, the first entry most significant", "[tasks][run]") {
  const InputFields fields = small();
  REQUIRE(fields.space().size() == 3 * 4 * 4);
  CHECK(fields.unrank(0).json() == Json{{"p", 1}, {"q", {1, 1}}, {"R", Json::array({{0, 0}})}});
  CHECK(fields.unrank(1).json() == Json{{"p", 1}, {"q", {1, 1}}, {"R", Json::array({{0, 1}})}});
  CHECK(fields.unrank(47).json() == Json{{"p", 3}, {"q", {4, 4}}, {"R", Json::array({{1, 1}})}});
  std::set<std::string> different;
  for (int rank = 0; rank < 48; ++rank) {
    const FieldsInput input = fields.unrank(rank);
    different.insert(input.json().dump());
    // By rank and by JSON it is the same input.
    CHECK(fields.chosen("rank:" + std::to_string(rank), 1).json() == input.json());
    CHECK(fields.chosen(input.json(), 1).rank() == rank);
  }
  CHECK(different.size() == 48);
  CHECK(fields.unrank(20).number("p") == 2);
  CHECK(fields.unrank(47).word("q") == std::vector<int>{4, 4});
}

TEST_CASE("What does not fit a field is refused with its place and what was expected", "[tasks][run]") {
  CHECK(refusal({{"p", 4}, {"q", {1, 1}}, {"R", Json::array({{0, 0}})}}).find("input p: got \"4\"") == 0);
  CHECK(refusal({{"p", 1}, {"q", {1, 2}}, {"R", Json::array({{0, 0}})}}) ==
        "input q/1: got \"2\", expected one of 1, 4");
  CHECK(refusal({{"p", 1}, {"q", {1}}, {"R", Json::array({{0, 0}})}}).find("an array of 2 numbers") !=
        std::string::npos);
  CHECK(refusal({{"p", 1}, {"q", {1, 1}}, {"R", {0, 0}}}).find("input R") == 0);
  CHECK(refusal({{"p", 1}, {"q", {1, 1}}}).find("the keys p, q, R") != std::string::npos);
  CHECK(refusal({{"p", 1}, {"q", {1, 1}}, {"R", Json::array({{0, 0}})}, {"S", 1}}).find("the keys") !=
        std::string::npos);
  CHECK(refusal("rank:48").find("from 0 to 47") != std::string::npos);
  CHECK(refusal("anything").find("rank:R or random") != std::string::npos);
}

TEST_CASE("A random input is that of its seed", "[tasks][run]") {
  const InputFields fields({{"w", {50}, numbers(0, 9)}});
  CHECK(fields.chosen("random", 5).json() == fields.chosen("random", 5).json());
  CHECK(fields.chosen("random", 5).json() != fields.chosen("random", 6).json());
}

TEST_CASE("Rational inputs are read exactly and kept within their bound", "[tasks][run]") {
  const RationalFields fields({{"a", {}}, {"M", {1, 2}, Rational(3, 2)}});
  const RationalInput input = fields.chosen({{"a", "-7/3"}, {"M", Json::array({{"3/2", -1}})}}, 1);
  CHECK(input.entries("a").front() == Rational(-7, 3));
  CHECK(input.entries("M") == std::vector<Rational>{Rational(3, 2), Rational(-1)});
  CHECK(input.json() == Json{{"a", "-7/3"}, {"M", Json::array({{"3/2", -1}})}});
  CHECK_THROWS_WITH(fields.chosen({{"a", 1}, {"M", Json::array({{2, 0}})}}, 1),
                    Catch::Contains("input M/0/0") && Catch::Contains("from -3/2 to 3/2"));
  CHECK_THROWS_WITH(fields.chosen("rank:0", 1), Catch::Contains("no ranks"));
  CHECK_THROWS_AS(fields.chosen({{"a", 0.5}, {"M", Json::array({{0, 0}})}}, 1), UsageError);
  const RationalInput random = fields.chosen("random", 3);
  for (const Rational& entry : random.entries("M"))
    CHECK((entry >= Rational(-3, 2) && entry <= Rational(3, 2)));
}

}  // namespace attest::input_fields_test
