#include "theorems/proof/range_proof.hpp"

#include <catch2/catch.hpp>

#include "claims/usage_error.hpp"
#include "constructions/theorem_of_text.hpp"
#include "theorems/proof/proofs.hpp"
#include "theorems/texts.hpp"

namespace attest::range_proof_test {

using namespace attest::theorem_tests;  // NOLINT(google-build-using-namespace)
using namespace attest::proof_tests;    // NOLINT(google-build-using-namespace)
using theorems::RangeProof;
using theorems::TheoremClaim;

TEST_CASE("Compositions of functions are proved for every size", "[proof]") {
  CHECK(summary(proof_of_catalogue("strassen/function-composition", Variant::repaired, {})) ==
        Summary{"integer-addresses", "n = 3", "4*(n - 1)*exp(-n^2/sqrt(7))", Status::holds});
  CHECK(summary(proof_of_catalogue("poly/function-composition", Variant::repaired, {"t=2", "A2=18"})) ==
        Summary{"integer-addresses", "n = 2", "4*(n - 1)*exp(-3*log(n))", Status::holds});
  CHECK(
      summary(proof_of_catalogue("poly/function-composition", Variant::repaired, {"t=4", "A2=83"})).status ==
      Status::holds);
}

// The theta form at n = 2, 3 and the closed one behind: the least A^2 in quarters for all n >= 2.
TEST_CASE("The least scale of path attention is found from the sharp form of the bound", "[proof]") {
  for (const auto& [t, least] : {std::pair<std::string, Rational>{"t=2", 14}, {"t=3", Rational(107, 4)}}) {
    const Rational below = least - Rational(1, 4);
    const auto from = [words = t](const Rational& a) {
      const RangeProof proof =
          proof_of_catalogue("poly/function-composition", Variant::repaired, {words, "A2=" + to_string(a)});
      return proof.main ? theorems::to_string(proof.main->from) : "";
    };
    CHECK(from(least) == "n = 2");
    CHECK(from(below) != "n = 2");
  }
}

// What theta at n = 2, 3 and the closed form behind give: 13.981, 26.523 and inputs that fail below.
TEST_CASE("Without a value of A^2 a window is found: what fails, and what is proved for every n", "[proof]") {
  for (const auto& [t, candidate, proved] : {std::tuple{"2", Rational(14), Rational(13981, 1000)},
                                             {"3", Rational(107, 4), Rational(26523, 1000)}}) {
    const std::string word = std::string("t=") + t;
    const auto claim = theorem_of_text("poly/function-composition");
    const auto& theorem = dynamic_cast<const TheoremClaim&>(*claim);
    const RangeProof proof = proof_of(theorem, Variant::repaired, {word});
    CHECK(proof.status == Status::holds);
    CHECK(proof.parameters.at("A2") == candidate);
    CHECK(summary(proof).from == "n = 2");
    REQUIRE(proof.window);
    REQUIRE(proof.window->least);
    const theorems::Window::End& end = *proof.window->least;
    CHECK_FALSE(proof.window->greatest);
    CHECK(end.proved == proved);
    REQUIRE(end.fails);
    CHECK(*end.fails < proved);
    // By enumeration: the lower end fails, the upper one holds at the sizes that are small.
    const auto verdict = [&](const Rational& value, const std::string& n) {
      return theorem
          .verify(Variant::repaired,
                  parse_parameters(theorem.info().parameters, {word, n, "A2=" + to_string(value)}),
                  VerifyOptions())
          .status;
    };
    CHECK(verdict(*end.fails, "n=" + end.at.at("n").str()) == Status::refuted);
    CHECK(verdict(proved, "n=2") == Status::holds);
    // One part less is not proved from n = 2 on.
    const RangeProof less =
        proof_of(theorem, Variant::repaired, {word, "A2=" + to_string(Rational(proved - Rational(1, 1000)))});
    REQUIRE(less.main);
    CHECK(theorems::to_string(less.main->from) != "n = 2");
  }
  CHECK(proof_of_catalogue("poly/function-composition", Variant::repaired, {"t=2", "A2=auto"}).status ==
        Status::holds);
}

TEST_CASE("The composition of relations is proved for every size", "[proof]") {
  CHECK(summary(proof_of_catalogue("strassen/relation-composition", Variant::repaired, {})) ==
        Summary{"distinct-multiples", "m = 3", "(3*m - 1)*exp(-m^3/sqrt(15))", Status::holds});
  CHECK(summary(proof_of_text(file_text("tests/accepted/proofs/relations.theorem"))) ==
        Summary{"distinct-multiples", "m = 3", "(3*m - 1)*exp(-m^3/sqrt(15))", Status::holds});
}

TEST_CASE("Match3 with third-order heads is proved for every number of tokens and every modulus", "[proof]") {
  const RangeProof proof = proof_of_catalogue("strassen/third-order-match3", Variant::constructed, {});
  CHECK(summary(proof) ==
        Summary{"tiers", "m = 2, n = 1", "2*(2*m*n^2 - 3*n^2)*exp(-2*m*n*sqrt(6))", Status::holds});
  CHECK(proof.below.empty());
  CHECK(proof_of_text(file_text("tests/accepted/proofs/match_of_three.theorem")).status == Status::holds);
}

TEST_CASE("A display that the rows do not give is not proved with the theorem", "[proof]") {
  const RangeProof printed = proof_of_catalogue("strassen/function-composition", Variant::printed, {});
  CHECK(printed.status == Status::refuted);
  CHECK(printed.refusal.rfind("identity", 0) == 0);
}

TEST_CASE("The accepted theorems are proved from the first size on that they can be", "[proof]") {
  CHECK(summary(proof_of_text(file_text("tests/accepted/proofs/lookup.theorem"))).from == "n = 1");
  const RangeProof two = proof_of_text(file_text("tests/accepted/proofs/lookup_of_two_sizes.theorem"));
  CHECK(two.status == Status::holds);
  CHECK_FALSE(two.below.empty());
}

TEST_CASE("Sums over all tokens or a prefix are read from heads that weigh all alike, without an error",
          "[proof]") {
  for (const std::string name : {"sum_of_all", "prefix_sum"}) {
    const RangeProof proof = proof_of_text(file_text("tests/accepted/proofs/" + name + ".theorem"));
    CHECK(summary(proof) == Summary{"even-weights", "m = 1, n = 1", "0", Status::holds});
  }
  CHECK(summary(proof_of_catalogue("anna/sum", Variant::printed, {})) ==
        Summary{"even-weights", "M = 1, N = 1", "0", Status::holds});
}

TEST_CASE("No mutant of a sum is proved at a size where enumeration refutes it", "[proof][.][exhaustive]") {
  int proved = 0;
  for (const std::string name : {"sum_of_all", "prefix_sum"}) {
    const auto counts = attack(file_text("tests/accepted/proofs/" + name + ".theorem"), {{"m", 2}}, {}, 3);
    CHECK(counts.first >= 10);
    CHECK(counts.second < counts.first);
    proved += counts.second;
  }
  CHECK(proved >= 1);
}

TEST_CASE("Hints are not used so far, and not ignored", "[proof]") {
  CHECK_THROWS_AS(proof_of_text(file_text("tests/accepted/proofs/lookup.theorem") + "hint squares\n"),
                  UsageError);
}

TEST_CASE("A hard maximum with one best tuple is proved without an error, one that ties is not", "[proof]") {
  const RangeProof proof = proof_of_text(file_text("tests/accepted/proofs/hard_maximum.theorem"));
  CHECK(proof.status == Status::holds);
  REQUIRE(proof.main);
  CHECK(proof.main->proof->bound == "0");
  CHECK(proof_of_text(file_text("tests/rejected/proofs/hard_maximum_that_ties.theorem")).status ==
        Status::refuted);
}

// Several tiers of scores in one head: each takes seconds.
bool has_tiers(const std::string& path) {
  return path.find("second_tier") != std::string::npos || path.find("colours_not_read") != std::string::npos;
}

void expect_none_proved(const std::vector<std::string>& files) {
  for (const std::string& path : files) {
    INFO(path);
    const RangeProof proof = proof_of_text(file_text(path));
    CHECK(proof.status != Status::holds);
    // What is refused is named; what is proved from a size on fails below it or is open there.
    if (!proof.main) CHECK_FALSE(proof.refusal.empty());
  }
}

TEST_CASE("None of the traps is proved", "[proof][.][exhaustive]") {
  auto files = files_below("tests/rejected/proofs", ".theorem");
  std::erase_if(files, has_tiers);
  CHECK(files.size() >= 150);
  expect_none_proved(files);
}

TEST_CASE("What a trap misses by one is what its proof needs", "[proof]") {
  const auto trap = [](const std::string& name) {
    return file_text("tests/rejected/proofs/" + name + ".theorem");
  };
  const std::string multiples = trap("multiple_equal_to_the_span");
  CHECK(proof_of_text(multiples).status == Status::undecided);
  CHECK(summary(proof_of_text(
            everywhere_replaced(everywhere_replaced(multiples, "(m^4 - 1)", "m^4"), "m^4 - 1,", "m^4,"))) ==
        Summary{"distinct-multiples", "m = 2", "(3*m - 1)*exp(-m^8/sqrt(15))", Status::holds});
  const std::string alpha = trap("alpha_zero_at_one");
  CHECK(proof_of_text(alpha).status == Status::refuted);
  const RangeProof positive = proof_of_text(everywhere_replaced(alpha, "n*(n - 1)", "n*n"));
  CHECK(positive.status == Status::holds);
  CHECK(summary(positive).from == "n = 1");
}

TEST_CASE("None of the traps of several tiers is proved", "[proof][.][long]") {
  auto files = files_below("tests/rejected/proofs", ".theorem");
  std::erase_if(files, [](const std::string& path) { return !has_tiers(path); });
  CHECK(files.size() >= 5);
  expect_none_proved(files);
}

TEST_CASE("At every size that is enumerated the proved bound is at least the largest error",
          "[proof][.][exhaustive]") {
  struct Case {
    std::string id;
    std::vector<std::string> words;
    long least, most;
  };
  for (const Case& c : {Case{"strassen/function-composition", {}, 1, 4},
                        Case{"poly/function-composition", {"t=2", "A2=18"}, 2, 3},
                        Case{"poly/function-composition", {"t=2", "A2=10"}, 2, 3}}) {
    const auto claim = theorem_of_text(c.id);
    const auto& theorem = dynamic_cast<const TheoremClaim&>(*claim);
    const RangeProof proof = proof_of(theorem, Variant::repaired, c.words);
    REQUIRE(proof.main);
    for (long n = c.least; n <= c.most; ++n) {
      std::vector<std::string> words = c.words;
      words.push_back("n=" + std::to_string(n));
      const Verdict verdict = theorem.verify(
          Variant::repaired, parse_parameters(theorem.info().parameters, words), VerifyOptions());
      REQUIRE(verdict.margins.output_error);
      const Interval bound =
          proof::enclosure(proof.main->proof->bound_terms, {{"n", proof::Laurent(n)}}, initial_precision);
      CHECK(bound.lower_double() >= std::stod(verdict.margins.output_error->lower));
    }
  }
}

TEST_CASE("How a theorem is written changes neither lemma nor corner nor bound", "[proof]") {
  const std::string text = file_text("constructions/strassen/function_composition.theorem");
  const auto repaired = [&](const std::string& changed) {
    const theorems::TheoremText read = theorem(changed);
    const TheoremClaim claim(read, "own:changed", "a file");
    return summary(proof_of(claim, Variant::repaired, {}));
  };
  const Summary own = repaired(text);
  REQUIRE(own.status == Status::holds);
  // Symbols renamed.
  std::string renamed = everywhere_replaced(text, "phi", "letter");
  CHECK(repaired(renamed) == own);
  // Coordinates of the rows in another order.
  std::string permuted = replaced(text, "(phi_i^2, 2*phi_i, -1, 0, 0, 0)", "(0, phi_i^2, 2*phi_i, -1, 0, 0)");
  permuted = replaced(permuted, "(-1, j, j^2, phi_j^2, 2*phi_j, -1)", "(phi_j^2, -1, j, j^2, 2*phi_j, -1)");
  permuted = replaced(permuted, "(0, 0, 0, -1, k - n, k^2 - 2*k*n + n^2)",
                      "(-1, 0, 0, 0, k - n, k^2 - 2*k*n + n^2)");
  CHECK(repaired(permuted) == own);
  // Coordinates of the encoding in another order.
  CHECK(repaired(replaced(text, "(i, i^2, phi, phi^2, 1, 0, 0)", "(phi^2, i, 1, phi, i^2, 0, 0)")) == own);
  // A row times 2 and its partners times 1/2: of three products of two, each pair would have to be scaled, so that here two
  // coordinates are.
  std::string scaled = replaced(text, "(phi_i^2, 2*phi_i, -1, 0, 0, 0)", "(phi_i^2, 4*phi_i, -1, 0, 0, 0)");
  scaled = replaced(scaled, "(-1, j, j^2, phi_j^2, 2*phi_j, -1)", "(-1, j/2, j^2, phi_j^2, 2*phi_j, -1)");
  CHECK(repaired(scaled) == own);
  // Squares as products.
  CHECK(repaired(replaced(text, "k^2 - 2*k*n + n^2", "(k - n)*(k - n)")) == own);
}

TEST_CASE("No mutant is proved at a size where enumeration refutes it", "[proof][.][exhaustive]") {
  int read = 0;
  int proved = 0;
  const auto add = [&](const std::pair<int, int>& counts) {
    read += counts.first;
    proved += counts.second;
  };
  add(attack(file_text("tests/accepted/proofs/lookup.theorem"), {}, {}, 4));
  add(attack(without_displays("strassen/function-composition", "repaired"), {}, {}, 3));
  add(attack(without_displays("poly/function-composition", "repaired"), {{"t", 2}}, {{"A2", 18}}, 3));
  CHECK(read >= 200);
  CHECK(proved >= 3);
  CHECK(proved < read);
  CAPTURE(read, proved);
}

TEST_CASE("No mutant of the composition of relations is proved where enumeration refutes it",
          "[proof][.][long]") {
  const auto [read, proved] = attack(file_text("tests/accepted/proofs/relations.theorem"), {}, {}, 3, "m");
  CHECK(read >= 200);
  CHECK(proved >= 10);
  CHECK(proved < read);
}

TEST_CASE("No mutant of Match3 with third-order heads is proved where enumeration refutes it",
          "[proof][.][exhaustive]") {
  int proved = 0;
  for (const long m : {2, 5}) {
    const auto counts = attack(file_text("tests/accepted/proofs/match_of_three.theorem"), {{"m", m}}, {}, 3);
    CHECK(counts.first >= 100);
    proved += counts.second;
  }
  CHECK(proved >= 3);
}

}  // namespace attest::range_proof_test
