#include <catch2/catch.hpp>

#include "claims/parameters.hpp"
#include "claims/usage_error.hpp"

namespace attest::parameter_ranges_test {

namespace {

using Words = std::vector<std::string>;

std::vector<ParameterSpec> specs() {
  const auto integer = [](const std::string& name, long low, long high, const std::string& value) {
    return ParameterSpec{name, ParameterType::integer, {}, Integer(low), Integer(high), value, "size"};
  };
  ParameterSpec mode{"mode", ParameterType::named, {"slow", "fast", "1..2"}, {}, {}, "fast", "how"};
  ParameterSpec q{"q", ParameterType::rational, {}, {}, {}, "1/2", "weight"};
  return {integer("n", -9, 20000, "1"), integer("m", 1, 200, "5"), mode, q};
}

Words settings(const Words& words) {
  Words result;
  for (const auto& setting : parse_parameter_ranges(specs(), words)) {
    result.push_back(std::to_string(setting.integer("n")) + "," + std::to_string(setting.integer("m")));
  }
  return result;
}

std::string message(const Words& words) {
  try {
    return std::to_string(parse_parameter_ranges(specs(), words).size()) + " settings";
  } catch (const UsageError& error) {
    return error.what();
  }
}

}  // namespace

TEST_CASE("The last named parameter varies fastest", "[claims]") {
  CHECK(settings({}) == Words{"1,5"});
  CHECK(settings({"n=2..4"}) == Words{"2,5", "3,5", "4,5"});
  CHECK(settings({"n=2..3", "m=7..9"}) == Words{"2,7", "2,8", "2,9", "3,7", "3,8", "3,9"});
  CHECK(settings({"m=7..9", "n=2..3"}) == Words{"2,7", "3,7", "2,8", "3,8", "2,9", "3,9"});
  CHECK(settings({"n=-2..1"}) == Words{"-2,5", "-1,5", "0,5", "1,5"});
  CHECK(settings({"n=-5..-4"}) == Words{"-5,5", "-4,5"});
  CHECK(settings({"n=03..04"}) == Words{"3,5", "4,5"});
}

TEST_CASE("A range of settings is the settings of its values one by one", "[claims]") {
  for (long low = -3; low <= 3; ++low) {
    for (long high = low; high <= 4; ++high) {
      std::vector<Parameters> one_by_one;
      for (long n = low; n <= high; ++n) {
        for (long m = 1; m <= 3; ++m) {
          one_by_one.push_back(
              parse_parameters(specs(), {"n=" + std::to_string(n), "m=" + std::to_string(m), "q=3"}));
        }
      }
      const std::string range = "n=" + std::to_string(low) + ".." + std::to_string(high);
      INFO(range);
      CHECK(parse_parameter_ranges(specs(), {range, "q=6/2", "m=1..3"}) == one_by_one);
    }
  }
}

TEST_CASE("Ten thousand settings are taken and one more is not", "[claims]") {
  CHECK(message({"n=1..10000"}) == "10000 settings");
  CHECK(message({"n=1..10001"}) == "n: got \"1..10001\", expected a range of at most 10000 values");
  CHECK(message({"n=1..100", "m=1..100"}) == "10000 settings");
  CHECK(message({"n=1..100", "m=1..101"}) ==
        "m: got \"1..101\", expected ranges of at most 10000 settings together");
  CHECK(message({"m=1..101", "n=1..100"}) ==
        "n: got \"1..100\", expected ranges of at most 10000 settings together");
  CHECK(message({"n=1..5000", "m=1..2", "mode=slow"}) == "10000 settings");
}

TEST_CASE("A range that is none is refused by the argument's name", "[claims]") {
  for (const std::string range : {"2..", "..2", "..", "2...5", "2..5..7", "2..x", "x..2", "2 ..3", "-10..2",
                                  "1..20001", "1..99999999999999999999"}) {
    CHECK(message({"n=" + range}) ==
          "n: got \"" + range + "\", expected an integer from -9 to 20000, or a range low..high of such");
  }
  CHECK(message({"n=5..2"}) == "n: got \"5..2\", expected a range from low to high");
  CHECK(message({"n=2..2"}) == "1 settings");
  CHECK(message({"n=1..2", "n=3"}) == "n: got \"3\", expected each parameter once");
  CHECK(message({"k=1..2"}) == "parameter: got \"k\", expected one of: n, m, mode, q");
  CHECK(message({"q=1..2"}) == "q: got \"1..2\", expected a number p/q");
  CHECK(message({"mode=1..2"}) == "1 settings");  // a name that looks like a range
}

}  // namespace attest::parameter_ranges_test
