// A sweep over polynomials that the user stops says how far it came, and nothing beyond.
#include "algorithms/polynomial_sweep.hpp"

#include <catch2/catch.hpp>

#include "algorithms/graphs.hpp"
#include "constructions/poly/algorithm_claims.hpp"

namespace polynomial_sweep_test {

using namespace attest;  // NOLINT(google-build-using-namespace)

TEST_CASE("A sweep that is stopped leaves what held undecided, and what failed refuted", "[algorithms]") {
  const auto claim = poly_treewidth_algorithm_claim();
  const Parameters parameters = parse_parameters(claim->info().parameters, {"h=all-3", "n=1", "d=1"});
  std::atomic<bool> stop = false;
  VerifyOptions options;
  options.interrupted = &stop;
  PolynomialSweep sweep(parameters, 5, labelled_graphs, options);
  REQUIRE(sweep.polynomials().size() == 8);
  Sweep right{"right", "it is so", 0, 0, {}};
  Sweep wrong{"wrong", "it is so", 0, 0, {}};
  sweep.visit([&](const AttentionPolynomial& h) {
    right.add(h, true);
    wrong.add(h, sweep.visited() != 1);
    stop = sweep.visited() == 2;
  });
  CHECK(right.total == 3);
  CHECK_FALSE(sweep.complete());
  CHECK(sweep.check(right, Kind::construction).status == Status::undecided);
  CHECK_THAT(*sweep.check(right, Kind::construction).reason, Catch::Contains("3 of 8 polynomials"));
  CHECK(sweep.check(wrong, Kind::construction).status == Status::refuted);
  Verdict verdict;
  sweep.fill_in({right, wrong}, wrong.failing, verdict);
  CHECK(verdict.inputs.checked == 3);
  CHECK(verdict.inputs.failing == 1);
  CHECK(verdict.counterexample["check"] == "wrong");
}

TEST_CASE("The claims on algorithms stop when they are told to", "[algorithms]") {
  const std::atomic<bool> stop = true;
  for (const auto& claim :
       {poly_tree_algorithm_claim, poly_one_cycle_algorithm_claim, poly_treewidth_algorithm_claim,
        poly_tensor_form_claim, poly_variable_separability_claim}) {
    const auto made = claim();
    VerifyOptions options;
    options.interrupted = &stop;
    const Verdict verdict =
        made->verify(made->info().variants.back().variant,
                     parse_parameters(made->info().parameters, {"h=all-3", "n=1", "d=1"}), options);
    INFO(made->info().id);
    CHECK(verdict.status == Status::undecided);
    CHECK(verdict.inputs.checked == 0);
  }
}

}  // namespace polynomial_sweep_test
