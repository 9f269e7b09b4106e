// Statements that do not say what is right on some input: ill-formed, with the first such input, found by the run.
#include <catch2/catch.hpp>

#include <fmt/format.h>

#include "claims/usage_error.hpp"
#include "language/message.hpp"
#include "theorems/read.hpp"
#include "theorems/theorem_claim.hpp"

namespace attest::undefined_answer_test {

namespace {

// The mean of one number is that number.
theorems::TheoremClaim claim(const std::string& task, const std::string& rest = "",
                             const std::string& checks = "check output\n") {
  const std::string text =
      "attest-theorem 1\ntheorem echo \"One number\"\nsizes n >= 1    limit verify n <= 4000\n"
      "param c = auto in 1..3\n"
      "input x : [n], y : 0..n\n" +
      rest + "tokens i in [1] carry num = x\ntask at 1, number: " + task +
      "\nlayer\n  embed num = num, one = 1, out = 0\n  head softmax\n    query = (one)\n    key = (one)\n"
      "    value = (out: num)\nreadout out\n" +
      checks;
  return {theorems::read_theorem(language::SourceText("test.theorem", text)), "own:test", "test.theorem"};
}

Verdict verify(const theorems::TheoremClaim& claim, long n, const std::string& c = "1",
               const VerifyOptions& options = {}) {
  return claim.verify(Variant::stated,
                      parse_parameters(claim.info().parameters, {fmt::format("n={}", n), "c=" + c}), options);
}

}  // namespace

TEST_CASE("An answer that divides by zero on an input is ill-formed there, with the first such input",
          "[theorems][undefined]") {
  const auto divided = claim("x*(y - 3)/(y - 3)");
  CHECK(verify(divided, 2).status == Status::holds);  // y = 3 is no input yet
  for (const long n : {3, 22, 23, 300}) {             // one by one, and beyond 512 inputs by rows
    const Verdict v = verify(divided, n);
    INFO(n);
    CHECK(v.status == Status::ill_formed);
    CHECK(v.inputs.checked == 0);
    CHECK(v.checks.front().name == "well-formed");
    CHECK(v.checks.front().reason->find("line 7: the task has no answer: a division by zero") == 0);
    CHECK(v.counterexample["rank"] == "3");
    CHECK(v.counterexample["input"] == Json::parse(R"({"x": 1, "y": 3})"));
    const Json run = divided.run(Variant::stated, v.parameters, "rank:3", 0);
    CHECK(run["verdict"] == "ill-formed");
    CHECK(divided.run(Variant::stated, v.parameters, "rank:2", 0)["verdict"] == "holds");
  }
}

TEST_CASE("The first such input of a part is one of that part", "[theorems][undefined]") {
  VerifyOptions options;
  options.part = {1, 2, true};
  // Ranks 3, 9, 15, .. at n = 5 have y = 3; all of them are odd, so that even ranks are judged as ever.
  const auto divided = claim("x*(y - 3)/(y - 3)");
  CHECK(verify(divided, 5, "1", options).counterexample["rank"] == "3");
  options.part = {0, 2, true};
  CHECK(verify(divided, 5, "1", options).status == Status::holds);
}

TEST_CASE("What is no input, or is not judged, needs no answer", "[theorems][undefined]") {
  CHECK(verify(claim("x*(y - 3)/(y - 3)", "where y != 3\n"), 5).status == Status::holds);
  CHECK(verify(claim("x*(y - 3)/(y - 3)", "judged if y < 3\n"), 5).status == Status::holds);
}

TEST_CASE("A condition on the inputs without a value is ill-formed, too", "[theorems][undefined]") {
  const auto divided = claim("x", "where 1/(y - 2) < 5\n");
  CHECK(verify(divided, 1).status == Status::holds);
  const Verdict v = verify(divided, 2);
  CHECK(v.status == Status::ill_formed);
  CHECK(v.counterexample["rank"] == "2");
  CHECK(v.checks.front().reason->find("a condition on the inputs has no value") != std::string::npos);
}

TEST_CASE("A choice from nothing, and a candidate that is searched for, come to the same",
          "[theorems][undefined]") {
  const auto nothing = claim("least k in [n]: k > x");
  const Verdict v = verify(nothing, 1);
  CHECK(v.status == Status::ill_formed);
  CHECK(v.checks.front().reason->find("has no 'else'") != std::string::npos);
  CHECK(verify(nothing, 1, "auto").status == Status::ill_formed);
}

TEST_CASE("A limit of the program is none of the statement's", "[theorems][undefined]") {
  CHECK_THROWS_AS(verify(claim("if (iterate z from 2 for 40 times: z*z) > 1 then x else 0"), 1), UsageError);
}

TEST_CASE("An assert and a bound without a value are ill-formed at their sizes", "[theorems][undefined]") {
  const auto asserted = claim("x", "", "check output, assert 1/(n - 2) < 5\n");
  CHECK(verify(asserted, 1).status == Status::holds);
  const Verdict v = verify(asserted, 2);
  CHECK(v.status == Status::ill_formed);
  CHECK(*v.reason == "line 15: a division by zero, in 1/(n - 2) < 5 at n=2 c=1");
  CHECK(v.inputs.checked == 6);
  const auto logarithm = claim("x", "", "check output, error <= 1/log(n)\n");
  CHECK(verify(logarithm, 1).status == Status::ill_formed);
  CHECK(verify(logarithm, 2).status == Status::holds);
  CHECK(verify(claim("x", "", "check output, assert log(n - 2) < 5\n"), 2).status == Status::ill_formed);
  CHECK(verify(claim("x", "", "check output, assert sqrt(1 - n) < 5\n"), 2).status == Status::ill_formed);
  // What is settled before it is asked needs no value.
  CHECK(verify(claim("x", "", "check output, assert n = 1 or 1/log(n) < 5\n"), 1).status == Status::holds);
  CHECK(verify(claim("x", "", "check output\nalso assert 1/(n - 2) < 5\n"), 2).status == Status::holds);
}

}  // namespace attest::undefined_answer_test
