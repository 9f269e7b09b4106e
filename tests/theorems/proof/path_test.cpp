// Paths of any length: what one induction says of all of them, beside what is proved of each length by itself.
#include <catch2/catch.hpp>

#include "theorems/own_claims.hpp"
#include "theorems/proof/proofs.hpp"
#include "theorems/proof/terms.hpp"
#include "theorems/texts.hpp"

namespace attest::path_test {

using namespace attest::theorem_tests;  // NOLINT(google-build-using-namespace)
using namespace attest::proof_tests;    // NOLINT(google-build-using-namespace)
using proof::Laurent;
using theorems::RangeProof;
using theorems::whole_quotient;

namespace {

std::string path() {
  return file_text("tests/accepted/proofs/path_of_any_length.theorem");
}

std::string refusal_of(const std::string& trap) {
  const RangeProof proof = proof_of_text(file_text("tests/rejected/proofs/" + trap + ".theorem"));
  CHECK(proof.status != Status::holds);
  return proof.refusal.substr(0, proof.refusal.find_first_of(" :"));
}

Interval bound_at(const RangeProof& proof, const proof::SizeValues& sizes) {
  return proof::enclosure(proof.main->proof->bound_terms, sizes, initial_precision);
}

}  // namespace

TEST_CASE("One head composes any number of functions at every size", "[proof][path]") {
  const Summary own{"path", "n = 1, t = 2", "2*(n*t - t)*exp(-log(4*n*t))", Status::holds};
  CHECK(summary(proof_of_catalogue("poly/function-composition", named_variant("logarithmic"), {})) == own);
  CHECK(summary(proof_of_text(path())) == own);
  CHECK(summary(proof_of_text(path(), {"n=3"})) ==
        Summary{"path", "t = 2", "4*t*exp(-log(12*t))", Status::holds});
}

// By the lemma for a tuple of as many tokens, each of which has a name of its own there.
TEST_CASE("Of each length by itself the same is proved with the same bound", "[proof][path]") {
  const RangeProof all = proof_of_text(path());
  for (long t = 2; t <= 4; ++t) {
    const RangeProof one = proof_of_text(path(), {"t=" + std::to_string(t)});
    INFO(one.reason);
    CHECK(one.status == Status::holds);
    CHECK(one.main->proof->lemma == "integer-addresses");
    for (long n = 1; n <= 40; n += 13) {
      const Interval together = bound_at(all, {{"n", Laurent(n)}, {"t", Laurent(t)}});
      const Interval alone = bound_at(one, {{"n", Laurent(n)}});
      CHECK(together.lower_double() <= alone.upper_double());
      CHECK(alone.lower_double() <= together.upper_double());
      CHECK(together.upper_double() - together.lower_double() < 1e-9);
    }
  }
}

TEST_CASE("The bound of a path is at least the largest error of its first sizes",
          "[proof][path][.][exhaustive]") {
  const auto claim = theorem_of_text("poly/function-composition");
  const RangeProof proof = proof_of_catalogue("poly/function-composition", named_variant("logarithmic"), {});
  for (const auto& [t, most] : {std::pair{2L, 4L}, std::pair{3L, 3L}, std::pair{4L, 2L}}) {
    for (long n = 1; n <= most; ++n) {
      const Verdict verdict = claim->verify(
          named_variant("logarithmic"),
          parse_parameters(claim->info().parameters, {"t=" + std::to_string(t), "n=" + std::to_string(n)}),
          VerifyOptions());
      CHECK(verdict.status == Status::holds);
      REQUIRE(verdict.margins.output_error);
      CHECK(bound_at(proof, {{"n", Laurent(n)}, {"t", Laurent(t)}}).lower_double() >=
            std::stod(verdict.margins.output_error->lower));
    }
  }
}

TEST_CASE("How a path is written changes nothing of its proof", "[proof][path][rewritten]") {
  const Summary own = summary(proof_of_text(path()));
  using Rewriting = std::vector<std::pair<std::string, std::string>>;
  for (const Rewriting& rewriting :
       {Rewriting{{"f ++ (x)", "g ++ (x)"}, {"f : [t]", "g : [t]"}, {"f(s", "g(s"}},
        Rewriting{{"carry a =", "carry letter ="},
                  {"a^2", "letter^2"},
                  {" a, ", " letter, "},
                  {"(a)", "(letter)"},
                  {"a(l", "letter(l"}},
        Rewriting{{"value j in 2..t (l) = (1)", ""}},
        Rewriting{{"row j in", "row b in"}, {"(j - 2)", "(b - 2)"}, {"(t - j)", "(t - b)"}},
        Rewriting{{"-(l - (t - 1)*n)^2", "-l^2 + 2*l*(t - 1)*n - (t - 1)^2*n^2"}},
        Rewriting{{"a^2, a, 1", "2*a^2, 2*a, 2"},
                  {"-1, 2*(l", "-1/2, (l"},
                  {"-(l - (j - 2)*n)^2", "-(l - (j - 2)*n)^2/2"},
                  {"-(l - (t - 1)*n)^2", "-1/2*(l - (t - 1)*n)^2"}},
        Rewriting{{"scale log(4*t*n)", "scale d*log(4*t*n)/(3*t)"}}, Rewriting{{"- t*n", "- n*t"}},
        Rewriting{{"(z - 1) div n + 1", "(z + n - 1) div n"}}}) {
    std::string changed = path();
    for (const auto& [what, by] : rewriting) changed = everywhere_replaced(changed, what, by);
    INFO(changed);
    CHECK(changed != path());
    CHECK(summary(proof_of_text(changed)) == own);
  }
}

TEST_CASE("Every hypothesis of a path is refused by its name", "[proof][path]") {
  CHECK(refusal_of("path_of_one_step_less") == "L13.c");
  CHECK(refusal_of("path_from_another_start") == "L13.c");
  CHECK(refusal_of("path_of_one_map") == "L13.c");
  CHECK(refusal_of("path_one_block_too_far") == "L13.b");
  CHECK(refusal_of("path_with_another_last_step") == "L13.b");
  CHECK(refusal_of("path_with_a_value_on_the_way") == "L13.a");
  CHECK(refusal_of("path_displayed_from_the_third_step") == "L13.a");
  CHECK(refusal_of("path_wider_than_the_stream") == "L13.a");
  CHECK(refusal_of("path_of_values_of_unequal_lengths") == "L13.a");
  const std::string below_a_let = replaced(path(), "(iterate z from x", "(let y = x in iterate z from y");
  CHECK(proof_of_text(below_a_let).refusal.starts_with("L13.c"));
  CHECK(refusal_of("path_displayed_one_block_on") == "identity");
  CHECK(refusal_of("path_with_a_row_that_no_matrix_gives") == "G2");
  CHECK(refusal_of("path_of_its_own_symbol") == "L1.a");
  CHECK(refusal_of("path_of_the_last_place") == "G5");
  CHECK(refusal_of("path_at_a_scale_without_its_length") == "bound");
}

TEST_CASE("A quotient in the sizes is found where what is left is shown to lie below the divisor",
          "[proof][path]") {
  proof::Variables variables;
  variables.add_size("n", 1);
  variables.add_size("j", 2);
  const Laurent n = Laurent::variable("n");
  const Laurent j = Laurent::variable("j");
  variables.add("w", {Laurent(1), n}, true);
  variables.add("c", {Laurent(1), Laurent(3)}, true);
  const Laurent w = Laurent::variable("w");
  const Laurent c = Laurent::variable("c");
  const auto quotient = [&](const Laurent& a, const Laurent& b) {
    return whole_quotient(variables, a, b, 8);
  };
  CHECK(quotient((j - 2) * n + w - 1, n) == std::optional(j - 2));
  CHECK(quotient(j * n - w, n) == std::optional(j - 1));
  CHECK(quotient(3 * j + c - 7, 3) == std::optional(j - 2));
  CHECK(quotient(n * n, n) == std::optional(n));
  CHECK(quotient(7, 2) == std::optional(Laurent(3)));
  CHECK_FALSE(quotient(j * n + w, n));      // j + 1 where w = n
  CHECK_FALSE(quotient(j * n + w - 2, n));  // j - 1 where w = 1
  CHECK_FALSE(quotient(j * n + c - 1, n));  // j + 2 where n = 1 and c = 3
  CHECK_FALSE(quotient(n, 2));
}

}  // namespace attest::path_test
