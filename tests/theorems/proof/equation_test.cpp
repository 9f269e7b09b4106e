// Tasks that ask for a root of a polynomial: heads of poly-attention for every size, against enumeration, and texts that change nothing.
#include <catch2/catch.hpp>

#include "constructions/poly/root_finding_text.hpp"
#include "theorems/proof/proofs.hpp"
#include "theorems/texts.hpp"

namespace attest::equation_test {

using namespace attest::theorem_tests;  // NOLINT(google-build-using-namespace)
using namespace attest::proof_tests;    // NOLINT(google-build-using-namespace)
using theorems::RangeProof;
using theorems::TheoremClaim;

namespace {

std::string accepted() {
  return file_text("tests/accepted/proofs/roots.theorem");
}

const Summary proved{"distinct-multiples", "n = 1, r = 1", "8*r^2*exp(-4*(n + r + 2))", Status::holds};

RangeProof proof_of_roots(const std::string& p, const std::string& h) {
  const auto polynomial = Polynomial::parse(p, {"x1", "x2", "x3", "x4"});
  REQUIRE(polynomial);
  const theorems::TheoremText text =
      theorem(root_finding_text("root-finding", *polynomial, AttentionPolynomial::parse(h)));
  return proof_of(TheoremClaim(text, "own:root-finding", "a file"), Variant::repaired, {});
}

}  // namespace

TEST_CASE("Roots of x1 - x2^2 are found at every size, each near what is put out", "[proof][equation]") {
  const RangeProof proof = proof_of_text(accepted());
  INFO(proof.reason);
  CHECK(summary(proof) == proved);
}

TEST_CASE("How root finding is written changes nothing of its proof", "[proof][equation][rewritten]") {
  using Rewriting = std::vector<std::pair<std::string, std::string>>;
  for (const Rewriting& rewriting :
       {Rewriting{{"S", "List"}}, Rewriting{{"(1, i, y, y^2, y^3, y^4)", "(y^4, y*y*y, y*y, y, i, 1)"}},
        Rewriting{{"(-n^4*A, 2*n^4*A*y", "(-2*n^4*A, 2*n^4*A*y"},
                  {"(y^4, y^2, 1, l2)", "(y^4/2, y^2, 1, l2)"}},
        Rewriting{{"(-n^4*A, 2*n^4*A*y, -n^4*A*y^2, A)", "(2*n^4*A*y, -n^4*A, -n^4*A*y^2, A)"},
                  {"(y^4, y^2, 1, l2)", "(y^2, y^4, 1, l2)"}},
        Rewriting{{"stream.2^2)", "stream.2*stream.2)"}},
        Rewriting{{"1/2 - abs(stream.1 - stream.2^2)", "1/2 - abs(stream.2^2 - stream.1)"}}}) {
    std::string text = accepted();
    for (const auto& [what, by] : rewriting) text = everywhere_replaced(text, what, by);
    INFO(text);
    CHECK(summary(proof_of_text(text)) == proved);
  }
}

// The margin of a yes is at least 1/2 less the bound; what is enumerated is right and its margin is no smaller.
TEST_CASE("At every size that is enumerated the outputs of root finding are as far from wrong as is proved",
          "[proof][equation]") {
  const TheoremClaim claim(theorem(accepted()), "own:roots", "a file");
  const RangeProof proof = proof_of_text(accepted());
  REQUIRE(proof.main);
  for (long n = 1; n <= 3; ++n) {
    for (long r = 1; r <= 4; ++r) {
      const auto words = {"n=" + std::to_string(n), "r=" + std::to_string(r)};
      const Verdict verdict =
          claim.verify(Variant::stated, parse_parameters(claim.info().parameters, words), VerifyOptions());
      INFO(n << ", " << r);
      CHECK(verdict.status == Status::holds);
      REQUIRE(verdict.margins.decision_margin);
      const Interval bound =
          proof::enclosure(proof.main->proof->bound_terms,
                           {{"n", proof::Laurent(n)}, {"r", proof::Laurent(r)}}, initial_precision);
      CHECK(std::stod(verdict.margins.decision_margin->upper) >= 0.5 - bound.upper_double());
    }
  }
}

TEST_CASE("Each polynomial has its own text, and its own proof", "[proof][equation]") {
  for (const auto& [p, h] : {std::pair<std::string, std::string>{"x1-x2^2", "x1*x2"},
                             {"x1+x2", "x1*x2"},
                             {"x1+x2-x3^2", "x1*x2*x3"},
                             {"x1*x2-1", "x1*x2"}}) {
    INFO(p);
    const RangeProof proof = proof_of_roots(p, h);
    INFO(proof.reason);
    CHECK(summary(proof).lemma == "distinct-multiples");
    CHECK(proof.status == Status::holds);
  }
}

// A softmax head that looks at one token alone has its value as its mean, whatever it scores.
TEST_CASE("A number's opposite is found beside a head that looks at the number itself", "[proof][equation]") {
  const std::string text = file_text("tests/accepted/proofs/opposite_number.theorem");
  CHECK(summary(proof_of_text(text)) ==
        Summary{"distinct-multiples", "n = 1, r = 1", "2*r*exp(-24*(n + r + 2))", Status::holds});
  // A multiple that the ties reach, and another equation.
  CHECK(proof_of_text(replaced(text, "-2*n*y, -n*one", "-2*y, -one")).status == Status::refuted);
  CHECK(proof_of_text(replaced(text, "abs(own + got)", "abs(own - got)")).status == Status::refuted);
}

TEST_CASE("No mutant of root finding is proved where enumeration refutes it", "[proof][equation][.][long]") {
  int read = 0;
  int proved_ones = 0;
  for (const long r : {1, 2}) {
    const auto counts = attack(accepted(), {{"r", r}}, {}, 3);
    read += counts.first;
    proved_ones += counts.second;
  }
  CHECK(read >= 100);
  CHECK(proved_ones >= 2);
  CHECK(proved_ones < read);
}

}  // namespace attest::equation_test
