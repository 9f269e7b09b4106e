// JSON that a user gives: read exactly, or refused with the name of the argument.
#include "claims/user_json.hpp"

#include <catch2/catch.hpp>

#include "claims/usage_error.hpp"

namespace attest::user_json_test {

namespace {

Integer integer(const std::string& text) {
  return integer_from_json(parse_user_json(text, "input"), "input");
}

std::string refusal(const std::string& text) {
  try {
    parse_user_json(text, "--input");
  } catch (const UsageError& error) {
    return error.what();
  }
  return "";
}

}  // namespace

TEST_CASE("Integers of JSON are the numbers that are written there, or refused", "[claims][json]") {
  CHECK(integer("9223372036854775807") == (Integer(1) << 63) - 1);
  CHECK(integer("9223372036854775808") == Integer(1) << 63);
  CHECK(integer("18446744073709551615") == (Integer(1) << 64) - 1);
  CHECK(integer("-9223372036854775808") == -(Integer(1) << 63));
  CHECK(integer("\"-123456789012345678901234567890\"") ==
        -*integer_from_string("123456789012345678901234567890"));
  for (const char* text : {"18446744073709551616", "-9223372036854775809", "2.0", "1e3", "\"1e3\"", "\"+1\"",
                           "\"\"", "true", "null", "[1]"}) {
    INFO(text);
    CHECK_THROWS_AS(integer(text), UsageError);
  }
  const Json large = parse_user_json("18446744073709551615", "input");
  CHECK_FALSE(is_integer_between(large, -5, 5));  // not -1
  CHECK_FALSE(is_integer_between(Json("1"), -5, 5));
  CHECK(is_integer_between(Json(-5), -5, 5));
  CHECK_THROWS_AS(integer_from_json(large, "S", -5, 5, "an integer from -5 to 5"), UsageError);
  CHECK(rational_from_json(large, "bias") == Rational((Integer(1) << 64) - 1));
  CHECK_THROWS_AS(rational_from_json(parse_user_json("0.5", "bias"), "bias"), UsageError);
}

TEST_CASE("A number that no double holds is refused with the number", "[claims][json]") {
  for (const char* number : {"1e400", "-1e400", "[1e901]", "{\"x\": 9.9e308}"}) {
    INFO(number);
    std::string message;
    try {
      (void)parse_user_json(number, "f");
    } catch (const UsageError& error) {
      message = error.what();
    }
    CHECK(message.starts_with("f: got \""));
    CHECK(message.find('e') != std::string::npos);
    CHECK(message.find("expected numbers of at most") != std::string::npos);
  }
  CHECK_NOTHROW(parse_user_json("1e308", "f"));
}

TEST_CASE("A key that an object has twice is refused at every depth", "[claims][json]") {
  CHECK(refusal(R"({"a": 1, "b": 2, "a": 3})").find("--input: key: got \"a\"") == 0);
  CHECK(refusal(R"({"x": [{"a": {"k": 1, "k": 1}}]})").find("\"k\"") != std::string::npos);
  CHECK(refusal(R"([{"a": 1}, {"a": 1, "b": {"a": 2}}])").empty());
}

TEST_CASE("Depth, bytes and digits are bounded before the text is parsed", "[claims][json]") {
  const auto nested = [](std::size_t depth) { return std::string(depth, '[') + std::string(depth, ']'); };
  CHECK(refusal(nested(deepest_json)).empty());
  CHECK(refusal(nested(deepest_json + 1)).find("--input:1: got objects or arrays") == 0);
  CHECK_FALSE(refusal(std::string(100000, '[')).empty());
  std::string objects;
  for (int k = 0; k < 100000; ++k) objects += "{\"a\":";
  CHECK_FALSE(refusal(objects).empty());
  CHECK(refusal("\"" + std::string(1000, '[') + "\"").empty());  // in a string they are letters
  CHECK(refusal("\"\\\"" + std::string(1000, '[') + "\"").empty());
  CHECK_FALSE(refusal(std::string(longest_json_number + 1, '7')).empty());
  CHECK(refusal(std::string(most_json_bytes + 1, ' ')).find("--input: got") == 0);
  CHECK(refusal("\n{\"a\":").find("--input:2: got") == 0);
  CHECK_FALSE(refusal("").empty());
}

}  // namespace attest::user_json_test
