#include "theorems/proof/growth.hpp"

#include <catch2/catch.hpp>

#include <algorithm>
#include <cmath>

#include "constructions/theorem_of_text.hpp"
#include "numeric/surd.hpp"
#include "theorems/proof/proofs.hpp"
#include "theorems/texts.hpp"

namespace attest::growth_test {

using namespace attest::theorem_tests;  // NOLINT(google-build-using-namespace)
using namespace attest::proof_tests;    // NOLINT(google-build-using-namespace)
using theorems::ProofStep;
using theorems::RangeProof;

namespace {

std::string step(const RangeProof& proof, const std::string& name) {
  REQUIRE(proof.main);
  REQUIRE(proof.main->proof);
  for (const ProofStep& s : proof.main->proof->steps) {
    if (s.name == name) return s.statement;
  }
  return "";
}

// The only variant of a catalogue's text, with other statements about its growth.
std::string with_growth(const std::string& id, const std::string& variant, const std::string& statement) {
  std::string text = without_displays(id, variant);
  for (const std::string begin : {"also growth", "also error", "also gap"}) {
    for (std::size_t at = text.find(begin); at != std::string::npos; at = text.find(begin)) {
      const std::size_t end = text.find('\n', at);
      text.erase(at, end - at);
    }
  }
  const std::size_t readout = text.find("\ncheck ");
  REQUIRE(readout != std::string::npos);
  return text.insert(readout, "\nalso    " + statement);
}

Margins margins(const std::string& id, const std::vector<std::string>& words) {
  const auto claim = theorem_of_text(id);
  return claim->verify(Variant::repaired, parse_parameters(claim->info().parameters, words), VerifyOptions())
      .margins;
}

// A gap as it is written: "9", "sqrt(2)", "16/7*sqrt(7)".
Surd surd_of(const std::string& text) {
  const std::size_t root = text.find("sqrt(");
  const std::string factor = root == 0 ? "1" : text.substr(0, root == std::string::npos ? root : root - 1);
  const Surd q(rational_from_string(factor).value());
  const std::size_t end = text.find(')');
  const Surd found =
      root == std::string::npos
          ? q
          : q * Surd::square_root(rational_from_string(text.substr(root + 5, end - root - 5)).value());
  REQUIRE(found.to_string() == text);
  return found;
}

}  // namespace

TEST_CASE("Growth of the score gap is shown with its constant, which every enumerated size allows",
          "[proof][growth]") {
  const auto is_below = [](const std::string& id, const std::vector<std::string>& words, const Surd& bound) {
    const Margins found = margins(id, words);
    REQUIRE(found.score_gap);
    return compare(surd_of(found.score_gap->exact), bound) == Ordering::less;
  };
  const RangeProof match3 = proof_of_catalogue("strassen/match3", Variant::repaired, {});
  CHECK(step(match3, "growth") == "gap >= c*n for all sizes from m = 2, n = 3 on, with c = 1/sqrt(8)");
  CHECK_FALSE(is_below("strassen/match3", {"n=3", "m=3"}, Surd(Rational(3)) / Surd::square_root(8)));
  const RangeProof relation = proof_of_catalogue("strassen/relation-composition", Variant::repaired, {});
  CHECK(step(relation, "growth") == "gap >= c*(m^2)^(3/2) for all sizes from m = 3 on, with c = 1/sqrt(15)");
  CHECK_FALSE(is_below("strassen/relation-composition", {"m=2"}, Surd(Rational(8)) / Surd::square_root(15)));
}

TEST_CASE("Growth of the error is shown with its constant, which every enumerated size allows",
          "[proof][growth]") {
  const RangeProof proof = proof_of_catalogue("strassen/function-composition", Variant::repaired, {});
  CHECK(step(proof, "growth") == "error <= exp(-c*n^2) for all sizes from n = 3 on, with c = 3/56*sqrt(7)");
  CHECK(step(proof, "error") == "error <= exp(-n^2/8) for all sizes from n = 3 on");
  const double c = 3.0 / 56 * std::sqrt(7.0);
  for (const double n : {3.0, 4.0}) {
    const Margins found =
        margins("strassen/function-composition", {"n=" + std::to_string(static_cast<long>(n))});
    REQUIRE(found.output_error);
    CHECK(std::stod(found.output_error->upper) <= std::exp(-c * n * n));
  }
}

// 1/sqrt(7) is what the best tuple is ahead by at least; the rates are those of the exponents, so no statement beyond them is shown.
TEST_CASE("What is false of the growth is not shown", "[proof][growth]") {
  const auto shown = [](const std::string& statement) {
    const RangeProof proof =
        proof_of_text(with_growth("strassen/function-composition", "repaired", statement));
    INFO(proof.reason + proof.refusal);
    return step(proof, statement.substr(0, statement.find(' ')));
  };
  CHECK(shown("growth gap >= some c*n^2") == "gap >= c*n^2 for all sizes from n = 3 on, with c = 1/sqrt(7)");
  CHECK(shown("gap >= n^2/3") == "gap >= n^2/3 for all sizes from n = 3 on");
  CHECK(shown("gap >= n^2*377964/1000000") != "");  // 1/sqrt(7) = 0.3779644..
  CHECK(shown("gap >= n^2*377965/1000000").empty());
  CHECK(shown("growth gap >= some c*n^3").empty());
  CHECK(shown("growth gap >= some c*n") != "");
  CHECK(shown("growth error <= exp(-some c*n^3)").empty());
  CHECK(shown("error <= exp(-n^2/2)").empty());
  CHECK(shown("error <= exp(-n^2*38/100)").empty());
  CHECK(shown("error <= exp(n^2)").empty());  // true, and of no form that is read
}

// At t = 2 and A^2 = 18 the error is at most 4(n - 1)/n^3 from n = 3 on, where 8/3^3 = 3^-1.107..
TEST_CASE("An error that is a power of a size is shown as far as the bound goes", "[proof][growth]") {
  const auto proof = [](const std::string& statement) {
    return proof_of_text(with_growth("poly/function-composition", "repaired", statement), {"t=2", "A2=18"});
  };
  CHECK(step(proof("error <= n^(-1/2)"), "error") == "error <= n^(-1/2) for all sizes from n = 3 on");
  CHECK(step(proof("error <= (2*n)^(-1/2)"), "error").empty());  // 2n > n
  CHECK(step(proof("error <= n^(-1)"), "error") != "");
  CHECK(step(proof("error <= n^(-111/100)"), "error").empty());
  const RangeProof far = proof("error <= n^(t - A2)");
  CHECK(step(far, "error").empty());
  REQUIRE(far.main->proof->not_shown.size() == 1);
  CHECK(
      far.main->proof->not_shown.front().statement ==
      "error <= n^(t - A2), which is n^(-16) here, is not shown; error <= n^(-35/32) is, for all sizes from n = "
      "3 on");
  // What is shown is true, and what is not is refuted where it is enumerated.
  for (const double n : {2.0, 3.0}) {
    const Margins found =
        margins("poly/function-composition", {"t=2", "A2=18", "n=" + std::to_string(static_cast<long>(n))});
    REQUIRE(found.output_error);
    CHECK(std::stod(found.output_error->upper) <= std::pow(n, -35.0 / 32));
    CHECK(std::stod(found.output_error->lower) > std::pow(n, -16.0));
  }
  REQUIRE_FALSE(far.errors.empty());
  CHECK(far.errors.back().refuted.size() == 1);
}

}  // namespace attest::growth_test
