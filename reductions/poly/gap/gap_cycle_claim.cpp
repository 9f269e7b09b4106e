#include <fmt/format.h>

#include "reductions/poly/hardness/gap_to_attention.hpp"
#include "reductions/poly/hardness/hardness_claim.hpp"
#include "reductions/poly/hardness/hardness_layouts.hpp"
#include "theorems/program_info.hpp"

namespace attest {

namespace {

Check width_check(const HardnessRun& run) {
  if (run.shape.s == run.shape.chosen) return holds("width", Evidence::symbolic, "s = r");
  return refuted(
      Kind::display, "width",
      fmt::format("lines 2897-2899: the APAC has (r+1)d columns, its matrices (s+1)d: r = {}, s = {}",
                  run.shape.chosen, run.shape.s));
}

Check numerator_check(const HardnessRun& run) {
  if (run.shape.t == run.shape.chosen) return holds("numerator", Evidence::symbolic, "t = r");
  return refuted(
      Kind::display, "numerator",
      fmt::format("line 2999: P sums l_2, ..., l_t over [n]; V is 1 in all 2n rows of the {} variables "
                  "outside the cycle, so these run over [2n]",
                  run.shape.t - run.shape.chosen));
}

}  // namespace

std::unique_ptr<Claim> poly_gap_cycle_to_poly_claim() {
  HardnessStatement statement;
  statement.info = program_info("poly/gap-cycle-to-poly");
  statement.power_name = "Bk";
  statement.where = "eq. 19";
  statement.block_where = "items 2 and 3, lines 2939-2966";
  statement.layout = [](Variant variant, const Parameters& parameters) {
    return gap_cycle_layout(variant,
                            attention_polynomial_from(parameters.text("h"), AttentionPolynomial::strassen()),
                            static_cast<std::size_t>(parameters.integer("r")));
  };
  statement.printed_bounds = gap_cycle_printed_bounds;
  statement.repaired_bounds = proved_bounds;
  statement.further = [](const HardnessRun& run, Verdict& verdict) {
    if (run.variant == Variant::printed) {
      verdict.checks.push_back(informative(lambda_check(run.layout, run.shape.chosen, "line 3010")));
      verdict.checks.push_back(informative(width_check(run)));
      verdict.checks.push_back(informative(numerator_check(run)));
    }
    verdict.checks.push_back(wrapping_up_check(run, "line 3038", run.output.ratio));
    if (run.variant != Variant::printed)
      verdict.checks.push_back(constants_check(run.shape, run.output, hardness_constants(run.shape)));
  };
  return hardness_claim(std::move(statement));
}

}  // namespace attest
