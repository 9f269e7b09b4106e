#include "claims/parameters.hpp"

#include <catch2/catch.hpp>

#include "claims/usage_error.hpp"

namespace attest::parameters_test {

namespace {

using Words = std::vector<std::string>;

// An integer, a rational with a word beside it, and a name; the last two have defaults.
std::vector<ParameterSpec> specs() {
  ParameterSpec n{"n", ParameterType::integer, {}, Integer(1), Integer(1000), {}, "length"};
  ParameterSpec a{"A2", ParameterType::rational, {"printed"}, Integer(0), {}, "printed", "second weight"};
  ParameterSpec mode{"mode", ParameterType::named, {"slow", "fast"}, {}, {}, "fast", "how"};
  return {n, a, mode};
}

std::string message(const Words& words) {
  try {
    parse_parameters(specs(), words);
  } catch (const UsageError& error) {
    return error.what();
  }
  return "accepted";
}

std::string expectation(ParameterType type, Words values, std::optional<Integer> low,
                        std::optional<Integer> high) {
  return ParameterSpec{"p", type, std::move(values), std::move(low), std::move(high), {}, ""}.expectation();
}

}  // namespace

TEST_CASE("Parameters take given values and defaults in the claim's order", "[claims]") {
  CHECK(parse_parameters(specs(), {"n=3"}).to_string() == "n=3 A2=printed mode=fast");
  const Parameters all = parse_parameters(specs(), {"mode=slow", "A2=39/4", "n=1000"});
  CHECK(all.to_string() == "n=1000 A2=39/4 mode=slow");
  CHECK(all.integer("n") == 1000);
  CHECK(all.text("A2") == "39/4");
  CHECK(all.text("mode") == "slow");
  CHECK(all.to_json().dump() == R"({"n":1000,"A2":"39/4","mode":"slow"})");
  CHECK(all == parse_parameters(specs(), {"n=1000", "A2=39/4", "mode=slow"}));
  CHECK_FALSE(all == parse_parameters(specs(), {"n=1000", "A2=39/5", "mode=slow"}));
  CHECK_THROWS_AS(all.text("N"), std::out_of_range);
  CHECK(parse_parameters({}, {}).to_string().empty());
  CHECK(parse_parameters({}, {}).to_json().dump() == "{}");
}

TEST_CASE("Values are kept in canonical spelling", "[claims]") {
  CHECK(parse_parameters(specs(), {"n=0007", "A2=78/008"}).to_string() == "n=7 A2=39/4 mode=fast");
  CHECK(parse_parameters(specs(), {"n=7", "A2=12/4"}) == parse_parameters(specs(), {"n=07", "A2=3"}));
}

TEST_CASE("An integer is taken exactly where it is in its range", "[claims]") {
  for (long n = -3; n <= 1003; ++n) {
    const bool accepted = message({"n=" + std::to_string(n)}) == "accepted";
    if (accepted != (n >= 1 && n <= 1000)) FAIL(n);
  }
  CHECK(message({"n=99999999999999999999999"}) ==
        "n: got \"99999999999999999999999\", expected an integer from 1 to 1000");
}

TEST_CASE("A rational's minimum is excluded and its maximum included", "[claims]") {
  const ParameterSpec q{"q", ParameterType::rational, {}, Integer(0), Integer(2), {}, ""};
  for (long p = -40; p <= 40; ++p) {
    for (long d = 1; d <= 12; ++d) {
      const std::string word = "q=" + std::to_string(p) + "/" + std::to_string(d);
      bool accepted = true;
      try {
        parse_parameters({q}, {word});
      } catch (const UsageError&) {
        accepted = false;
      }
      if (accepted != (p > 0 && p <= 2 * d)) FAIL(word);
    }
  }
}

TEST_CASE("All parameters that are missing are named at once", "[claims]") {
  const ParameterSpec m{"m", ParameterType::integer, {}, Integer(2), Integer(5), {}, "width"};
  std::vector<ParameterSpec> two = specs();
  two.push_back(m);
  const auto message_of = [&](const Words& words) -> std::string {
    try {
      parse_parameters(two, words);
    } catch (const UsageError& error) {
      return error.what();
    }
    return "";
  };
  CHECK(
      message_of({}) ==
      "n: missing, expected an integer from 1 to 1000 (length); m: missing, expected an integer from 2 to 5 (width)");
  CHECK(message_of({"n=3"}) == "m: missing, expected an integer from 2 to 5 (width)");
  CHECK(message_of({"m=3"}) == "n: missing, expected an integer from 1 to 1000 (length)");
  CHECK(message_of({"n=3", "m=3"}).empty());
}

TEST_CASE("A request that does not fit is refused in one exact line", "[claims]") {
  CHECK(message({}) == "n: missing, expected an integer from 1 to 1000 (length)");
  CHECK(message({"n=0"}) == "n: got \"0\", expected an integer from 1 to 1000");
  CHECK(message({"n=1001"}) == "n: got \"1001\", expected an integer from 1 to 1000");
  CHECK(message({"n=3", "n=3"}) == "n: got \"3\", expected each parameter once");
  CHECK(message({"n=3", "m=3"}) == "parameter: got \"m\", expected one of: n, A2, mode");
  CHECK(message({"N=3"}) == "parameter: got \"N\", expected one of: n, A2, mode");
  CHECK(message({"n"}) == "argument: got \"n\", expected a parameter written as name=value");
  CHECK(message({"=3"}) == "argument: got \"=3\", expected a parameter written as name=value");
  CHECK(message({""}) == "argument: got \"\", expected a parameter written as name=value");
  CHECK(message({"n=3", "mod=fast"}) ==
        "parameter: got \"mod\", expected one of: n, A2, mode (did you mean mode?)");
  CHECK(message({"n=3", "mode=fats"}) ==
        "mode: got \"fats\", expected one of: slow, fast (did you mean fast?)");
  CHECK(message({"n=3", "mode=medium"}) == "mode: got \"medium\", expected one of: slow, fast");
  for (const std::string word : {"", "three", "3.0", "3/1", " 3", "+3", "3=3", "printed", "2..5"}) {
    CHECK(message({"n=" + word}) == "n: got \"" + word + "\", expected an integer from 1 to 1000");
  }
  for (const std::string word : {"", "0", "-1/2", "1/0", "0.5", "print", "1/2/3", "1..2"}) {
    CHECK(message({"n=3", "A2=" + word}) ==
          "A2: got \"" + word + "\", expected a number p/q above 0, or printed");
  }
  CHECK_THROWS_WITH(parse_parameters({}, {"n=3"}),
                    "parameter: got \"n\", expected none: there is nothing to choose");
}

TEST_CASE("A parameter that is set again has the new value, once", "[claims]") {
  Parameters parameters;
  parameters.set("n", "3", ParameterType::integer);
  parameters.set("m", "5", ParameterType::integer);
  parameters.set("n", "4", ParameterType::integer);
  CHECK(parameters.integer("n") == 4);
  CHECK(parameters.to_string() == "n=4 m=5");
}

TEST_CASE("What a parameter expects is said for every kind of range", "[claims]") {
  const auto integer = ParameterType::integer;
  const auto rational = ParameterType::rational;
  CHECK(expectation(integer, {}, {}, {}) == "an integer");
  CHECK(expectation(integer, {}, 1, {}) == "an integer of at least 1");
  CHECK(expectation(integer, {}, {}, 9) == "an integer of at most 9");
  CHECK(expectation(integer, {}, 1, 1000) == "an integer from 1 to 1000");
  CHECK(expectation(rational, {}, {}, {}) == "a number p/q");
  CHECK(expectation(rational, {}, 0, {}) == "a number p/q above 0");
  CHECK(expectation(rational, {}, {}, 5) == "a number p/q of at most 5");
  CHECK(expectation(rational, {"none", "all"}, 0, 5) == "a number p/q above 0 and at most 5, or none, all");
  CHECK(expectation(ParameterType::named, {"slow", "fast"}, {}, {}) == "one of: slow, fast");
  CHECK(specs()[1].to_json().dump() ==
        R"({"name":"A2","type":"rational","values":["printed"],"minimum":"0","maximum":null,)"
        R"("default":"printed","meaning":"second weight"})");
}

}  // namespace attest::parameters_test
