// Fixed positions: what is proved, the bound against the largest error that is attained, the same theorem written in other ways,
// and mutants.
#include <catch2/catch.hpp>

#include "constructions/theorem_of_text.hpp"
#include "numeric/decimal.hpp"
#include "theorems/patch.hpp"
#include "theorems/proof/proofs.hpp"
#include "theorems/texts.hpp"

namespace attest::fixed_positions_test {

using namespace attest::theorem_tests;  // NOLINT(google-build-using-namespace)
using namespace attest::proof_tests;    // NOLINT(google-build-using-namespace)
using theorems::RangeProof;
using theorems::TheoremClaim;

namespace {

std::string example(const std::string& name) {
  return file_text("examples/" + name + ".theorem");
}
std::string stated(const std::string& text) {
  return text.substr(0, std::min(text.find("\nvariant"), text.find("\nexpect")) + 1);
}
std::string needle() {
  return replaced(stated(replaced(example("needle_dilution"), "    also assert n <= base", "")),
                  "base > 1 = 4", "base > 1 = n + 1");
}

}  // namespace

TEST_CASE("Both next-token theorems are proved for every vocabulary, delay and context", "[proof]") {
  const RangeProof kernel = proof_of_catalogue("ea/next-token", Variant::constructed, {});
  CHECK(summary(kernel).lemma == "fixed-positions");
  CHECK(summary(kernel).bound == "0");
  CHECK(kernel.status == Status::holds);
  CHECK(kernel.below.empty());
  CHECK(theorems::corner_text(*kernel.main) == "N = 2, context = tau + 1, tau = 1");
  const RangeProof dot = proof_of_catalogue("ea/next-token-dot-product", Variant::constructed, {});
  CHECK(dot.status == Status::holds);
  CHECK(theorems::corner_text(*dot.main) == "N = 3, context = tau + 1, tau = 1");
  REQUIRE(dot.below.size() ==
          1);  // N = 2, where the readout's steps are as wide as the gap, for every delay and context
  CHECK(dot.below[0].evidence == Evidence::symbolic);
  CHECK(theorems::fixed_text(dot.below[0]) == "N = 2");
}

TEST_CASE("A size that others depend on may be given, and one that depends on others", "[proof]") {
  CHECK(proof_of_catalogue("ea/next-token", Variant::constructed, {"tau=3"}).status == Status::holds);
  const RangeProof all = proof_of_catalogue("ea/next-token", Variant::constructed, {"N=4", "tau=3"});
  CHECK(all.status == Status::holds);
  CHECK(theorems::corner_text(*all.main) == "context = 4");
  // context=5 leaves tau = 1 to 4, which no polynomial says.
  CHECK(proof_of_catalogue("ea/next-token", Variant::constructed, {"context=5"}).status == Status::undecided);
}

// At exp(beta) = (L-2)(4N-5)/2 the error is 1/2: a ratio of exactly this is refused, and so is a given number for all contexts.
TEST_CASE("The least ratio of the dot product is where the proof ends", "[proof]") {
  const auto claim = theorem_of_text("ea/next-token-dot-product");
  const auto& theorem = dynamic_cast<const TheoremClaim&>(*claim);
  const auto proves = [&](const std::map<std::string, Integer>& sizes, const Rational& ratio) {
    try {
      theorems::prove_from(theorems::variant_of(theorem.text(), "constructed"),
                           {sizes, {}, {{"ratio", ratio}}});
      return true;
    } catch (const proof::Refusal&) {
      return false;
    }
  };
  for (long n = 2; n <= 5; ++n) {
    for (long tau = 1; tau <= 3; ++tau) {
      for (long context = tau + 1; context <= 6; ++context) {
        if (context == 2) continue;  // no other token
        const Rational least = Rational(Integer((context - 2) * (4 * n - 5)), Integer(2));
        const std::map<std::string, Integer> sizes{{"N", n}, {"tau", tau}, {"context", context}};
        CHECK_FALSE(proves(sizes, least));
        CHECK(proves(sizes, least + Rational(1, 1000)));
        CHECK_FALSE(proves(sizes, least - Rational(1, 1000)));
      }
    }
  }
}

TEST_CASE("Theorems of the gallery are proved by fixed positions", "[proof]") {
  CHECK(summary(proof_of_text(example("xor"))) ==
        Summary{"fixed-positions", "n = 2", "1/9 + 1/9", Status::holds});
  const RangeProof ends = proof_of_text(example("equal_ends"));
  CHECK(ends.status == Status::holds);
  CHECK(summary(ends).from == "m = 2, n = 1");
  CHECK(summary(proof_of_text(needle())) ==
        Summary{"fixed-positions", "n = 1", "(1 - 1/n)/2", Status::holds});
}

TEST_CASE("A constant weight is refuted at the first length at which it is too small", "[proof]") {
  const RangeProof proof = proof_of_text(example("needle_dilution"));
  CHECK(proof.status == Status::refuted);
  CHECK(proof.reason.rfind("refuted at n = 5", 0) == 0);
}

TEST_CASE("The bound by fixed positions is at least the largest error, and attained where nothing is rounded",
          "[proof]") {
  const auto compare = [](const TheoremClaim& claim, Variant variant,
                          const std::map<std::string, Integer>& sizes, bool attained) {
    std::vector<std::string> words;
    for (const auto& [name, value] : sizes) words.push_back(name + "=" + value.str());
    const auto proof =
        theorems::prove_from(theorems::variant_of(claim.text(), attest::to_string(variant)), {sizes, {}, {}});
    Rational bound = 0;
    for (const proof::Fraction& f : proof.fractions)
      bound += f.numerator.constant().value() / f.denominator.constant().value();
    const Verdict verdict =
        claim.verify(variant, parse_parameters(claim.info().parameters, words), VerifyOptions());
    REQUIRE(verdict.margins.output_error);
    CHECK(verdict.status == Status::holds);
    CHECK(bound < Rational(1, 2));
    CHECK(bound >= rational_from_decimal(verdict.margins.output_error->lower).value());
    if (attained) CHECK(bound <= rational_from_decimal(verdict.margins.output_error->upper).value());
  };
  const auto dot = theorem_of_text("ea/next-token-dot-product");
  const auto kernel = theorem_of_text("ea/next-token");
  for (const auto& [n, tau, context] :
       {std::tuple{2, 1, 2}, {2, 1, 4}, {3, 2, 5}, {4, 1, 4}, {3, 3, 4}, {5, 1, 3}}) {
    const std::map<std::string, Integer> sizes{{"N", n}, {"tau", tau}, {"context", context}};
    compare(dynamic_cast<const TheoremClaim&>(*dot), Variant::constructed, sizes, true);
    compare(dynamic_cast<const TheoremClaim&>(*kernel), Variant::constructed, sizes, true);
  }
  for (long n = 2; n <= 6; ++n) {
    compare(TheoremClaim(theorem(needle()), "own:needle", "a file"), Variant::stated, {{"n", n}}, true);
    compare(TheoremClaim(theorem(stated(example("xor"))), "own:xor", "a file"), Variant::stated, {{"n", n}},
            false);
  }
}

// (L-2)(4N-5)/2 is a whole number or half of an odd one: what is added to its floor has to be above 1/2, and any number above is enough.
TEST_CASE("A floor of halves takes 1/2 away at most, and may take it", "[proof]") {
  const std::string text = file_text("constructions/ea/next_token_dot_product.theorem");
  const auto proves = [&](const std::string& added) {
    const std::string changed = replaced(text, "= floor((context - 2)*(4*N - 5)/2) + 1",
                                         "= floor((context - 2)*(4*N - 5)/2) + " + added);
    const TheoremClaim claim(theorem(changed), "own:changed", "a file");
    return proof_of(claim, Variant::constructed, {}).main.has_value();
  };
  CHECK(proves("3/4"));
  CHECK(proves("501/1000"));
  CHECK_FALSE(proves("1/2"));
  CHECK_FALSE(proves("1/4"));
}

TEST_CASE("How a theorem of fixed positions is written changes neither corner nor bound", "[proof]") {
  const std::string text = file_text("constructions/ea/next_token_dot_product.theorem");
  const auto of = [](const std::string& changed) {
    const TheoremClaim claim(theorem(changed), "own:changed", "a file");
    return summary(proof_of(claim, Variant::constructed, {}));
  };
  const Summary own = of(text);
  REQUIRE(own.status == Status::holds);
  CHECK(of(everywhere_replaced(text, "causal", "marked")) == own);
  CHECK(of(everywhere_replaced(text, "sym", "letter")) == own);
  CHECK(of(replaced(text, "ind(i = context - tau or i = context + 1 - tau)",
                    "ind(context + 1 - tau = i or i = context - tau)")) == own);
  // The indicator in the encoding instead of a feature.
  std::string inside = replaced(text, ", causal = ind(i = context - tau or i = context + 1 - tau)\n", "\n");
  inside = replaced(inside, "causal = causal", "causal = ind(i = context - tau or i = context + 1 - tau)");
  CHECK(of(inside) == own);
  // Scores that all are larger by one number; coordinates in another order; twice the key at half the query.
  std::string shifted = replaced(text, "query = (one)\n", "query = (one, 3*one)\n");
  shifted = replaced(shifted, "key = (causal)\n", "key = (causal, one)\n");
  CHECK(of(shifted) == own);
  CHECK(of(replaced(text, "sym = sym, causal = causal, one = 1", "one = 1, causal = causal, sym = sym")) ==
        own);
  std::string scaled = replaced(text, "query = (one)\n", "query = (1/2*one)\n");
  scaled = replaced(scaled, "key = (causal)\n", "key = (2*causal)\n");
  CHECK(of(scaled) == own);
}

TEST_CASE("No mutant by fixed positions is proved where enumeration refutes it", "[proof][.][exhaustive]") {
  int read = 0;
  int proved = 0;
  const auto add = [&](const std::string& text, const std::map<std::string, Integer>& fixed, long most,
                       const std::string& size) {
    const auto counts = attack(text, fixed, {}, most, size);
    read += counts.first;
    proved += counts.second;
  };
  add(stated(example("xor")), {}, 6, "n");
  add(stated(example("equal_ends")), {{"m", 2}}, 5, "n");
  add(stated(example("equal_ends")), {{"n", 3}}, 4, "m");
  add(needle(), {}, 6, "n");
  add(without_displays("ea/next-token", "constructed"), {{"N", 3}, {"tau", 2}}, 5, "context");
  add(without_displays("ea/next-token", "constructed"), {{"tau", 2}, {"context", 4}}, 4, "N");
  add(without_displays("ea/next-token-dot-product", "constructed"), {{"N", 2}, {"tau", 1}}, 6, "context");
  add(without_displays("ea/next-token-dot-product", "constructed"), {{"N", 3}, {"tau", 2}}, 5, "context");
  CHECK(read >= 400);
  CHECK(proved >= 40);
  CHECK(proved < read);
}

}  // namespace attest::fixed_positions_test
