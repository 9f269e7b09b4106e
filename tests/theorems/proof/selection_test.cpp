// What the token that a task selects carries, of answers of any length, with tables as parameters.
#include <catch2/catch.hpp>
#include <cctype>

#include "numeric/decimal.hpp"
#include "theorems/proof/proofs.hpp"
#include "theorems/texts.hpp"

namespace attest::selection_test {

using namespace attest::theorem_tests;  // NOLINT(google-build-using-namespace)
using namespace attest::proof_tests;    // NOLINT(google-build-using-namespace)
using theorems::RangeProof;

namespace {

std::string selection() {
  return file_text("tests/accepted/proofs/selection.theorem");
}

std::string nearest() {
  return file_text("tests/accepted/proofs/nearest.theorem");
}

std::string refusal_of(const std::string& text) {
  const RangeProof proof = proof_of_text(text);
  CHECK(proof.status != Status::holds);
  return proof.refusal.substr(0, proof.refusal.find(' '));
}

}  // namespace

TEST_CASE("The best object's relation is proved for every number of objects and every table",
          "[proof][selection]") {
  const RangeProof proof = proof_of_text(selection());
  INFO(proof.reason);
  CHECK(summary(proof) ==
        Summary{"selection", "X = 1, Y = 1, n = 1", "8*(n - 1)*exp(-log(32*n))", Status::holds});
}

TEST_CASE("The symbol of the nearest template is proved for every number of templates",
          "[proof][selection]") {
  const RangeProof proof = proof_of_text(nearest());
  INFO(proof.reason);
  CHECK(summary(proof) == Summary{"selection", "m = 1", "2*exp(-3)", Status::holds});
  const RangeProof hard = proof_of_text(replaced(nearest(), "head softmax", "head hard-maximum"));
  CHECK(summary(hard) == Summary{"selection", "m = 1", "0", Status::holds});
}

TEST_CASE("An input may be called as the proof calls a token or an entry", "[proof][selection]") {
  for (const auto& [own, proofs] : {std::pair{"side", "token"}, std::pair{"near", "entry"}}) {
    std::string text = nearest();
    for (std::size_t at = text.find(own); at != std::string::npos; at = text.find(own, at + 1)) {
      // "nearest" stays: what is replaced ends there.
      if (std::isalpha(static_cast<unsigned char>(text[at + std::string(own).size()])) == 0)
        text.replace(at, std::string(own).size(), proofs);
    }
    const RangeProof proof = proof_of_text(text);
    INFO(proof.reason);
    CHECK(summary(proof) == Summary{"selection", "m = 1", "2*exp(-3)", Status::holds});
  }
}

TEST_CASE("Symbol retrieval is proved for every library, and selection for all grids and tables",
          "[proof][selection]") {
  for (const Variant variant : {Variant::printed, Variant::constructed}) {
    const RangeProof proof = proof_of_catalogue("dat/symbol-retrieval", variant, {"beta=3", "n=3"});
    INFO(proof.reason);
    CHECK(proof.status == Status::holds);
    CHECK(summary(proof).from == "n_s = 1");
  }
  const std::vector<std::string> words{"n=3", "beta=6"};
  const RangeProof proof = proof_of_catalogue("dat/select-and-relate", Variant::constructed, words);
  INFO(proof.reason);
  CHECK(summary(proof) == Summary{"selection", "X = 1, Y = 1", "24*exp(-6)", Status::holds});
  CHECK(proof_of_catalogue("dat/select-and-relate", Variant::constructed, {"n=3", "beta=5"}).status !=
        Status::holds);
  CHECK(proof_of_catalogue("dat/select-and-relate", Variant::constructed, {"n=3", "beta=6", "select=first"})
            .refusal.starts_with("L12.d"));
  CHECK(proof_of_catalogue("dat/select-and-relate", Variant::constructed, {"n=3", "beta=6", "select=refined"})
            .status == Status::holds);
}

TEST_CASE("How a selection is written changes nothing of its proof", "[proof][selection][rewritten]") {
  using Rewriting = std::vector<std::pair<std::string, std::string>>;
  const auto expect_same = [](const std::string& text, const std::vector<Rewriting>& rewritings) {
    const Summary own = summary(proof_of_text(text));
    REQUIRE(own.status == Status::holds);
    for (const Rewriting& rewriting : rewritings) {
      std::string changed = text;
      for (const auto& [what, by] : rewriting) changed = everywhere_replaced(changed, what, by);
      INFO(changed);
      CHECK(changed != text);
      CHECK(summary(proof_of_text(changed)) == own);
    }
  };
  expect_same(
      selection(),
      {Rewriting{{"relation", "bond"}, {"utility", "liking"}},
       Rewriting{{"ind(num = t)", "max(0, num - t + 1)"}}, Rewriting{{"ind(num = t)", "ind(t = num)"}},
       Rewriting{{"ind(num_i = c)", "ind(0 = c - num_i)"}},
       Rewriting{{"Y*utility(a, c) + c", "c - (-Y)*utility(a, c)"}}, Rewriting{{"max(X, Y)", "max(Y, X)"}},
       Rewriting{{"Y*utility(a, c) + c", "Y*utility(a, c) - c"}}, Rewriting{{") first", ") last"}},
       Rewriting{{"argmax i in [n]: u(x, y(i))", "argmin i in [n]: 7 - u(x, y(i))"}},
       Rewriting{{"query = each c in [Y]: u(num, c)", "query = 2*(each c in [Y]: u(num, c))"},
                 {"scale log(32*n)", "scale 1/2*log(32*n)"}}});
  expect_same(nearest(), {Rewriting{{"near", "class"}, {"symbol", "mark"}},
                          Rewriting{{"abs(z - 4*(k - 1))", "(z - 4*(k - 1))^2"}},
                          Rewriting{{"abs(z - 4*(k - 1)) first", "abs(4*(k - 1) - z) unique"}},
                          Rewriting{{"(at1, at2)", "(at2, at1)"}},
                          Rewriting{{"-2*(c - 1)^2", "-(c - 1)^2"}, {"at2 = 1", "at2 = 2"}},
                          Rewriting{{"query = 3*(at1, at2)", "query = (3*at1, at2)"},
                                    {"key (c) = (at1, at2)", "key (c) = (at1, 3*at2)"}}});
}

TEST_CASE("Every hypothesis of a selection is refused by its name", "[proof][selection]") {
  const auto trap = [](const std::string& name) {
    return refusal_of(file_text("tests/rejected/proofs/" + name + ".theorem"));
  };
  CHECK(trap("selection_of_equals") == "L12.d");
  CHECK(trap("selection_promise_of_another_utility") == "L12.d");
  CHECK(trap("selection_promise_of_another_conclusion") == "L12.d");
  CHECK(trap("selection_promise_of_some_objects") == "L12.d");
  CHECK(trap("selection_with_too_small_a_radix") == "L12.d");
  CHECK(trap("selection_at_one_temperature") == "bound");
  CHECK(trap("selection_the_other_way_up") == "L12.c");
  CHECK(trap("selection_of_a_part_of_the_objects") == "L12.c");
  CHECK(trap("selection_with_a_short_block") == "L12.b");
  CHECK(trap("selection_by_two_features") == "L12.b");
  CHECK(trap("nearest_of_two_at_one_distance") == "L12.c");
  CHECK(trap("hard_nearest_of_two_at_one_distance") == "L12.c");
  CHECK(trap("nearest_to_another_centre") == "L12.c");
  CHECK(trap("nearest_with_a_gap_of_its_own") == "bound");
  CHECK(trap("farthest_instead_of_nearest") == "L12.c");
}

TEST_CASE("A promise that equally good objects are equal is used, and some input meets it",
          "[proof][selection]") {
  const std::string promised = replaced(
      replaced(selection(), "u(a,c) = Y*utility(a, c) + c", "u(a,c) = utility(a, c)"), "tokens  QUERY",
      "judged if let b = y(best) in forall i in [n]: u(x, y(i)) = u(x, b) implies y(i) = b\ntokens  QUERY");
  const RangeProof proof = proof_of_text(promised);
  INFO(proof.reason);
  CHECK(proof.status == Status::holds);
  // Distinct objects that are equally good with some table are no input.
  const RangeProof distinct = proof_of_text(replaced(promised, "y : [n] -> [Y]", "y : [n] -> [Y] injective"));
  CHECK(distinct.refusal.starts_with("inputs"));
}

TEST_CASE("What is proved of all tables holds with tables that are drawn, within the bound",
          "[proof][selection][.][exhaustive]") {
  const theorems::TheoremText text = theorem(selection());
  const theorems::TheoremClaim claim(text, "own:selection", "a file");
  for (const long size : {1, 2, 3, 4}) {
    const std::string n = std::to_string(size);
    const Rational bound(8 * (size - 1), 32 * size);  // 8 (n - 1) e^(-log 32 n)
    for (const std::string seed : {"1", "2", "3", "4", "5"}) {
      const Verdict verdict =
          claim.verify(claim.info().variants.front().variant,
                       parse_parameters(claim.info().parameters,
                                        {"X=2", "Y=3", "n=" + n, "utility=" + seed, "relation=" + seed}),
                       VerifyOptions());
      CHECK(verdict.status == Status::holds);
      REQUIRE(verdict.margins.output_error);
      CHECK(rational_from_decimal(verdict.margins.output_error->upper).value() <= bound);
    }
  }
}

TEST_CASE("No mutant of a selection is proved where enumeration refutes it", "[proof][selection][.][long]") {
  int read = 0;
  int proved = 0;
  for (const long seed : {1, 2}) {
    const auto counts =
        attack(selection(), {{"X", 2}, {"Y", 3}}, {{"utility", seed}, {"relation", 3 - seed}}, 3);
    read += counts.first;
    proved += counts.second;
  }
  const auto counts = attack(nearest(), {}, {}, 5, "m");
  CHECK(read >= 50);
  CHECK(proved >= 2);
  CHECK(counts.first >= 30);
  CHECK(counts.second >= 1);
}

}  // namespace attest::selection_test
