#include "reductions/poly/hardness/gap_to_attention.hpp"
#include "reductions/poly/hardness/hardness_claim.hpp"
#include "reductions/poly/hardness/hardness_layouts.hpp"
#include "theorems/program_info.hpp"

namespace attest {

std::unique_ptr<Claim> poly_gap_kip_to_poly_claim() {
  HardnessStatement statement;
  statement.info = program_info("poly/gap-kip-to-poly");
  statement.power_name = "Bk";
  statement.where = "line 2446";
  statement.block_where = "item 4, lines 2414-2422, and line 2495";
  statement.layout = [](Variant variant, const Parameters& parameters) {
    const AttentionPolynomial h =
        attention_polynomial_from(parameters.text("h"), AttentionPolynomial::standard());
    return gap_kip_layout(variant, h, h.degree());
  };
  statement.printed_bounds = gap_kip_printed_bounds;
  statement.repaired_bounds = proved_bounds;
  statement.further = [](const HardnessRun& run, Verdict& verdict) {
    verdict.checks.push_back(coefficients_check(run.layout, "line 2457"));
    verdict.checks.push_back(wrapping_up_check(run, "line 2558", run.output.ratio));
    if (run.variant != Variant::printed)
      verdict.checks.push_back(constants_check(run.shape, run.output, hardness_constants(run.shape)));
  };
  return hardness_claim(std::move(statement));
}

}  // namespace attest
