// param c = auto in CANDIDATES: what was passed over, and on which input each is wrong.
#include <catch2/catch.hpp>

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

}  // namespace attest::least_candidate_test
