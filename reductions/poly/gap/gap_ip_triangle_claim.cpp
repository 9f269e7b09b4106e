#include <fmt/format.h>

#include "reductions/poly/hardness/hardness_claim.hpp"
#include "reductions/poly/hardness/hardness_layouts.hpp"

namespace attest {

namespace {

ClaimInfo gap_ip_triangle_entry() {
  ClaimInfo info;
  info.id = "poly/gap-ip-triangle-to-strassen";
  info.kind = "reduction";
  info.paper = "poly";
  info.title = "Strassen attention decides gap IP-triangle";
  info.statement =
      "From sets A, B, C of n vectors whose inner products are m or at most (1-epsilon) m, matrices of 2n "
      "rows and 2d "
      "columns with entries 0 and B: for B^2 = C_b^2 log n and an accuracy gamma = n^(-C_a), row i of "
      "Strassen "
      "attention is above a threshold exactly if a_i is in a triple with all three inner products m.";
  info.source = {"003_fa68b7a15496b434.txt", "Theorem C.10", 1784, 1953};
  info.variants = {{Variant::printed, "Matrices, bounds and the condition on B as printed.", {}},
                   {Variant::repaired,
                    "The same matrices; the condition on B and two inequalities are mended.",
                    {"e^(epsilon lambda B^2) > 2n^2 instead of n^2 (line 1939): the yes bound carries "
                     "1/(2n^2), so below 2n^2 it "
                     "is not above the no bound.",
                     "P >= e^(3 lambda B^2) instead of > (line 1871): at n = 1 the sum is that one term.",
                     "The sums in between are left out: they use (1-epsilon) m as a lower bound of inner "
                     "products that may be 0, "
                     "and e^((1+lambda) B^2) where eq. 6 has e^((1/2+lambda) B^2)."}}};
  info.parameters = hardness_parameters("B2");
  const std::map<Variant, Status> recorded{{Variant::printed, Status::refuted},
                                           {Variant::repaired, Status::holds}};
  const auto add = [&](const std::vector<std::string>& words, bool quick) {
    info.standard_sizes.push_back({words, quick, recorded});
  };
  add({"n=1", "d=2", "m=1"}, true);
  add({"n=1", "d=3", "m=2"}, true);
  add({"n=2", "d=2", "m=1"}, true);
  add({"n=2", "d=3", "m=2"}, false);
  add({"n=2", "d=3", "m=1"}, false);
  add({"n=3", "d=3", "m=2"}, false);
  return info;
}

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
  statement.info = gap_ip_triangle_entry();
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
