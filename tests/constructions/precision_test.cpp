#include "constructions/precision/precision_study.hpp"

#include <catch2/catch.hpp>

#include "constructions/add_constructions.hpp"

using namespace attest;  // NOLINT(google-build-using-namespace)

namespace {

const Catalogue& catalogue() {
  static const Catalogue all = [] {
    Catalogue c;
    add_constructions(c);
    return c;
  }();
  return all;
}

std::unique_ptr<PrecisionProblem> problem(const std::string& id, Variant variant,
                                          const std::vector<std::string>& words) {
  const Claim& claim = catalogue().find(id);
  return precision_problem(claim, variant, parse_parameters(claim.info().parameters, words));
}

}  // namespace

TEST_CASE("In 256 bits every input of function composition is right under every model", "[precision]") {
  const auto composition = problem("strassen/function-composition", Variant::repaired, {"n=2"});
  for (const EvaluationModel model : {EvaluationModel::stored, EvaluationModel::plain})
    CHECK(evaluate_on(*composition, model, unbounded_format(256), {}).all_right());
}
