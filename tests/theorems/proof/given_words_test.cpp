// What the words of `prove` may say, and what sizes, sets and candidates of a text may be said with: definitions, other parameters.
#include <catch2/catch.hpp>

#include "claims/usage_error.hpp"
#include "theorems/proof/proofs.hpp"
#include "theorems/texts.hpp"

namespace attest::given_words_test {

using namespace attest::theorem_tests;  // NOLINT(google-build-using-namespace)
using namespace attest::proof_tests;    // NOLINT(google-build-using-namespace)
using theorems::RangeProof;

namespace {

// Each token looks itself up; a scale of at least 3*n^2 does for every n.
std::string lookup(const std::string& statements, const std::string& readout = "out",
                   const std::string& behind = "") {
  return "attest-theorem 1\ntheorem lookup\n" + statements + R"(
input g : [n] -> [n]
tokens i in [n] carry num = g(i)
task at every i, number: g(i)
layer residual
  embed pos = i, sq = i^2, num = num, one = 1, out = 0
  head softmax, scale c*n^2
    query = (2*pos, -one)
    key = (pos, sq)
    value = (out: num)
readout )" +
         readout + "\ncheck output\n" + behind;
}

RangeProof proof_of_variant(const std::string& text, Variant variant,
                            const std::vector<std::string>& words = {}) {
  const theorems::TheoremText read = theorem(text);
  return proof_of(theorems::TheoremClaim(read, "own:" + read.id, "a file"), variant, words);
}

}  // namespace

TEST_CASE("A definition may say where a size begins", "[proof][given]") {
  const std::string text = lookup("sizes n >= k\nlet k = 2\nparam c = 4");
  CHECK(summary(proof_of_text(text)).from == "n = 2");
  CHECK(proof_of_text(text).status == Status::holds);
  CHECK(proof_of_text(text, {"n=1"}).status == Status::undecided);  // nothing is said of it
  CHECK(proof_of_text(text, {"n=2"}).status == Status::holds);
}

TEST_CASE("Definitions and other parameters may say what a parameter may be", "[proof][given]") {
  for (const std::string said : {"let k = 4\nparam c in {1, k} = 4", "let k = 3\nparam c > k = 4",
                                 "param b = 4\nparam c in {1, b} = 4", "param b = 3\nparam c > b = 4"}) {
    INFO(said);
    const std::string text = lookup("sizes n >= 1\n" + said);
    CHECK(proof_of_text(text).status == Status::holds);
    CHECK(proof_of_text(text, {"c=4"}).status == Status::holds);
    CHECK_THROWS_AS(proof_of_text(text, {"c=2"}), UsageError);
  }
  const std::string other = lookup("sizes n >= 1\nparam b = 3\nparam c in {1, b} = 3");
  CHECK(proof_of_text(other, {"b=5", "c=5"}).status == Status::holds);
  CHECK_THROWS_AS(proof_of_text(other, {"b=5", "c=3"}), UsageError);
}

TEST_CASE("What a given value may be is refused where it hangs on the sizes", "[proof][given]") {
  const RangeProof set = proof_of_text(lookup("sizes n >= 1\nlet k = 4*n\nparam c in {4, k} = 4"), {"c=4"});
  CHECK(set.status == Status::undecided);
  CHECK(set.refusal.rfind("sizes", 0) == 0);
  CHECK(set.refusal.find("what c may be") != std::string::npos);
  const RangeProof more = proof_of_text(lookup("sizes n >= 1\nparam c > n = n + 4"), {"c=4"});
  CHECK(more.status != Status::holds);  // not from n = 4 on
}

TEST_CASE("Candidates of auto may be said by definitions", "[proof][given]") {
  CHECK(proof_of_text(lookup("sizes n >= 1\nlet k = 4\nparam c = auto in k*(1..3)")).status == Status::holds);
  const RangeProof open = proof_of_text(lookup("sizes n >= 1\nlet k = 2*n\nparam c = auto in 3..2 + k"));
  CHECK(open.status == Status::undecided);  // n = 1, 2, 3 alone
  CHECK(open.below.size() == 3);
  const RangeProof two = proof_of_text(lookup("sizes n >= 1, m >= 1\nparam c = auto in 3..2 + n*m"));
  CHECK(two.status == Status::undecided);
  CHECK(two.reason.find("depend on m and n") != std::string::npos);
  const RangeProof none = proof_of_text(lookup("sizes n >= 1\nparam c = auto in 3..2"));
  CHECK(none.status == Status::undecided);
  CHECK(none.reason == "c has no candidate");
}

// The text gave c and b numbers in their order, 1 and 2, as if both were words: 2*g(i) was read out.
TEST_CASE("A parameter among the numbers that another one may be keeps its value", "[proof][given]") {
  const std::string text = lookup("sizes n >= 1\nparam b = 3\nparam c in {1, b, 4} = 4", "b*out");
  CHECK(proof_of_text(text).status == Status::refuted);
  CHECK(proof_of_text(text, {"b=1"}).status == Status::holds);
}

TEST_CASE("A word of a parameter is no name of anything else, but may be one of two parameters",
          "[proof][given]") {
  const std::vector<std::string> messages =
      refusal(lookup("sizes n >= 1\nparam c = 4\nparam side in {left, g} = left"));
  REQUIRE(messages.size() == 1);
  CHECK(messages.front().find("'g'") != std::string::npos);
  CHECK(refusal(lookup("sizes n >= 1\nparam c = 4\nparam side in {left, right} = left\n"
                       "param end in {left, right} = right"))
            .empty());
}

// `verify` cannot read it, and it is nothing that a lemma looks at.
TEST_CASE("What is asserted of streams has to have a meaning", "[proof][given]") {
  const RangeProof proof = proof_of_text(
      replaced(lookup("sizes n >= 1\nparam c = 4"), "check output", "check output also assert stream = n"));
  CHECK_FALSE(proof.main);
  CHECK(proof.refusal.find("stream") != std::string::npos);
}

TEST_CASE("A variant that gives a number where the theorem has auto is proved with this number",
          "[proof][given]") {
  const std::string text = lookup("sizes n >= 1\nparam c = auto in 4..6", "out",
                                  "variant repaired\nvariant printed: change c = 1/1000\n");
  CHECK(proof_of_variant(text, Variant::repaired).status == Status::holds);
  CHECK(proof_of_variant(text, Variant::printed).status == Status::refuted);
}

TEST_CASE("A word for what the text says is read as the commands that attest prints have it",
          "[proof][given]") {
  const std::string text = file_text("examples/bos_gap.theorem");
  const theorems::TheoremText read = theorem(text);
  const theorems::TheoremClaim claim(read, "own:" + read.id, "a file");
  const Variant first = claim.info().variants.front().variant;
  const RangeProof own = proof_of(claim, first, {});
  CHECK(summary(proof_of(claim, first, {"fallback=as-stated"})) == summary(own));
  CHECK_THROWS_AS(proof_of(claim, first, {"fallback=as-printed"}), UsageError);
}

}  // namespace attest::given_words_test
