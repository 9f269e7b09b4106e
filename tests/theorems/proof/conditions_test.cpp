// Theorems that speak of some inputs only: proved for all inputs, or by their condition, where there is an input at every size.
#include <catch2/catch.hpp>

#include "theorems/proof/proofs.hpp"
#include "theorems/texts.hpp"

namespace attest::conditions_test {

using namespace attest::theorem_tests;  // NOLINT(google-build-using-namespace)
using namespace attest::proof_tests;    // NOLINT(google-build-using-namespace)
using theorems::RangeProof;

namespace {

// A function is looked up, of some inputs.
std::string lookup(const std::string& condition, const std::string& shape = "") {
  return "attest-theorem 1\ntheorem lookup\nsizes n >= 1\ninput g : [n] -> [n]" + shape + ", x : [n]\n" +
         condition +
         R"(
tokens i in [n + 1] carry phi = g ++ (x)
task at n + 1, number: g(x)
layer residual
  embed pos = i, sq = i^2, num = phi, one = 1, out = 0
  head softmax
    query = (2*n*num, -n*one)
    key (k) = (pos, sq)
    value (k) = (out: num)
readout out
check output
)";
}

std::string marked() {
  const std::string text = file_text("examples/marked.theorem");
  return replaced(text.substr(0, text.find("\nvariant") + 1), "    limit verify n <= 6, k <= 6", "");
}

}  // namespace

TEST_CASE("What is proved for all inputs is proved for those that meet a condition, if there are any",
          "[proof][conditions]") {
  const Summary all = summary(proof_of_text(lookup("")));
  CHECK(all.status == Status::holds);
  for (const std::string condition :
       {"where x = 1", "where x = n", "where g(x) = 1", "where forall i in [n]: g(i) = i",
        "where forall i in [n]: g(i) <= n - 1 or n = 1", "where exists i in [n]: g(i) = n",
        "where (count i in [n]: g(i) = n) = 1", "judged if g(1) >= g(x)",
        "where forall i in [n], j in [n]: g(i) = g(j) implies g(1) = g(x)",
        "where not exists i in [n]: g(i) > x", "where 2*x <= n + 1\njudged if x = 1"}) {
    INFO(condition);
    const RangeProof proof = proof_of_text(lookup(condition));
    INFO(proof.reason);
    CHECK(summary(proof).from == all.from);
    CHECK(proof.status == Status::holds);
  }
  CHECK(proof_of_text(lookup("", " injective")).status == Status::holds);
}

TEST_CASE("Nothing is proved of sizes without an input", "[proof][conditions]") {
  for (const std::string condition :
       {"where x > n", "where 2*x = n", "where x = 1 and x = 2",
        "where g(x) = 1 and forall i in [n]: g(i) = 2", "judged if x > n",
        "where forall i in [n]: g(i) < g(1)", "where exists i in [n - 1]: g(i) > n",
        "where (count i in [n]: g(i) = 1) > n", "where g(x + 1) >= 1", "where 1 div (x - 1) >= 0"}) {
    INFO(condition);
    const RangeProof proof = proof_of_text(lookup(condition));
    INFO(proof.reason);
    CHECK_FALSE(proof.main);
    CHECK(proof.status != Status::holds);
  }
}

TEST_CASE("From the first size on at which there is an input a theorem is proved", "[proof][conditions]") {
  const RangeProof proof = proof_of_text(lookup("where x >= 5 and g(1) < g(n)"));
  INFO(proof.reason);
  REQUIRE(proof.main);
  CHECK(theorems::to_string(proof.main->from) == "n = 5");
  CHECK(proof.status == Status::holds);
  for (const auto& below : proof.below) CHECK(below.status == Status::not_applicable);
}

TEST_CASE("That exactly one token is marked is used", "[proof][conditions]") {
  const RangeProof proof = proof_of_text(marked());
  INFO(proof.reason);
  CHECK(summary(proof).lemma == "fixed-positions");
  CHECK(proof.status == Status::holds);
  // Not without it, nor by what is less.
  for (const std::string condition :
       {"", "where (count i in [n]: m(i) = 1) >= 1", "where (count i in [n]: m(i) = 0) = 1"}) {
    INFO(condition);
    CHECK(proof_of_text(replaced(marked(), "where   (count i in [n]: m(i) = 1) = 1", condition)).status ==
          Status::refuted);
  }
  // The bound is at least the largest error.
  const theorems::TheoremClaim claim(theorem(marked()), "own:marked", "a file");
  for (long n = 1; n <= 4; ++n) {
    for (long k = 1; k <= 3; ++k) {
      const auto words = {"n=" + std::to_string(n), "k=" + std::to_string(k)};
      CHECK(claim.verify(Variant::stated, parse_parameters(claim.info().parameters, words), VerifyOptions())
                .status == Status::holds);
    }
  }
}

TEST_CASE("No mutant of a marked token is proved where enumeration refutes it",
          "[proof][conditions][.][long]") {
  int read = 0;
  int proved = 0;
  for (const long k : {1, 2, 3}) {
    const auto counts = attack(marked(), {{"k", k}}, {}, 4);
    read += counts.first;
    proved += counts.second;
  }
  CHECK(read >= 60);
  CHECK(proved >= 3);
  CHECK(proved < read);
}

}  // namespace attest::conditions_test
