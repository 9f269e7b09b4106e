#include "claims/usage_error.hpp"
#include "reductions/poly/hardness/gap_to_attention.hpp"
#include "reductions/poly/hardness/hardness_claim.hpp"
#include "reductions/poly/hardness/hardness_layouts.hpp"
#include "theorems/program_info.hpp"

namespace attest {

namespace {

const std::string symmetric_4_3 = "x1*x2*x3 + x1*x2*x4 + x1*x3*x4 + x2*x3*x4";

// Lines 2626-2630: a tuple that is no solution has a sum below (C-1) m + (1-epsilon) m.
Check promise_check(const HardnessRun& run) {
  if (some_no_row_reaches_the_gap(run.shape, run.observed))
    return refuted(Kind::constant, "sum-promise",
                   "line 2628: the sum is not below (binom(t_0,k)-1) m + (1-epsilon) m but may be equal "
                   "to it: one inner product at (1-epsilon) m, the others at m");
  return holds("sum-promise", Evidence::enumeration, "no instance of this size reaches equality");
}

}  // namespace

std::unique_ptr<Claim> poly_gap_hypergraph_to_poly_claim() {
  HardnessStatement statement;
  statement.info = program_info("poly/gap-hypergraph-to-poly");
  statement.power_name = "Bk";
  statement.where = "line 2749";
  statement.block_where = "item 4, lines 2729-2735";
  statement.layout = [](Variant variant, const Parameters& parameters) {
    const AttentionPolynomial h =
        attention_polynomial_from(parameters.text("h"), AttentionPolynomial::standard());
    if (h.degree() < 3) throw UsageError("h", h.to_string(), "a polynomial of degree k >= 3");
    return gap_hypergraph_layout(variant, h, static_cast<std::size_t>(parameters.integer("t0")), h.degree());
  };
  statement.printed_bounds = gap_hypergraph_printed_bounds;
  statement.repaired_bounds = proved_bounds;
  statement.further = [](const HardnessRun& run, Verdict& verdict) {
    const bool printed = run.variant == Variant::printed;
    if (printed) verdict.checks.push_back(informative(lambda_check(run.layout, 1, "line 2772")));
    verdict.checks.push_back(informative(coefficients_check(run.layout, "line 2751")));
    verdict.checks.push_back(informative(promise_check(run)));
    verdict.checks.push_back(wrapping_up_check(run, "line 2800", run.output.ratio));
    if (!printed)
      verdict.checks.push_back(constants_check(run.shape, run.output, hardness_constants(run.shape)));
  };
  return hardness_claim(std::move(statement));
}

}  // namespace attest
