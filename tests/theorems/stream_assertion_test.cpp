// Sentences about the stream: what they say on each input, by hand and by brute force, and what is no such sentence.
#include <catch2/catch.hpp>

#include "claims/usage_error.hpp"
#include "theorems/own_claims.hpp"
#include "theorems/read.hpp"
#include "theorems/theorem_claim.hpp"

namespace attest::stream_assertion_test {

using theorem_tests::check;
using theorem_tests::claim;
using theorem_tests::verdict;

namespace {

// Uniform attention over n letters: at every token `mean` is the mean of all, `num` the token's own.
std::string mean_of(const std::string& checks, const std::string& layer = "") {
  return "attest-theorem 1\ntheorem t \"t\"\nsizes n >= 1, m >= 1    limit verify n <= 6, m <= 6\n"
         "input a : [n] -> [m]\ntokens i in [n] carry num = a(i)\n"
         "task at every i, number: n*a(i) - n*a(i)\nlayer residual\n  embed num = num, one = 1, mean = 0\n"
         "  head softmax\n    query = (one)\n    key = (one)\n    value = (mean: num)\n" +
         layer + "readout 0*mean\ncheck output" + checks + "\n";
}

// On how many of the inputs a sentence is broken, and the first of them; by a function of the letters.
struct Broken {
  long count = 0;
  std::vector<long> first;
};
template <class Holds>
Broken broken(long n, long m, const Holds& holds) {
  Broken result;
  std::vector<long> letters(static_cast<std::size_t>(n), 1);
  for (;;) {
    Rational mean = 0;
    for (const long letter : letters) mean += Rational(letter) / n;
    bool all = true;
    for (const long own : letters) all = all && holds(letters, own, mean);
    if (!all && result.count++ == 0) result.first = letters;
    std::size_t k = letters.size();
    while (k > 0 && letters[k - 1] == m) letters[--k] = 1;
    if (k == 0) return result;
    ++letters[k - 1];
  }
}

}  // namespace

TEST_CASE("A sentence about the stream is counted on every input, as by brute force", "[theorems][stream]") {
  using Letters = std::vector<long>;
  const auto absolute = [](const Rational& x) { return x < 0 ? Rational(-x) : x; };
  const auto near = [&](const Letters&, long own, const Rational& mean) { return absolute(mean - own) < 1; };
  const auto some = [&](const Letters& letters, long own, const Rational& mean) {
    for (const long letter : letters) {
      if (letter >= own && absolute(mean - letter) <= Rational(1, 3)) return true;
    }
    return false;
  };
  const auto all = [&](const Letters& letters, long own, const Rational& mean) {
    for (const long letter : letters) {
      if (letter != own && mean == letter) return false;
    }
    return true;
  };
  const auto product = [&](const Letters&, long own, const Rational& mean) {
    return own == 1 || mean * mean >= 2 * mean || !(own < 3);
  };
  const std::vector<std::pair<std::string, Broken>> sentences{
      {"abs(mean - num) < 1", broken(3, 3, near)},
      {"exists k in [n] where a(k) >= a(i): abs(mean - a(k)) <= 1/3", broken(3, 3, some)},
      {"forall k in [n]: a(k) != num implies not (mean = a(k))", broken(3, 3, all)},
      {"a(i) = 1 or stream.3*mean >= 2*mean or not (num < 3)", broken(3, 3, product)},
      {"n >= 1 implies not (mean > 3)",
       broken(3, 3, [](const Letters&, long, const Rational&) { return true; })},
      {"n = 2 implies mean < 0", broken(3, 3, [](const Letters&, long, const Rational&) { return true; })}};
  int refuted = 0;
  for (const auto& [sentence, expected] : sentences) {
    INFO(sentence);
    const Verdict v = verdict(mean_of(", assert said: " + sentence), {"n=3", "m=3"});
    const Check& said = check(v, "said");
    CHECK(said.essential);
    CHECK(check(v, "output").status == Status::holds);
    if (expected.count == 0) {
      CHECK(said.status == Status::holds);
      CHECK(v.status == Status::holds);
      continue;
    }
    ++refuted;
    CHECK(said.status == Status::refuted);
    CHECK(v.status == Status::refuted);
    CHECK(said.reason->find("on " + std::to_string(expected.count) + " of 27 checked inputs") !=
          std::string::npos);
    CHECK(said.reason->find(Json(expected.first).dump()) != std::string::npos);
  }
  CHECK(refuted == 4);
}

TEST_CASE("A sentence about the stream is decided at its boundary", "[theorems][stream]") {
  // At a = (1, 2) the mean is 3/2, and 1/2 from both.
  CHECK(verdict(mean_of(", assert abs(mean - num) <= 1/2"), {"n=2", "m=2"}).status == Status::holds);
  const Verdict strict = verdict(mean_of(", assert abs(mean - num) < 1/2"), {"n=2", "m=2"});
  CHECK(strict.status == Status::refuted);
  CHECK(check(strict, "assert").reason->find("on 2 of 4") != std::string::npos);
  CHECK(verdict(mean_of(", assert abs(mean - num) < 1/2 + 1/10^20"), {"n=2", "m=2"}).status == Status::holds);
}

TEST_CASE("A sentence that is informative does not decide, and run tells it of one input",
          "[theorems][stream]") {
  const Verdict v = verdict(mean_of("\nalso assert low: mean < 2"), {"n=2", "m=2"});
  CHECK(v.status == Status::holds);
  CHECK(check(v, "low").status == Status::refuted);
  CHECK_FALSE(check(v, "low").essential);
  const auto c = claim(mean_of(", assert low: mean < 2"));
  const Parameters parameters = parse_parameters(c.info().parameters, {"n=2", "m=2"});
  CHECK(c.run(Variant::stated, parameters, Json::parse(R"({"a": [2, 2]})"), 1)["verdict"] == "refuted");
  CHECK(c.run(Variant::stated, parameters, Json::parse(R"({"a": [1, 2]})"), 1)["verdict"] == "holds");
}

TEST_CASE("An input on which a sentence is not decided is undecided", "[theorems][stream]") {
  // The means of each head sum to 1, and so does the product of the sums, a tie of heads without a common unit. x = 0 is settled by
  // the left side.
  const std::string text =
      "attest-theorem 1\ntheorem t \"t\"\nsizes n >= 1    limit verify n <= 4\n"
      "input x : {0, 1}\ntokens i in [2] carry num = x\ntask at 1, number: x\n"
      "layer residual\n  embed pos = i, num = num, one = 1, a = 0, b = 0, c = 0, e = 0\n"
      "  head softmax, scale sqrt(2)\n    query = (one)\n    key = (pos)\n"
      "    value = (a: pos - one, b: 2*one - pos)\n  head softmax, scale sqrt(3)\n    query = (one)\n"
      "    key = (pos)\n    value = (c: pos - one, e: 2*one - pos)\nreadout num\n"
      "check output, assert product: x = 0 or (a + b)*(c + e) <= 1\n";
  const Verdict open = verdict(text, {"n=1"});
  CHECK(open.status == Status::undecided);
  CHECK(open.inputs.undecided == 1);
  CHECK(open.inputs.failing == 0);
  CHECK(check(open, "product").status == Status::undecided);
  CHECK(check(open, "product").reason->find("on 1 of 2 checked inputs it is not decided") !=
        std::string::npos);
  // Nor does it hold where the outputs are wrong on the same inputs.
  std::string wrong = text;
  wrong.replace(wrong.find("readout num"), 11, "readout num + 1");
  const Verdict both = verdict(wrong, {"n=1"});
  CHECK(both.status == Status::refuted);
  CHECK(both.inputs.failing == 2);
  CHECK(check(both, "product").status == Status::undecided);
  const auto c = claim(text);
  const Parameters parameters = parse_parameters(c.info().parameters, {"n=1"});
  CHECK(c.run(Variant::stated, parameters, Json::parse(R"({"x": 1})"), 1)["verdict"] == "undecided");
  CHECK(c.run(Variant::stated, parameters, Json::parse(R"({"x": 0})"), 1)["verdict"] == "holds");
}

TEST_CASE("What is no sentence about the stream is refused, with its line", "[theorems][stream]") {
  const auto refused = [](const std::string& sentence, const std::string& reason) {
    INFO(sentence);
    CHECK_THROWS_WITH(verdict(mean_of(", assert " + sentence), {"n=2", "m=2"}), Catch::Contains(reason));
  };
  refused("forall k in [a(i)]: mean > 0",
          "line 14: a range in an assert about the stream speaks of sizes alone");
  refused("exists k in [n]: exists l in [k]: mean > a(l)", "speaks of sizes alone");
  refused("mean/num = 1 or n = 1", "a division by a coordinate");
  refused("stream.4 > 0", "the stream has coordinates 1 to 3");
  refused("a(i + 1) > 0 or mean > 0", "the assert has no value");
  refused("mean in {1, 2} or n = 1", "comparisons, joined by");
  refused("(if mean > 1 then 1 else 2) = 1", "a condition on the stream");
}

}  // namespace attest::stream_assertion_test
