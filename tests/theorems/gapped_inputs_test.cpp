#include <catch2/catch.hpp>

#include "claims/usage_error.hpp"
#include "language/message.hpp"
#include "theorems/read.hpp"
#include "theorems/theorem_claim.hpp"

// Inputs whose values have gaps: against the same words picked by `where`, and the cover against enumeration.

namespace gapped_inputs_test {

using namespace attest;

namespace {

theorems::TheoremClaim claim_of(const std::string& input, const std::string& c) {
  const std::string text =
      "attest-theorem 1\ntheorem gapped\nsizes n >= 1, m >= n\nparam c = " + c + "\ninput a : " + input +
      "\ntokens i in [n + 1] carry num = if i <= n then a(i) else 0\n"
      "task at n + 1, number: argmax j in [n]: a(j) first\nlayer residual\n"
      "  embed pos = i, num = num, one = 1, out = 0\n  head softmax, scale log(2*n)\n    query = (c*one)\n"
      "    key = (num)\n    value = (out: pos)\nreadout out\ncheck output\n";
  return theorems::TheoremClaim(theorems::read_theorem(language::SourceText("gapped.theorem", text)),
                                "own:gapped", "gapped.theorem");
}

Verdict verdict_of(const theorems::TheoremClaim& claim, const std::vector<std::string>& words,
                   Method method = Method::automatic) {
  VerifyOptions options;
  options.method = method;
  return claim.verify(named_variant("stated"), parse_parameters(claim.info().parameters, words), options);
}

}  // namespace

TEST_CASE("Values with gaps are the words that 'where' leaves of the range without them", "[theorems]") {
  for (const char* c : {"3", "1/2", "0"}) {
    for (const auto& words :
         std::vector<std::vector<std::string>>{{"n=1", "m=3"}, {"n=2", "m=4"}, {"n=3", "m=5"}}) {
      INFO(c << " " << words.back());
      const Verdict gapped = verdict_of(claim_of("[n] -> [m] \\ {2}", c), words);
      const Verdict picked = verdict_of(claim_of("[n] -> [m]\nwhere forall i in [n]: a(i) != 2", c), words);
      CHECK(gapped.status == picked.status);
      CHECK(gapped.inputs.checked == picked.inputs.checked);
      CHECK(gapped.inputs.failing == picked.inputs.failing);
      CHECK(gapped.inputs.space == gapped.inputs.checked);
      if (picked.status == Status::refuted)
        CHECK(gapped.counterexample["input"] == picked.counterexample["input"]);
    }
  }
}

TEST_CASE("The cover closes every best tuple of inputs with gaps as enumeration does", "[theorems][cover]") {
  for (const char* c : {"3", "1/2"}) {
    const auto claim = claim_of("[n] -> [2*m] \\ {2, 5}", c);
    const Verdict all = verdict_of(claim, {"n=3", "m=4"}, Method::enumeration);
    CHECK(verdict_of(claim, {"n=3", "m=4"}, Method::cover).status == all.status);
    CHECK(all.inputs.space == 216);
  }
}

TEST_CASE("A gap in a domain is refused, and so are values of which nothing is left", "[theorems]") {
  CHECK_THROWS_AS(verdict_of(claim_of("[n + 2] \\ {n + 1} -> [m]", "3"), {"n=3", "m=4"}), UsageError);
  CHECK_THROWS_AS(verdict_of(claim_of("[n] -> [m] \\ [m]", "3"), {"n=3", "m=4"}), UsageError);
}

}  // namespace gapped_inputs_test
