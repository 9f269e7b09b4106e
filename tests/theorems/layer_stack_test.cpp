// Several layers of softmax and other heads from texts: verdicts known by hand, the boundary, and what is refused.
#include <catch2/catch.hpp>

#include "claims/usage_error.hpp"
#include "fixtures.hpp"
#include "language/message.hpp"
#include "theorems/layer_precision.hpp"
#include "theorems/own_claims.hpp"
#include "theorems/theorem_claim.hpp"

namespace attest::layer_stack_texts_test {

using theorem_tests::changed;
using theorem_tests::claim;
using theorem_tests::verdict;

namespace {

std::string refusal(const std::string& text, const std::vector<std::string>& words = {"n=2"}) {
  try {
    const Verdict v = verdict(text, words);
    return "read, and " + std::string(to_string(v.status)) + ": " + v.checks.front().reason.value_or("");
  } catch (const language::ParseError& error) {
    return error.messages().front().text;
  } catch (const UsageError& error) {
    return error.what();
  }
}

// Token i sees the tokens up to it. The first layer averages what they carry, all scores being 0, the second one averages the
// averages: y(2) = (a(1) + (a(1) + a(2))/2)/2.
const std::string averages =
    "attest-theorem 1\n"
    "theorem averages \"Averages of averages\"\n"
    "sizes n >= 1    limit verify n <= 4\n"
    "input a : [n] -> [2]\n"
    "tokens i in [n] carry a = a(i)\n"
    "task at n, number: if n = 1 then a(1) else a(1)\n"
    "layer\n"
    "  embed one = 1, a = a, mean = 0, out = 0\n"
    "  head softmax\n"
    "    over j where j <= i\n"
    "    query = (0*one)\n"
    "    key = (one)\n"
    "    value = (mean: a, one: one)\n"
    "layer\n"
    "  head softmax\n"
    "    over j where j <= i\n"
    "    query = (mean)\n"
    "    key = (0*one)\n"
    "    value = (out: mean)\n"
    "readout out\n"
    "check output\n";

// Both tokens give the second layer the score e/(1+e) or its like: y is 1/2 by symmetry, but no layer knows that it is rational.
const std::string symmetric =
    "attest-theorem 1\n"
    "theorem symmetric \"Half and half\"\n"
    "sizes n >= 2    limit verify n <= 2\n"
    "input x : [1]\n"
    "tokens i in [n] carry a = i - 1\n"
    "task at n, number: 0\n"
    "layer residual\n"
    "  embed one = 1, a = a, mean = 0, other = 0, out = 0\n"
    "  head softmax, scale 1\n"
    "    query = (one)\n"
    "    key = (a)\n"
    "    value = (mean: a)\n"
    "  head softmax, scale 1\n"
    "    query = (one)\n"
    "    key = (-a)\n"
    "    value = (other: a)\n"
    "layer residual\n"
    "  head softmax, scale 1\n"
    "    query = (0*one)\n"
    "    key = (one)\n"
    "    value = (out: mean/2 + other/2)\n"
    "readout out\n"
    "check output\n";

// Hard maxima: token i of the second layer takes the largest of what the first layer found.
const std::string maxima =
    "attest-theorem 1\n"
    "theorem maxima \"The largest of all by two layers\"\n"
    "sizes n >= 1    limit verify n <= 4\n"
    "input a : [n] -> [3]\n"
    "tokens i in [n] carry a = a(i)\n"
    "task at n, number: max j in [n]: a(j)\n"
    "layer residual\n"
    "  embed one = 1, a = a, best = 0, out = 0\n"
    "  head hard-maximum\n"
    "    over j where j <= i\n"
    "    query = (one)\n"
    "    key = (a)\n"
    "    value = (best: a)\n"
    "layer residual\n"
    "  head hard-maximum\n"
    "    query = (one)\n"
    "    key = (best)\n"
    "    value = (out: best)\n"
    "readout out\n"
    "check output, error <= 0\n";

}  // namespace

TEST_CASE("Means of equal scores stay rational through two layers", "[layer_stack]") {
  // y(2) - a(1) = (a(2) - a(1))/4, within 1/2; at n = 3 y = (a1 + (a1+a2)/2 + (a1+a2+a3)/3)/3, off by up to 7/18.
  REQUIRE(verdict(averages, {"n=1"}).status == Status::holds);
  REQUIRE(verdict(averages, {"n=2"}).status == Status::holds);
  REQUIRE(verdict(averages, {"n=3"}).status == Status::holds);
  const auto c = claim(averages);
  const Json run = c.run(Variant::stated, parse_parameters(c.info().parameters, {"n=3"}),
                         Json::parse(R"({"a": [1, 2, 2]})"), 1);
  REQUIRE(run.dump().find("\"25/18\"") != std::string::npos);  // (1 + 3/2 + 5/3)/3
}

TEST_CASE("An output that is 1/2 off is wrong where it is known to be rational", "[layer_stack]") {
  // twice the distance: (a(2) - a(1))/2 at n = 2
  const std::string text = changed(averages, "readout out", "readout 2*out - 2*one + 1");
  const std::string doubled = changed(text, "number: if n = 1 then a(1) else a(1)", "number: 2*a(1) - 1");
  REQUIRE(verdict(changed(doubled, "value = (out: mean)", "value = (out: mean, one: one)"), {"n=1"}).status ==
          Status::holds);
  const Verdict half =
      verdict(changed(doubled, "value = (out: mean)", "value = (out: mean, one: one)"), {"n=2"});
  REQUIRE(half.status == Status::refuted);
}

TEST_CASE("An output that is 1/2 off by symmetry stays undecided", "[layer_stack]") {
  const Verdict v = verdict(symmetric);
  REQUIRE(v.status == Status::undecided);
  // A hair off it is decided, on both sides.
  const std::string right = changed(symmetric, "readout out", "readout out - 1/10^40");
  REQUIRE(verdict(right).status == Status::holds);
  const std::string wrong = changed(symmetric, "readout out", "readout out + 1/10^40");
  REQUIRE(verdict(wrong).status == Status::refuted);
  // With the same scores in both heads the values of each head are known to be rational no longer, but scores of 0 make them so.
  std::string exact = changed(symmetric, "key = (a)", "key = (0*a)");
  exact = changed(exact, "key = (-a)", "key = (0*a)");
  REQUIRE(verdict(exact).status == Status::refuted);
}

TEST_CASE("Hard maxima are exact in every layer", "[layer_stack]") {
  for (const char* n : {"n=1", "n=2", "n=3"}) REQUIRE(verdict(maxima, {n}).status == Status::holds);
  // The last token alone reads what it found itself.
  const std::string own = changed(maxima, "head hard-maximum\n    query = (one)\n    key = (best)",
                                  "head hard-maximum\n    query = (-one)\n    key = (best)");
  REQUIRE(verdict(own, {"n=1"}).status == Status::holds);
  REQUIRE(verdict(own, {"n=2"}).status == Status::refuted);
}

TEST_CASE("A tie of irrational scores in a hard maximum of the second layer is undecided", "[layer_stack]") {
  // Both tokens see both, so that both have the same mean, an irrational number; their values differ.
  const std::string tie =
      "attest-theorem 1\n"
      "theorem tie \"Equal and irrational\"\n"
      "sizes n >= 2    limit verify n <= 2\n"
      "input x : [1]\n"
      "tokens i in [n] carry a = i\n"
      "task at n, number: 1\n"
      "layer residual\n"
      "  embed one = 1, a = a, mean = 0, out = 0\n"
      "  head softmax\n"
      "    query = (one)\n"
      "    key = (a)\n"
      "    value = (mean: a)\n"
      "layer residual\n"
      "  head hard-maximum, leftmost\n"
      "    query = (one)\n"
      "    key = (mean)\n"
      "    value = (out: a)\n"
      "readout out\n"
      "check output\n";
  REQUIRE(verdict(tie).status == Status::undecided);
  // Where the tied tokens have one value it is known, and exactly.
  const std::string same = changed(tie, "value = (out: a)", "value = (out: one)");
  REQUIRE(verdict(changed(same, "check output", "check output, error <= 0")).status == Status::holds);
  // Of equal rational means the first token is the leftmost one.
  REQUIRE(verdict(changed(tie, "key = (a)", "key = (0*a)")).status == Status::holds);
  // Softmax does not mind.
  const std::string soft = changed(tie, "hard-maximum, leftmost", "softmax");
  REQUIRE(verdict(changed(soft, "readout out", "readout out - 3/4")).status == Status::holds);
}

TEST_CASE("Three layers, a family of heads and blocks", "[layer_stack]") {
  const std::string text =
      "attest-theorem 1\n"
      "theorem three \"Each layer adds the mean of the one before\"\n"
      "sizes n >= 1    limit verify n <= 3\n"
      "input a : [n] -> [2]\n"
      "tokens i in [n] carry a = a(i)\n"
      "task at every i, vector 2 within 1/100: ((sum j in [n]: a(j))/n, 2*(sum j in [n]: a(j))/n)\n"
      "layer residual\n"
      "  embed one = 1, a = a, means = zeros(2), out = zeros(2)\n"
      "  head h softmax, scale s for s in 1..2\n"
      "    query = (0*one)\n"
      "    key = (one)\n"
      "    value = (means(s): s*a)\n"
      "layer for l in 1..2, residual\n"
      "  head softmax\n"
      "    query = (means)\n"
      "    key = (0*one, means(1))\n"
      "    value = (out: (each k in 1..2: means(k)/2))\n"
      "readout out\n"
      "check output\n";
  REQUIRE(verdict(text, {"n=1"}).status == Status::holds);
  REQUIRE(verdict(text, {"n=2"}).status == Status::holds);
}

TEST_CASE("A multiple, a sum or the negative of a vector is taken number by number behind the first layer",
          "[layer_stack]") {
  const Verdict plain = verdict(averages, {"n=2"});
  for (const char* query : {"2*(mean) - (mean)", "-(-mean)", "(2*mean)/2", "1/2*(mean + mean)"}) {
    INFO(query);
    const Verdict v = verdict(changed(averages, "query = (mean)", "query = " + std::string(query)), {"n=2"});
    CHECK(v.status == plain.status);
    CHECK(v.inputs.failing == plain.inputs.failing);
    CHECK(v.counterexample == plain.counterexample);
  }
}

TEST_CASE("What is not linear in the stream is refused with its line", "[layer_stack]") {
  const auto row = [&](const std::string& key) {
    return refusal(changed(averages, "key = (0*one)\n", "key = (" + key + ")\n"));
  };
  REQUIRE(row("mean*a").find("line 18: a product of two coordinates is not linear") != std::string::npos);
  REQUIRE(row("1").find("line 18: a row behind the first layer is W times the stream; the constant 1") !=
          std::string::npos);
  REQUIRE(row("i").find("line 18: a row behind the first layer is W times the stream, and 'i' is no") !=
          std::string::npos);
  REQUIRE(row("if mean = 1 then one else a").find("a condition on the stream") != std::string::npos);
  REQUIRE(row("abs(mean)").find("only sums and multiples") != std::string::npos);
  REQUIRE(row("one/mean").find("a division by a coordinate") != std::string::npos);
  // What defines no object is ill-formed.
  REQUIRE(row("a_j").find("read, and ill-formed: line 18: 'a_j' is no number of this row's token") == 0);
  REQUIRE(row("one/(n-2)").find("read, and ill-formed: line 18") == 0);
  REQUIRE(row("one, a").find("read, and ill-formed: line 18") == 0);
  REQUIRE(row("stream.5").find("read, and ill-formed: line 18") == 0);
  REQUIRE(row("2*(if n = 1 then mean else a) - (a + a)").find("read, and holds") == 0);
}

TEST_CASE("What is not evaluated of such layers is refused by name", "[layer_stack]") {
  for (const char* check : {"unique-maximum", "gap >= 1", "normalised"}) {
    const std::string text = changed(averages, "check output", "check output, " + std::string(check));
    REQUIRE(refusal(text).find("is not evaluated of several layers") != std::string::npos);
  }
  REQUIRE(refusal(changed(averages, "value = (out: mean)", "value = (out: mean)\n    displayed score = 0"))
              .find("displays behind the first layer") != std::string::npos);
  REQUIRE(refusal(changed(averages, "over j where j <= i\n    query = (mean)",
                          "over j where a_j = 1\n    query = (mean)"))
              .find("a mask that reads") != std::string::npos);
  REQUIRE(refusal(changed(averages, "over j where j <= i\n    query = (mean)",
                          "over j where j > i\n    query = (mean)"))
              .find("read, and ill-formed: line 15: token 2 sees no tuple") == 0);
  REQUIRE(refusal(changed(averages, "layer\n  head", "layer\n  embed b = 1\n  head"))
              .find("reads the coordinates that the first layer's encoding has") != std::string::npos);
  const auto c = claim(averages);
  const Parameters parameters = parse_parameters(c.info().parameters, {"n=2"});
  REQUIRE_THROWS_WITH(theorems::precision_problem(c, Variant::stated, parameters),
                      Catch::Matchers::Contains("several layers"));
}

}  // namespace attest::layer_stack_texts_test
