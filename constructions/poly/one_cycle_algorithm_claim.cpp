// Section 3.3 (seed 003_fa68b7a15496b434.txt, lines 369-374): "for any degree-2 attention polynomial h whose
// graphical representation contains exactly one cycle, there is an exact algorithm for Att^(h) running in
// subcubic time O(n^omega)". The paper prints no algorithm; the one examined is algorithms.
//
// By hand, h = x1 x2 + x2 x3 + x3 x1, n = 1: one walk a -> a -> a -> a, numerator E12 V2 E23 V3 E31,
// denominator E12 E23 E31.

#include "algorithms/algorithm_checks.hpp"
#include "algorithms/attention_run.hpp"
#include "algorithms/graphs.hpp"
#include "algorithms/operation_count.hpp"
#include "algorithms/pair_problems.hpp"
#include "algorithms/polynomial_sweep.hpp"
#include "claims/usage_error.hpp"
#include "claims/whole_claim.hpp"
#include "constructions/poly/algorithm_claims.hpp"
#include "theorems/program_info.hpp"

namespace attest {

namespace {

GraphPlan one_cycle_plan_of(const AttentionPolynomial& h, const std::string& text) {
  try {
    return one_cycle_plan(h);
  } catch (const UnsuitablePolynomial& error) {
    throw UsageError("h", text, std::string("a graph with exactly one cycle; ") + error.what());
  }
}

class OneCycleAlgorithm : public WholeClaim {
 public:
  OneCycleAlgorithm() : WholeClaim(program_info("poly/one-cycle-algorithm")) {}

  std::vector<ParameterSpec> run_parameters() const override {
    return with_maxima(info().parameters, {{"n", 32}, {"d", 64}});
  }

  Json run(Variant, const Parameters& parameters, const Json& given, std::uint64_t seed) const override {
    const AttentionPolynomial h = single_polynomial(parameters.text("h"));
    const GraphPlan plan = one_cycle_plan_of(h, parameters.text("h"));
    PairRun run(h, parameters, given, seed);
    run.result().steps["matrix products"] = (run.d() + 1) * static_cast<long>(plan.cycle_length() - 2);
    ExactKernel<ExponentialScalar> kernel(run.problem());
    run.add("recursion", sum_product(plan, kernel));
    ExactKernel<ExponentialScalar, StrassenProduct> fast(run.problem(), StrassenProduct{1});
    run.add("with Strassen's multiplication", sum_product(plan, fast));
    return run.result().to_json();
  }

 protected:
  void examine(Variant, const Parameters& parameters, const VerifyOptions& options,
               Verdict& verdict) const override {
    PolynomialSweep polynomials(parameters, 5, one_cycle_graphs, options);
    const auto n = polynomials.n();
    const auto d = polynomials.d();
    Sweep algorithm{"algorithm", "numerators and denominators are those of eq. (1)", 0, 0, {}};
    Sweep strassen{"strassen-multiplication",
                   "the same with Strassen's multiplication down to single entries",
                   0,
                   0,
                   {}};
    Sweep cost{"operations", "operations are as the formula says, for all n and d", 0, 0, {}};
    polynomials.visit([&](const AttentionPolynomial& h) {
      check_symbolic_size(h, n, d);
      const GraphPlan plan = one_cycle_plan_of(h, parameters.text("h"));
      const auto problem = SymbolicInstance(h, n, d).pair_problem();
      const auto definition = symbolic_definition(h, n, d);
      ExactKernel<Polynomial> kernel(problem);
      algorithm.add(h, equal_fractions(sum_product(plan, kernel), definition));
      ExactKernel<Polynomial, StrassenProduct> fast(problem, StrassenProduct{1});
      strassen.add(h, equal_fractions(sum_product(plan, fast), definition));
      cost.add(h, counts_follow_formula(plan));
      if (&h == &polynomials.polynomials().back()) {
        verdict.details["operations"] = {
            {"h", polynomial_text(h)},
            {"recursion", to_string(recursion_formula(shape_of(plan), n, d))},
            {"definition", to_string(counted_definition(h, n, d))},
            {"matrix products", (d + 1) * static_cast<long>(plan.cycle_length() - 2)}};
      }
    });
    verdict.checks = {polynomials.check(algorithm, Kind::construction),
                      polynomials.check(strassen, Kind::construction),
                      polynomials.check(cost, Kind::constant)};
    polynomials.fill_in({algorithm, strassen}, algorithm.failing + strassen.failing, verdict);
    verdict.details["choices"] = {
        "O(n^omega) is read with d = O(log n) (lines 92-93): (d + 1)(r - 2) products of n x n matrices for a "
        "cycle of "
        "length r, and O(n^2 d) besides"};
    verdict.notes = {
        "that the exponent cannot be improved rests on a conjecture (Theorem E.3) and is not examined"};
  }
};

}  // namespace

std::unique_ptr<Claim> poly_one_cycle_algorithm_claim() {
  return std::make_unique<OneCycleAlgorithm>();
}

}  // namespace attest
