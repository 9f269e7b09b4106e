// What each lemma reaches in the catalogue and the gallery, and mutants of exactly these texts.
#include <algorithm>
#include <catch2/catch.hpp>

#include "theorems/proof/proofs.hpp"
#include "theorems/texts.hpp"

namespace attest::lemmas_test {

using namespace attest::theorem_tests;  // NOLINT(google-build-using-namespace)
using namespace attest::proof_tests;    // NOLINT(google-build-using-namespace)
using theorems::RangeProof;

namespace {

// The theorem itself, without its variants and expectations.
std::string stated(const std::string& name) {
  const std::string text = file_text("examples/" + name + ".theorem");
  return text.substr(0, std::min(text.find("\nvariant"), text.find("\nexpect")) + 1);
}

}  // namespace

TEST_CASE("Match3 with Strassen heads is proved from three tokens on for every modulus", "[proof]") {
  const RangeProof proof = proof_of_catalogue("strassen/match3", Variant::repaired, {});
  const Summary found = summary(proof);
  CHECK(found.lemma == "tiers");
  CHECK(found.from == "m = 2, n = 3");
  CHECK(found.bound == "4*exp(-n/sqrt(8)) + 22*exp(-2*n^4/sqrt(8))");
  CHECK(found.status == Status::holds);
  REQUIRE(proof.below.size() == 2);
  CHECK(theorems::to_string(proof.below[0].fixed) == "n = 1");  // one pair, whatever the modulus
  CHECK(theorems::to_string(proof.below[1].fixed) == "n = 2");  // four pairs, the middle two of one sum
  CHECK(proof.below[1].evidence == Evidence::symbolic);
}

// With two tokens (2,2) is outweighed by (1,2) and (2,1) to 0.1518 of the distance, and at the modulus 4 this happens.
TEST_CASE("Two tokens of Match3 are proved up to the threshold that they have", "[proof]") {
  const std::string text = without_displays("strassen/match3", "repaired");
  const auto proof = [&](const std::string& tau) {
    return proof_of_text(replaced(text, "1/8 - min", tau + " - min"), {"n=2"});
  };
  CHECK(proof("15/100").status == Status::holds);
  CHECK(proof("151/1000").status == Status::holds);
  CHECK(proof("153/1000").status == Status::refuted);
}

// 1 - 2 exp(-n/sqrt(8)) is 0.3075 at n = 3, 0.5138 at n = 4.
TEST_CASE("The threshold of Match3 moves the first size from which it is proved", "[proof]") {
  const std::string text = without_displays("strassen/match3", "repaired");
  const auto from = [&](const std::string& tau) {
    return summary(proof_of_text(replaced(text, "1/8 - min", tau + " - min"))).from;
  };
  CHECK(from("1/8") == "m = 2, n = 3");
  CHECK(from("3/10") == "m = 2, n = 3");
  CHECK(from("31/100") == "m = 2, n = 4");
  CHECK(from("1/2") == "m = 2, n = 4");
  CHECK(from("13/25") == "m = 2, n = 5");
  CHECK(from("1").empty());
}

TEST_CASE("The quotient of a composition is proved with the factors n^5 and n^6, and not with n^4",
          "[proof]") {
  const RangeProof fifth = proof_of_catalogue("strassen/quotient-composition", Variant::printed, {});
  CHECK(summary(fifth) ==
        Summary{"distinct-multiples", "m = 4", "(4*m - 1)*exp(-m^2/sqrt(19))", Status::holds});
  CHECK(fifth.below.size() == 3);  // the last of them, of 7,077,888 inputs, by cover
  CHECK(summary(proof_of_catalogue("strassen/quotient-composition", Variant::printed, {"factor=6"})) ==
        Summary{"distinct-multiples", "m = 2", "(4*m - 1)*exp(-m^4/sqrt(19))", Status::holds});
  const RangeProof fourth =
      proof_of_catalogue("strassen/quotient-composition", Variant::printed, {"factor=4"});
  CHECK(fourth.status == Status::refuted);  // 98 of the 1,024 inputs at m = 2
  CHECK(fourth.refusal.rfind("bound", 0) == 0);
}

TEST_CASE("One triangular head composes relations at every size", "[proof]") {
  CHECK(summary(proof_of_catalogue("strassen/triangular-relation-composition", Variant::constructed, {})) ==
        Summary{"counts", "m = 1", "(m - 1)*exp(-m/2)", Status::holds});
}

TEST_CASE("Match2 by exact match is proved for every number of tokens and every modulus", "[proof]") {
  for (const std::string domain : {"positive", "nonnegative"}) {
    const RangeProof proof = proof_of_catalogue("anna/ema-match2", Variant::repaired, {"domain=" + domain});
    CHECK(summary(proof) == Summary{"exact-match", "M = 2, N = 1", "0", Status::holds});
    REQUIRE(proof.below.size() == 1);
    CHECK(theorems::to_string(proof.below[0].fixed) == "M = 1");
  }
  CHECK(proof_of_catalogue("anna/ema-match2", Variant::printed, {}).status == Status::refuted);
}

TEST_CASE("Theorems of the gallery are proved by counts", "[proof]") {
  for (const std::string name : {"majority", "saturated_majority", "balanced_prefix"}) {
    INFO(name);
    CHECK(summary(proof_of_text(file_text("examples/" + name + ".theorem"))) ==
          Summary{"counts", "n = 1", "0", Status::holds});
  }
  CHECK(summary(proof_of_text(file_text("examples/residual_collision.theorem"))) ==
        Summary{"even-weights", "n = 1", "0", Status::holds});
  CHECK(summary(proof_of_text(file_text("examples/threshold_gate.theorem"))) ==
        Summary{"counts", "n = 1, t = 1", "0", Status::holds});
  CHECK(summary(proof_of_text(file_text("examples/transitive_step.theorem"))) ==
        Summary{"counts", "m = 1", "(m - 1)*exp(-m/2)", Status::holds});
}

TEST_CASE("Beside a start token matches are found and counted, whatever the alphabet", "[proof]") {
  CHECK(summary(proof_of_text(file_text("examples/bos_gap.theorem"))) ==
        Summary{"start-token", "m = 1, n = 1", "0", Status::holds});
  CHECK(summary(proof_of_text(file_text("examples/count_by_start_token.theorem"))) ==
        Summary{"start-token", "m = 1, n = 1", "1/2", Status::holds});
  // Names of sizes that the lemma's own numbers have, too.
  const std::string text = stated("count_by_start_token");
  const std::string renamed = everywhere_replaced(
      everywhere_replaced(replaced(replaced(replaced(text, "n >= 1, m >= 1", "r >= 1, c >= 1"),
                                            "[n] -> [m], x : [m]", "[r] -> [c], x : [c]"),
                                   "limit verify n <= 5, m <= 5", "limit verify r <= 5, c <= 5"),
                          "4*n)", "4*r)"),
      "16*n^2", "16*r^2");
  const std::string whole = everywhere_replaced(
      everywhere_replaced(everywhere_replaced(renamed, "n + 1", "r + 1"), "0..n", "0..r"), "<= n", "<= r");
  CHECK(summary(proof_of_text(replaced(replaced(whole, "j in [n]", "j in [r]"), "in n, m", "in r, c"))) ==
        Summary{"start-token", "c = 1, r = 1", "1/2", Status::holds});
}

// -1/2 is between 0, the score of a match, and -1, that of a near miss.
TEST_CASE("The score of the start token is proved between a match and a near miss alone", "[proof]") {
  const std::string text = stated("bos_gap");
  const auto proved = [&](const std::string& fallback) {
    return proof_of_text(replaced(text, "fallback = -1/2", "fallback = " + fallback)).main.has_value();
  };
  CHECK(proved("-1/2"));
  CHECK_FALSE(proved("0"));
  CHECK_FALSE(proved("-1"));
  CHECK_FALSE(proved("1/2"));
  CHECK_FALSE(proved("-3/2"));
}

TEST_CASE("A neighbour is looked up, and the nearest token where there is none", "[proof]") {
  CHECK(summary(proof_of_text(file_text("examples/previous_token.theorem"))) ==
        Summary{"integer-addresses", "k = 1, n = 2", "2*(k - 1)*exp(-log(4*k*n))", Status::holds});
  for (const std::string k : {"k=0", "k=1", "k=2"}) {
    INFO(k);
    CHECK(proof_of_text(stated("relative_copy"), {k}).status == Status::holds);
  }
}

TEST_CASE("Two layers of hard maxima are proved one after the other", "[proof]") {
  const std::string text = stated("three_hops");
  CHECK(summary(proof_of_text(text)) == Summary{"integer-addresses", "n = 1", "0", Status::holds});
  // With a third layer four pointers are followed.
  const std::string third =
      replaced(replaced(text, "hop = 0, out = 0", "hop = 0, out = 0, far = 0"), "readout out\n",
               "layer   residual\n  head third hard-maximum\n    query = (2*out, -one)\n    key = (pos, sq)\n"
               "    value = (far: p)\nreadout far\n");
  CHECK(proof_of_text(third).status == Status::refuted);
  CHECK(summary(proof_of_text(replaced(third, "number: p(p(p(i)))", "number: p(p(p(p(i))))"))) ==
        Summary{"integer-addresses", "n = 1", "0", Status::holds});
}

TEST_CASE("No mutant of two layers is proved where enumeration refutes it", "[proof][.][exhaustive]") {
  const auto [read, proved] = attack(stated("three_hops"), {}, {}, 4);
  CHECK(read >= 20);
  CHECK(proved >= 1);
  CHECK(proved < read);
}

// Without the length in the right power the two sides differ.
TEST_CASE("A product of means is proved to be a polynomial in sums", "[proof]") {
  const std::string text = stated("variance");
  const Summary found = summary(proof_of_text(text));
  CHECK(found.lemma == "even-weights");
  CHECK(found.from == "m = 1, n = 1");
  CHECK(found.bound == "0");
  CHECK(found.status == Status::holds);
  CHECK(summary(proof_of_text(replaced(text, "readout n^2*", "readout n*"))).status != Status::holds);
}

TEST_CASE("The running minimum is proved, and its bound is at least the largest error", "[proof]") {
  const RangeProof proof = proof_of_text(file_text("examples/prefix_minimum.theorem"));
  CHECK(summary(proof) ==
        Summary{"extremum", "m = 1, n = 1", "(m*n - m - n + 1)*exp(-log(2*m*n))", Status::holds});
  const theorems::TheoremClaim claim(theorem(stated("prefix_minimum")), "own:minimum", "a file");
  for (long n = 1; n <= 4; ++n) {
    for (long m = 1; m <= 4; ++m) {
      const auto words = {"n=" + std::to_string(n), "m=" + std::to_string(m)};
      const Verdict verdict =
          claim.verify(Variant::stated, parse_parameters(claim.info().parameters, words), VerifyOptions());
      REQUIRE(verdict.margins.output_error);
      const Interval bound =
          proof::enclosure(proof.main->proof->bound_terms,
                           {{"n", proof::Laurent(n)}, {"m", proof::Laurent(m)}}, initial_precision);
      CHECK(bound.upper_double() >= std::stod(verdict.margins.output_error->lower));
    }
  }
  // The largest number in the same way.
  std::string largest = replaced(stated("prefix_minimum"), "min j in [k]", "max j in [k]");
  CHECK_FALSE(proof_of_text(largest).main);
  largest = replaced(largest, "query = (-one)", "query = (one)");
  CHECK(summary(proof_of_text(largest)) == summary(proof));
}

TEST_CASE(
    "No mutant beside a start token, of a neighbour or of a minimum is proved where enumeration refutes it",
    "[proof][.][exhaustive]") {
  int read = 0;
  int proved = 0;
  const auto add = [&](const std::string& name, const std::map<std::string, Integer>& fixed, long most,
                       const std::string& size) {
    const auto counts = attack(stated(name), fixed, {}, most, size);
    read += counts.first;
    proved += counts.second;
  };
  add("bos_gap", {{"m", 2}}, 5, "n");
  add("bos_gap", {{"n", 2}}, 4, "m");
  add("count_by_start_token", {{"m", 2}}, 4, "n");
  add("previous_token", {{"k", 2}}, 6, "n");
  add("prefix_minimum", {{"m", 3}}, 5, "n");
  add("prefix_minimum", {{"n", 3}}, 5, "m");
  add("relative_copy", {{"m", 2}, {"k", 1}}, 4, "n");
  CHECK(read >= 200);
  CHECK(proved >= 10);
  CHECK(proved < read);
}

TEST_CASE("A head that says which tokens it runs over is proved by tiers", "[proof]") {
  CHECK(summary(proof_of_text(file_text("examples/pair_sum.theorem"))).from == "m = 1, n = 1");
}

TEST_CASE("No mutant that counts prove is refuted by enumeration", "[proof][.][exhaustive]") {
  int read = 0;
  int proved = 0;
  for (const std::string name : {"majority", "balanced_prefix", "residual_collision", "saturated_majority"}) {
    const auto [texts, proofs] = attack(stated(name), {}, {}, 7);
    read += texts;
    proved += proofs;
  }
  CHECK(read >= 100);
  CHECK(proved >= 10);
  CHECK(proved < read);
}

TEST_CASE("No mutant of a triangular head is proved where enumeration refutes it", "[proof][.][exhaustive]") {
  const auto [read, proved] = attack(stated("transitive_step"), {}, {}, 3, "m");
  CHECK(read >= 20);
  CHECK(proved < read);
}

TEST_CASE("No mutant of an exact match is proved where enumeration refutes it", "[proof]") {
  int read = 0;
  int proved = 0;
  for (const long modulus : {1, 2, 3, 5}) {
    const auto counts = attack(without_displays("anna/ema-match2", "repaired"), {{"M", modulus}}, {}, 3, "N");
    read += counts.first;
    proved += counts.second;
  }
  CHECK(read >= 100);
  CHECK(proved >= 4);
  CHECK(proved < read);
}

TEST_CASE("No mutant of Match3 with Strassen heads is proved where enumeration refutes it",
          "[proof][.][long]") {
  int proved = 0;
  for (const long m : {2, 5}) {
    const auto counts = attack(without_displays("strassen/match3", "repaired"), {{"m", m}}, {}, 3);
    CHECK(counts.first >= 100);
    proved += counts.second;
  }
  CHECK(proved >= 3);
  // Two tokens, for every modulus.
  const auto [read, two] = attack(without_displays("strassen/match3", "repaired"), {{"n", 2}}, {}, 7, "m");
  CHECK(read >= 100);
  CHECK(two >= 3);
  CHECK(two < read);
}

TEST_CASE("No mutant of the quotient is proved where enumeration refutes it", "[proof][.][long]") {
  const auto [read, proved] =
      attack(without_displays("strassen/quotient-composition", "printed"), {}, {{"factor", 6}}, 2, "m");
  CHECK(read >= 200);
  CHECK(proved < read);
}

}  // namespace attest::lemmas_test
