// param c = auto in CANDIDATES: what was passed over, and on which input each is wrong.
#include <catch2/catch.hpp>

#include <fmt/format.h>

#include <random>

#include "claims/usage_error.hpp"
#include "language/message.hpp"
#include "theorems/read.hpp"
#include "theorems/theorem_claim.hpp"

namespace attest::least_candidate_test {

namespace {

// The mean of the positions by weights e^(c i log n), n at the most: right from some c on.
theorems::TheoremClaim claim(const std::string& checks, const std::string& answer = "n") {
  const std::string text =
      "attest-theorem 1\ntheorem last \"The last position\"\nsizes n >= 1\nparam c = auto in 1/4*(1..100)\n"
      "input x : [n]\ntokens i in [n] carry num = x\ntask at 1, number: " +
      answer +
      "\nlayer\n  embed num = num, pos = i, one = 1, out = 0\n  head softmax, scale c*log(n)\n"
      "    query = (one)\n    key = (pos)\n    value = (out: pos)\nreadout out\n" +
      checks + "\n";
  return {theorems::read_theorem(language::SourceText("test.theorem", text)), "own:test", "test.theorem"};
}

Verdict verify(const theorems::TheoremClaim& claim, const std::vector<std::string>& words) {
  return claim.verify(Variant::stated, parse_parameters(claim.info().parameters, words), {});
}

// Each entry's input is wrong at its candidate: in its output, or by the check that it names.
void check_entries(const theorems::TheoremClaim& c, const Verdict& v) {
  for (const Json& entry : v.details["least"]["passed"]) {
    const std::string value = entry["value"];
    INFO(value);
    const Verdict there = verify(c, {"n=" + v.parameters.text("n"), "c=" + value});
    CHECK(there.status == Status::refuted);
    const Json run = c.run(Variant::stated, there.parameters, "rank:" + entry["rank"].get<std::string>(), 0);
    CHECK(run["input"] == entry["input"]);
    CHECK((run["verdict"] == "refuted") == (entry["check"] == "output"));
  }
}

}  // namespace

TEST_CASE("Every candidate that is passed over has an input on record", "[theorems][least]") {
  const auto c = claim("check output");
  const Verdict v = verify(c, {"n=6"});
  CHECK(v.status == Status::holds);
  const Json& least = v.details["least"];
  CHECK(least["value"] == "3/4");
  CHECK(least["passed_over"] == 2);
  REQUIRE(least["passed"].size() == 2);
  CHECK(least["passed"][0]["value"] == "1/4");
  CHECK(least["passed"][1]["value"] == "1/2");
  check_entries(c, v);
  CHECK(verify(c, {"n=1"}).details["least"]["passed"].empty());
}

TEST_CASE("A candidate at which an essential bound fails is passed over", "[theorems][least]") {
  const auto c = claim("check output, error <= 1/100");
  const Verdict v = verify(c, {"n=6"});
  CHECK(v.status == Status::holds);
  CHECK(v.details["least"]["value"] == "11/4");
  CHECK(v.details["least"]["passed_over"] == 10);
  CHECK(v.details["least"]["passed"].back()["check"] == "error");
  check_entries(c, v);
  // What is informative passes nothing over.
  CHECK(verify(claim("check output\nalso error <= 1/100"), {"n=6"}).details["least"]["value"] == "3/4");
}

TEST_CASE("A candidate that is refuted without an input says by what", "[theorems][least]") {
  const Verdict v = verify(claim("check output, assert c >= 2"), {"n=6"});
  CHECK(v.status == Status::holds);
  CHECK(v.details["least"]["value"] == "2");
  const Json last = v.details["least"]["passed"].back();
  CHECK(last["value"] == "7/4");
  CHECK(last["check"] == "assert");
  CHECK(last["input"].is_null());
  CHECK(v.details["least"]["scan"] ==
        "every candidate before it is refuted, as `passed` says; this one is not");
}

TEST_CASE("Of many candidates the ends are shown, and all are counted", "[theorems][least]") {
  const auto c = claim("check output", "n + 1");
  const Verdict v = verify(c, {"n=2"});
  CHECK(v.status == Status::refuted);
  const Json& least = v.details["least"];
  CHECK(least["value"].is_null());
  CHECK(least["passed_over"] == 100);
  REQUIRE(least["passed"].size() == 32);
  CHECK(least["passed"][0]["value"] == "1/4");
  CHECK(least["passed"][15]["value"] == "4");
  CHECK(least["passed"][16]["value"] == "85/4");
  CHECK(least["passed"][31]["value"] == "25");
  check_entries(c, v);
}

TEST_CASE("A scale that is 0 at a setting is told", "[theorems][least]") {
  const auto told = [](const Verdict& v) {
    for (const std::string& note : v.notes) {
      if (note == "the scale of head1 is 0 at this setting: every score is 0, and all index tuples tie")
        return true;
    }
    return false;
  };
  CHECK(told(verify(claim("check output"), {"n=1"})));
  CHECK_FALSE(told(verify(claim("check output"), {"n=2"})));
}

namespace {

// Token i weighs k^(c s(i)); where the answer is the number of the one that weighs most. The mean of ind(i = n).
theorems::TheoremClaim weighed(const std::string& scale, const std::string& answer, const std::string& checks,
                               const std::string& candidates = "1/2*(0..20)") {
  const std::string text =
      "attest-theorem 1\ntheorem last \"The weight of the last token\"\nsizes n >= 2\nparam c = auto in " +
      candidates + "\ninput x : [2]\ntokens i in [n] carry num = x\ntask at 1, " + answer +
      "\nlayer\n  embed num = num, pos = ind(i = n), one = 1, out = 0\n  head softmax, scale " + scale +
      "\n    query = (one)\n    key = (pos)\n    value = (out: pos)\nreadout out\n" + checks + "\n";
  return {theorems::read_theorem(language::SourceText("test.theorem", text)), "own:test", "test.theorem"};
}

}  // namespace

TEST_CASE("Where the last value that fails is an exact tie, every value above it works",
          "[theorems][least]") {
  // The weight is k^c / (k^c + n - 1), above 1/2 where k^c > n - 1.
  for (const long n : {3L, 4L, 9L, 28L}) {
    const auto c = weighed("c*log(n - 1)", "number: 1", "check output, unique-maximum");
    const Verdict v = verify(c, {"n=" + std::to_string(n)});
    CHECK(v.status == Status::holds);
    CHECK(v.details["least"]["value"] == "3/2");
    CHECK(v.details["least"]["infimum"] == Json({{"value", "1"}, {"attained", false}}));
    CHECK(v.details["least"]["scan"].get<std::string>().ends_with("every value above 1 works, not 1 itself"));
    // By hand, a little above and at it.
    CHECK(verify(c, {"n=" + std::to_string(n), "c=1"}).status == Status::refuted);
    CHECK(verify(c, {"n=" + std::to_string(n), "c=1000001/1000000"}).status == Status::holds);
  }
}

TEST_CASE("What is not proved of every value above the last that fails is not said", "[theorems][least]") {
  const auto infimum = [](const theorems::TheoremClaim& c, const std::vector<std::string>& words) {
    const Verdict v = verify(c, words);
    CHECK(v.details["least"]["passed_over"] != 0);
    return v.details["least"].contains("infimum");
  };
  const std::string one = "number: 1";
  // No tie: 2^c > 2 is 1, but at n = 4 the last that fails, 3/2, is wrong by more.
  CHECK(infimum(weighed("c*log(2)", one, "check output"), {"n=3"}));
  CHECK_FALSE(infimum(weighed("c*log(2)", one, "check output"), {"n=4"}));
  // A bound of the error is another boundary.
  CHECK_FALSE(infimum(weighed("c*log(2)", one, "check output, error <= 1/3"), {"n=3"}));
  // The parameter is elsewhere as well, or no factor of the scale.
  CHECK_FALSE(infimum(weighed("c*c*log(2)", one, "check output"), {"n=3"}));
  CHECK_FALSE(infimum(weighed("(c + 1)*log(2)", one, "check output", "1/2*(0-2..20)"), {"n=3"}));
  CHECK_FALSE(infimum(weighed("c*log(2)", "number: if c > 5 then 0 else 1", "check output"), {"n=3"}));
  CHECK(infimum(weighed("2*c*log(2)/3", one, "check output", "3/2*(0..20)"), {"n=3"}));
}

TEST_CASE("A value that works above a tie need not work everywhere above it", "[theorems][least]") {
  // Three tokens of scores 0, 1, 2 and values -1, 3, -1/2, t = 3^c: (y - 1/2) (1 + t + t^2) = -(t - 1)(t - 3/2), a tie at c = 0 and
  // right where 1 < t < 3/2 alone: 3^(1/4) is 1.32.
  const std::string text =
      "attest-theorem 1\ntheorem bump \"Right between two values\"\nsizes n >= 3\nparam c = auto in {0, 1/4, 1/2, 1}\n"
      "input x : [1]\ntokens i in [3] carry num = x\ntask at 1, number: 1\n"
      "layer\n  embed num = num, pos = i - 1, val = if i = 1 then -1 else if i = 2 then 3 else -1/2, one = 1, out = 0\n  head softmax, scale c*log(3)\n"
      "    query = (one)\n    key = (pos)\n    value = (out: val)\n"
      "readout out\ncheck output\n";
  const theorems::TheoremClaim c{theorems::read_theorem(language::SourceText("test.theorem", text)),
                                 "own:test", "test.theorem"};
  const Verdict v = verify(c, {"n=3"});
  CHECK(v.details["least"]["value"] == "1/4");
  CHECK(v.details["least"]["passed_over"] == 1);
  CHECK(verify(c, {"n=3", "c=1/2"}).status == Status::refuted);
  CHECK_FALSE(v.details["least"].contains("infimum"));
}

TEST_CASE("What is said of every value above holds at values above, on 1,000 random heads",
          "[theorems][least][.][exhaustive]") {
  std::mt19937_64 random(20261125);
  const auto pick = [&](long low, long high) {
    return std::uniform_int_distribution<long>(low, high)(random);
  };
  int said = 0;
  int silent = 0;
  for (int round = 0; round < 1000; ++round) {
    // Four tokens; their scores and values by Lagrange's table of i.
    std::string score = "0";
    std::string value = "0";
    for (int i = 1; i <= 4; ++i) {
      score += fmt::format(" + {}*ind(i = {})", pick(0, 3), i);
      value += fmt::format(" + ({}/2)*ind(i = {})", pick(-4, 4), i);
    }
    const std::string text = fmt::format(
        "attest-theorem 1\ntheorem any \"Any head\"\nsizes n >= 1\nparam c = auto in 0..4\ninput x : [1]\n"
        "tokens i in [4] carry num = x\ntask at 1, {}\nlayer\n  embed num = num, s = {}, v = {}, one = 1, out = 0\n"
        "  head softmax, scale c*log({})\n    query = (one)\n    key = (s)\n    value = (out: v)\n"
        "readout out + {}/2\ncheck output\n",
        pick(0, 1) == 0   ? "number: 1"
        : pick(0, 1) == 0 ? "sign: x = 1"
                          : "sign: x = 2",
        score, value, pick(2, 3), pick(-2, 2));
    INFO(text);
    const theorems::TheoremClaim c{theorems::read_theorem(language::SourceText("test.theorem", text)),
                                   "own:test", "test.theorem"};
    const Verdict v = verify(c, {"n=1"});
    if (!v.details["least"].contains("infimum")) {
      ++silent;
      continue;
    }
    ++said;
    const Rational least(v.details["least"]["infimum"]["value"].get<std::string>());
    const auto at = [&](const Rational& x) { return verify(c, {"n=1", "c=" + attest::to_string(x)}).status; };
    CHECK(at(least) == Status::refuted);
    for (const Rational& more : {Rational(1, 100000), Rational(1, 7), Rational(1, 2), Rational(4, 3),
                                 Rational(3), Rational(10), Rational(100)}) {
      CHECK(at(Rational(least + more)) == Status::holds);
    }
  }
  CHECK(said > 10);
  CHECK(silent > 100);
}

}  // namespace attest::least_candidate_test
