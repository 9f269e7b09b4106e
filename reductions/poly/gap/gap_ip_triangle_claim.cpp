#include <fmt/format.h>

#include "reductions/poly/hardness/hardness_claim.hpp"
#include "reductions/poly/hardness/hardness_layouts.hpp"
#include "theorems/program_info.hpp"

namespace attest {

namespace {

// Line 1939's condition, and line 1927.
void printed_conclusions(const HardnessRun& run, Verdict& verdict) {
  const Rational printed = run.shape.n * run.shape.n;
  verdict.checks.push_back(final_inequality_check(printed, run.output.ratio));
  if (verdict.checks.back().status == Status::refuted && verdict.counterexample.is_null())
    verdict.counterexample = {
        {"e^(epsilon lambda B^2)", to_string(Rational(3, 2) * printed)},
        {"yes bound / no bound", to_string(Rational(3, 2) * printed / run.output.ratio)}};
  verdict.checks.push_back(wrapping_up_check(run, "line 1939", printed));
  verdict.notes.push_back(
      "line 1919 has u_i > P/R - gamma, where |u_i - P/R| <= gamma allows equality; nothing depends on it");
  const auto at = separation_at(run.observed, run.scale);
  if (!at) return;
  const Interval yes = run.scale.quotient(run.output.yes.above, run.output.yes.below);
  const Interval no = run.scale.quotient(run.output.no.above, run.output.no.below);
  const Interval gamma = (yes - no) / Interval(4L, 128);
  const Ordering order = compare(at->largest_no + gamma, no - gamma);
  const std::string text = fmt::format(
      "line 1927: P/R + gamma < e^((3-epsilon) lambda B^2)/e^(3B^2/2) - gamma (minus where plus is meant); "
      "with gamma "
      "= {:.4g}, which line 1935 allows, a no row has P/R + gamma = {:.4g}, the right side is {:.4g}",
      gamma.middle_double(), (at->largest_no + gamma).middle_double(), (no - gamma).middle_double());
  verdict.checks.push_back(
      informative(order == Ordering::less        ? holds("approximation-no", Evidence::enumeration, text)
                  : order == Ordering::undecided ? undecided("approximation-no", text)
                                                 : refuted(Kind::display, "approximation-no", text)));
}

}  // namespace

std::unique_ptr<Claim> poly_gap_ip_triangle_to_strassen_claim() {
  HardnessStatement statement;
  statement.info = program_info("poly/gap-ip-triangle-to-strassen");
  statement.power_name = "B2";
  statement.where = "line 1821";
  statement.block_where = "eq. 6, last term";
  statement.layout = [](Variant, const Parameters&) { return gap_triangle_layout(); };
  statement.printed_bounds = gap_triangle_printed_bounds;
  statement.repaired_bounds = gap_triangle_repaired_bounds;
  // Line 1856's "large enough B": 2 d log 3/(d - m), see gap_triangle_repaired_bounds.
  statement.least_power = [](const GapShape& shape) {
    const Interval needed = log(Interval(3L, 128)) * Interval(Rational(2 * shape.d, shape.d - shape.m), 128);
    return Integer(static_cast<long>(needed.upper_double()) + 1);
  };
  statement.further = [](const HardnessRun& run, Verdict& verdict) {
    if (run.variant == Variant::printed) {
      verdict.checks.push_back(every_pattern_check(run.layout, "equation-6"));
      printed_conclusions(run, verdict);
    } else {
      verdict.checks.push_back(wrapping_up_check(run, "line 1935", run.output.ratio));
      verdict.checks.push_back(constants_check(run.shape, run.output, hardness_constants(run.shape)));
    }
  };
  return hardness_claim(std::move(statement));
}

}  // namespace attest
