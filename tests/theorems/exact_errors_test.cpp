// Bounds that an error meets to the last digit.
#include <catch2/catch.hpp>

#include <fmt/format.h>

#include "language/message.hpp"
#include "theorems/read.hpp"
#include "theorems/theorem_claim.hpp"

namespace attest::exact_errors_test {

namespace {

// The output is off by exactly `off` on every input, or, of two inputs, on the second one alone.
Verdict verdict(const std::string& off, const std::string& check, long n) {
  const std::string text =
      "attest-theorem 1\ntheorem off \"Off\"\nsizes n >= 1\ninput x : [n]\ntokens i in [1] carry num = x\n"
      "task at 1, number: x\nlayer\n  embed num = num, one = 1, out = 0\n  head softmax\n    query = (one)\n"
      "    key = (one)\n    value = (out: num)\nreadout " +
      off + "\ncheck output, " + check + "\n";
  const theorems::TheoremClaim claim(theorems::read_theorem(language::SourceText("t.theorem", text)), "own:t",
                                     "t.theorem");
  return claim.verify(Variant::stated, parse_parameters(claim.info().parameters, {fmt::format("n={}", n)}),
                      {});
}

}  // namespace

TEST_CASE("An error that is the bound to the last digit is below it for <= and not for <",
          "[theorems][bounds]") {
  for (const std::string e : {"1/4", "1/3", "333/1000"}) {  // the last two are no doubles
    INFO(e);
    for (const long n : {1, 3, 600}) {
      CHECK(verdict("out + " + e, "error <= " + e, n).status == Status::holds);
      const Verdict strict = verdict("out - " + e, "error < " + e, n);
      CHECK(strict.status == Status::refuted);
      CHECK(strict.kind == Kind::constant);
    }
    CHECK(verdict("out + " + e, "error <= " + e + " - 1/10^30", 3).status == Status::refuted);
    CHECK(verdict("out + " + e, "error < " + e + " + 1/10^30", 3).status == Status::holds);
  }
}

TEST_CASE("Errors that no double tells apart are told apart", "[theorems][bounds]") {
  // At x = 2 the error is larger by 10^-40 than at x = 1, where it is 1/4.
  const std::string off = "out + 1/4 + (out - 1)/10^40";
  CHECK(verdict(off, "error <= 1/4", 1).status == Status::holds);
  CHECK(verdict(off, "error <= 1/4", 2).status == Status::refuted);
  CHECK(verdict(off, "error <= 1/4 + 1/10^40", 2).status == Status::holds);
  CHECK(verdict(off, "error < 1/4 + 1/10^40", 2).status == Status::refuted);
}

TEST_CASE("A bound that is a root is compared exactly, too", "[theorems][bounds]") {
  CHECK(verdict("out + 2/5", "error < sqrt(4/25)", 2).status == Status::refuted);
  CHECK(verdict("out + 2/5", "error <= sqrt(4/25)", 2).status == Status::holds);
}

TEST_CASE("Too many inputs for an exact comparison of each leave <= undecided", "[theorems][bounds]") {
  CHECK(verdict("out + 1/3", "error <= 1/3", 20000).status == Status::undecided);
  CHECK(verdict("out + 1/3", "error < 1/3", 20000).status == Status::refuted);  // one input is enough
}

}  // namespace attest::exact_errors_test
