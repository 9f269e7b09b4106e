// The formats on which a theorem's text computes its function, against the same theorem in C++: another record of the layer,
// another network, the same rounded arithmetic.
#include <catch2/catch.hpp>

#include "claims/catalogue.hpp"
#include "claims/usage_error.hpp"
#include "constructions/add_constructions.hpp"
#include "constructions/precision/problem_of_claim.hpp"
#include "constructions/theorem_texts.hpp"
#include "theorems/read.hpp"
#include "theorems/texts.hpp"
#include "theorems/theorem_claim.hpp"

namespace attest::layer_precision_test {

namespace {

theorems::TheoremClaim text_claim(const std::string& id) {
  const TheoremSource* source = find_theorem_text(id);
  REQUIRE(source != nullptr);
  return {theorems::read_theorem(language::SourceText(source->path, source->text)), "own:" + id,
          source->path};
}

// The answers on every input in each model, as letters.
std::string answers(const PrecisionProblem& problem, const FloatFormat& format) {
  std::string result;
  const InputSpace& space = problem.task().space();
  for (const EvaluationModel model :
       {EvaluationModel::stored, EvaluationModel::plain, EvaluationModel::mixed}) {
    const auto evaluator = problem.evaluator(model, format);
    for (Integer rank = 0; rank < space.size(); ++rank)
      result += "RWUN"[static_cast<int>(evaluator->answer(space.unrank(rank)))];
    result += ' ';
  }
  return result;
}

}  // namespace

TEST_CASE("A theorem's text rounds as its C++ does", "[theorems][precision]") {
  Catalogue catalogue;
  add_constructions(catalogue);
  struct Case {
    const char* id;
    Variant variant;
    std::vector<std::string> words;
    bool every_format;  // the sums have the same order, or formats in which it does not matter
  };
  const std::vector<Case> cases = {
      {"strassen/function-composition", Variant::repaired, {"n=2"}, true},
      {"strassen/match3", Variant::repaired, {"n=2", "m=4"}, false},
      {"strassen/third-order-match3", Variant::constructed, {"n=2", "m=4"}, false},
      {"strassen/triangular-relation-composition", Variant::constructed, {"m=1"}, false},
      {"ea/next-token", Variant::constructed, {"N=2", "tau=1", "context=3"}, true},
  };
  for (const Case& c : cases) {
    INFO(c.id);
    const Claim& code = catalogue.find(c.id);
    const auto text = text_claim(c.id);
    const auto expected =
        precision_problem(code, c.variant, parse_parameters(code.info().parameters, c.words));
    const auto found = precision_problem(text, c.variant, parse_parameters(text.info().parameters, c.words));
    REQUIRE(expected);
    REQUIRE(found);
    for (const FloatFormat& format : named_float_formats()) {
      if (!c.every_format && format.precision < 11) continue;
      INFO(format.name);
      CHECK(answers(*found, format) == answers(*expected, format));
    }
    const auto bound = found->output_error_bound(53);
    REQUIRE(bound.has_value() == expected->output_error_bound(53).has_value());
    if (bound) CHECK(compare(bound->error, Rational(1, 2)) == Ordering::less);
  }
}

TEST_CASE("What has no rounded evaluation is refused", "[theorems][precision]") {
  const auto claim = [](const std::string& head) {
    return theorems::TheoremClaim(
        theorem_tests::theorem(
            "attest-theorem 1\ntheorem t \"t\"\nsizes n >= 1\ninput w : [n] -> {0, 1}\n"
            "tokens i in [n] carry b = w(i)\ntask at n, number: w(1)\nlayer\n  encode (i, b, 1)\n  head " +
            head + "\n  out head.1 -> stream.1\nreadout stream.1\ncheck output\n"),
        "own:t", "t.theorem");
  };
  const auto problem = [](const theorems::TheoremClaim& c) {
    return precision_problem(c, Variant::stated, parse_parameters(c.info().parameters, {"n=3"}));
  };
  CHECK_THROWS_WITH(
      problem(claim("hard-maximum\n    query = (1)\n    key (j) = (-j)\n    value (j) = (b_j)")),
      Catch::Contains("hard maximum"));
  CHECK_THROWS_WITH(
      problem(claim("exact-match\n    query = (1)\n    key (j) = (j^3)\n    value (j) = (b_j)")),
      Catch::Contains("arbitrary function"));
  CHECK_THROWS_WITH(problem(claim("softmax\n    query = (1)\n    key (j) = (j^3)\n    value (j) = (b_j)")),
                    Catch::Contains("not linear"));
  CHECK(problem(claim("exact-match\n    query = (1)\n    key (j) = (j)\n    value (j) = (b_j)")));
}

}  // namespace attest::layer_precision_test
