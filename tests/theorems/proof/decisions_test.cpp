// Yes-or-no tasks of what is looked up by integer addresses: for every size, against enumeration, and what looks alike and is false.
#include <catch2/catch.hpp>

#include "theorems/proof/proofs.hpp"
#include "theorems/texts.hpp"

namespace attest::decisions_test {

using namespace attest::theorem_tests;  // NOLINT(google-build-using-namespace)
using namespace attest::proof_tests;    // NOLINT(google-build-using-namespace)
using theorems::RangeProof;

namespace {

// The token behind the word carries the place of the letter that is asked for.
std::string decision(const std::string& asked, const std::string& readout,
                     const std::string& head = "softmax, scale n^2 + 4",
                     const std::string& letters = "{0, 1}") {
  return R"(attest-theorem 1
theorem decision
sizes n >= 1
input w : word n over )" +
         letters + R"(, p : [n]
tokens i in [n + 1] carry num = w ++ (p)
task at n + 1, sign: )" +
         asked + R"(
layer residual
  embed pos = i, sq = i^2, num = num, one = 1, out = 0
  head )" +
         head + R"(
    query = (2*num, -one)
    key = (pos, sq)
    value = (out: num)
readout )" +
         readout + "\ncheck output\n";
}

// What is proved is enumerated at the first sizes.
Status status_of(const std::string& text) {
  const RangeProof proof = proof_of_text(text);
  INFO(proof.reason);
  if (proof.main) {
    const theorems::TheoremText read = theorem(text);
    const theorems::TheoremClaim claim(read, "own:" + read.id, "a file");
    const auto& info = claim.info();
    const Integer from = proof.main->from.at("n");
    for (Integer n = from; n < from + 3 && n < 7; ++n) {
      INFO(n);
      CHECK(claim
                .verify(info.variants.front().variant, parse_parameters(info.parameters, {"n=" + n.str()}),
                        VerifyOptions())
                .status == Status::holds);
    }
  }
  return proof.status;
}

}  // namespace

TEST_CASE("Whether the letter that is looked up is one is decided for every size", "[proof][decisions]") {
  const RangeProof proof = proof_of_text(decision("w(p) = 1", "out - 1/2"));
  CHECK(summary(proof).lemma == "integer-addresses");
  CHECK(proof.status == Status::holds);
  CHECK_FALSE(proof.main->proof->bounds_error);  // of a number alone
  for (const auto& [asked, readout] : {std::pair<std::string, std::string>{"w(p) = 1", "out - 1/2"},
                                       {"w(p) = 1", "2*out - 1"},
                                       {"w(p) = 1", "out - 1/3"},
                                       {"w(p) = 0", "1/2 - out"},
                                       {"not w(p) = 0", "out - 1/2"},
                                       {"w(p) >= 1", "out - 1/2"},
                                       {"w(p) != 1", "1/2 - out"},
                                       {"w(p) = 1 and p >= 1", "out - 1/2"},
                                       {"w(p) = 2", "out - 3/2"}}) {
    INFO(asked << ", " << readout);
    CHECK(status_of(decision(asked, readout)) == Status::holds);
  }
}

TEST_CASE("A hard maximum decides with a value of zero for no", "[proof][decisions]") {
  CHECK(status_of(decision("w(p) = 1", "out", "hard-maximum")) == Status::holds);
  CHECK(status_of(decision("w(p) = 1", "out")) != Status::holds);
}

TEST_CASE("No decision is proved that another letter, another side or a value between reads out",
          "[proof][decisions]") {
  for (const auto& [asked, readout] : {std::pair<std::string, std::string>{"w(p) = 1", "1/2 - out"},
                                       {"w(p) = 0", "out - 1/2"},
                                       {"w(p) = 1", "out - 1"},
                                       {"w(p) = 1", "out"},
                                       {"w(p) = 1", "out - 3/2"},
                                       {"w(1) = 1", "out - 1/2"},
                                       {"w(p) = 1 or p = 1", "out - 1/2"}}) {
    INFO(asked << ", " << readout);
    CHECK(status_of(decision(asked, readout)) == Status::refuted);
  }
}

TEST_CASE("Letters of a larger alphabet are compared with a number", "[proof][decisions]") {
  CHECK(status_of(decision("w(p) >= 3", "out - 5/2", "softmax, scale n^2 + 4", "1..5")) == Status::holds);
  CHECK(status_of(decision("w(p) > 3", "out - 5/2", "softmax, scale n^2 + 4", "1..5")) == Status::refuted);
  CHECK(status_of(decision("w(p) = 3", "out - 5/2", "softmax, scale n^2 + 4", "1..5")) == Status::refuted);
}

TEST_CASE("No mutant of a decision is proved where enumeration refutes it",
          "[proof][decisions][.][exhaustive]") {
  const auto [read, proved] = attack(decision("w(p) = 1", "out - 1/2"), {}, {}, 4);
  CHECK(read >= 20);
  CHECK(proved >= 1);
  CHECK(proved < read);
}

}  // namespace attest::decisions_test
