// What a theorem's text has to have for its rounded evaluation.
#include <catch2/catch.hpp>

#include "claims/usage_error.hpp"
#include "constructions/precision/problem_of_claim.hpp"
#include "theorems/read.hpp"
#include "theorems/texts.hpp"
#include "theorems/theorem_claim.hpp"

namespace attest::layer_precision_test {

TEST_CASE("What has no rounded evaluation is refused", "[theorems][precision]") {
  const auto claim = [](const std::string& head) {
    return theorems::TheoremClaim(
        theorem_tests::theorem(
            "attest-theorem 1\ntheorem t \"t\"\nsizes n >= 1\ninput w : [n] -> {0, 1}\n"
            "tokens i in [n] carry b = w(i)\ntask at n, number: w(1)\nlayer\n  encode (i, b, 1)\n  head " +
            head + "\n  out head.1 -> stream.1\nreadout stream.1\ncheck output\n"),
        "own:t", "t.theorem");
  };
  const auto problem = [](const theorems::TheoremClaim& c) {
    return precision_problem(c, Variant::stated, parse_parameters(c.info().parameters, {"n=3"}));
  };
  CHECK_THROWS_WITH(
      problem(claim("hard-maximum, leftmost\n    query = (1)\n    key (j) = (-j)\n    value (j) = (b_j)")),
      Catch::Contains("leftmost"));
  CHECK(problem(claim("hard-maximum\n    query = (1)\n    key (j) = (-j)\n    value (j) = (b_j)")));
  CHECK_THROWS_WITH(
      problem(claim("exact-match\n    query = (1)\n    key (j) = (j^3)\n    value (j) = (b_j)")),
      Catch::Contains("arbitrary function"));
  CHECK_THROWS_WITH(problem(claim("softmax\n    query = (1)\n    key (j) = (j^3)\n    value (j) = (b_j)")),
                    Catch::Contains("not linear"));
  CHECK(problem(claim("exact-match\n    query = (1)\n    key (j) = (j)\n    value (j) = (b_j)")));
}

}  // namespace attest::layer_precision_test
