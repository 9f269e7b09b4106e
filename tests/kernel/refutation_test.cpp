#include "kernel/refutation.hpp"

#include <catch2/catch.hpp>

#include "constructions/theorem_of_text.hpp"
#include "kernel/setting_bounds.hpp"
#include "kernel/setting_terms.hpp"
#include "language/parser.hpp"
#include "theorems/own_claims.hpp"
#include "theorems/texts.hpp"
#include "theorems/theorem_task.hpp"
#include "verification/input_argument.hpp"
#include "verification/proof/refusal.hpp"

namespace attest::refutation_test {

using namespace attest::theorem_tests;  // NOLINT(google-build-using-namespace)
using Catch::Contains;
using theorems::TheoremClaim;

std::string refuted(const TheoremClaim& claim, const std::string& variant,
                    const std::vector<std::string>& words) {
  const Parameters parameters = parse_parameters(claim.info().parameters, words);
  try {
    return theorems::coq::refutation_text(claim, claim.verify(named_variant(variant), parameters, {}));
  } catch (const proof::Refusal& refusal) {
    return std::string("refused: ") + refusal.what();
  }
}

std::string refuted(const std::string& id, const std::string& variant,
                    const std::vector<std::string>& words) {
  const auto claim = theorem_of_text(id);
  return refuted(dynamic_cast<const TheoremClaim&>(*claim), variant, words);
}

std::string refuted_example(const std::string& name, const std::string& variant,
                            const std::vector<std::string>& words) {
  return refuted(claim(file_text("examples/" + name + ".theorem")), variant, words);
}

TEST_CASE("What is exported of a refuted setting is the text that Coq's kernel accepts", "[kernel]") {
  CHECK(refuted("anna/ema-match2", "printed", {"N=1", "M=1"}) ==
        file_text("proofs/refutations/anna_ema_match2_printed.v"));
  CHECK(refuted("ea/next-token-dot-product", "constructed", {"N=2", "tau=1", "context=3", "ratio=3/2"}) ==
        file_text("proofs/refutations/ea_next_token_dot_product.v"));
  CHECK(refuted_example("some_one", "stated", {"n=6"}) == file_text("proofs/refutations/some_one.v"));
}

TEST_CASE("A setting that no input refutes, and what has no place in the text, is refused by name",
          "[kernel]") {
  CHECK_THAT(refuted("anna/ema-match2", "repaired", {"N=2", "M=2"}), Contains("is not refuted: it holds"));
  CHECK_THAT(refuted("strassen/function-composition", "printed", {"n=1"}),
             Contains("by no input with a wrong output"));
  CHECK_THAT(refuted("strassen/match3", "printed", {"n=1", "m=2"}), Contains("is ill-formed"));
  CHECK_THAT(refuted("anna/final-output", "printed", {"n=2", "s=2"}), Contains("several layers"));
  CHECK_THAT(refuted_example("circle_lookup", "too_small", {"n=4", "m=2"}),
             Contains("weights that are roots"));
  CHECK_THAT(refuted_example("items_and_query", "one-step", {"n=2"}), Contains("tokens of several kinds"));
  CHECK_THAT(refuted_example("saturated_majority", "leftmost", {"n=2"}), Contains("leftmost"));
}

TEST_CASE("The matrices, mask and readout of a refuted setting are those of the record", "[kernel]") {
  const std::string text =
      refuted("ea/next-token-dot-product", "constructed", {"N=2", "tau=1", "context=3", "ratio=149/100"});
  CHECK_THAT(text, Contains("Definition scale : R := (Q2R 1 * ln (Q2R (149 # 100)))%R."));
  CHECK_THAT(text, Contains("filter (fun t => ((t <=? r))%Z) tokens"));
  CHECK_THAT(text,
             Contains("truth (x : Z -> Z) : Q := (((x (context + 1 - tau) + x (context - tau)) mod N_))%Z."));
  CHECK_THAT(refuted_example("some_one", "stated", {"n=7"}),
             Contains("network := (number (-1 # 6) + stream 2)"));
}

// By enclosures of another kind: every output of every input, in intervals.
TEST_CASE("The rational enclosure of an output holds the output", "[kernel]") {
  const auto contains_all = [](const std::string& text, const std::string& variant,
                               const std::vector<std::string>& words) {
    const auto own = claim(text);
    const auto setting = own.setting(named_variant(variant), parse_parameters(own.info().parameters, words));
    const auto& layers = dynamic_cast<const LayerSetting&>(*setting);
    const auto& task = dynamic_cast<const theorems::TheoremTask&>(layers.task());
    const auto positions = task.judged_positions();
    std::size_t seen = 0;
    for (Integer rank = 0; rank < task.space().size(); ++rank) {
      const Word word = input_from(Json("rank:" + rank.str()), task, 0);
      std::vector<attention::Kind> kinds(task.tokens());
      task.kinds(word, kinds);
      for (std::size_t which = 0; which < positions.size(); ++which, ++seen) {
        const auto found = theorems::coq::enclosed_output(layers.prepared().layer(), kinds,
                                                          static_cast<attention::Token>(positions[which]));
        const PositionOutput y = setting->output(word, which);
        CHECK(found.output.low <= found.output.high);
        CHECK(compare(y.y, found.output.low) != Ordering::less);
        CHECK(compare(y.y, found.output.high) != Ordering::greater);
        CHECK(found.output.high - found.output.low < Rational(1, 10));
      }
    }
    CHECK(seen > 0);
  };
  contains_all(file_text("examples/needle_dilution.theorem"), "stated", {"n=4"});
  contains_all(file_text("examples/palindrome.theorem"), "off_by_one", {"n=3", "m=2"});
  contains_all(file_text("examples/marked.theorem"), "stated", {"n=2", "k=2", "ratio=5"});
  contains_all(file_text("constructions/strassen/function_composition.theorem"), "repaired", {"n=2"});
  contains_all(
      changed(file_text("constructions/strassen/function_composition.theorem"), "1/sqrt(d)", "-1/sqrt(d)"),
      "repaired", {"n=2"});
}

TEST_CASE("Expressions at one setting are written with sizes as names and parameters as numbers",
          "[kernel]") {
  theorems::Constants constants;
  constants.values = {{"n", 3}, {"c", Rational(1, 2)}};
  constants.names.name = [&](const std::string& name) -> std::optional<theorems::NetworkValue> {
    const auto found = constants.values.find(name);
    if (found == constants.values.end()) return std::nullopt;
    return theorems::NetworkValue{found->second};
  };
  constants.names.subscript = [](const auto&, const auto&) { return std::nullopt; };
  constants.names.call = [](const auto&, const auto&) { return std::nullopt; };
  constants.names.member = [](const auto&, const auto&) { return std::nullopt; };
  theorems::coq::SettingTerms terms(constants, {"n"});
  terms.call("x", "x");
  terms.mean("i", "i");
  const auto read = [](const std::string& text) { return language::parse_expression(text); };
  CHECK(terms.boolean(read("exists j in [n]: (x(i) + x(j)) mod n = 0")) ==
        "(some j in (range 1 n), (((x i + x j) mod n) =? 0))");
  CHECK(terms.boolean(read("forall j in 0..n where j != i: x(j) < 2")) ==
        "(every j in (range 0 n), (implb (negb (j =? i)) (x j <? 2)))");
  CHECK(terms.integer(read("count j in [n]: x(j) >= 1")) == "(adds (range 1 n) (fun j => ind (1 <=? x j)))");
  CHECK(terms.integer(read("if x(i) = 1 or i > n then max(i, 2) else -i")) ==
        "if ((x i =? 1) || (n <? i)) then (Z.max i 2) else - i");
  CHECK(terms.integer(read("2*c + i")) == "1 + i");
  CHECK(terms.rational(read("i/2 + c")) == "((i / 2) + (1 # 2))");
  CHECK(terms.rational(read("-c")) == "(-1 # 2)");
  for (const std::string text : {"argmax j in [n]: x(j) first", "y", "i/2", "floor(i/2)"}) {
    INFO(text);
    CHECK_THROWS_AS(terms.integer(read(text)), proof::Refusal);
  }
}

}  // namespace attest::refutation_test
