#include <fmt/format.h>

#include "claims/parameter_specs.hpp"
#include "reductions/poly/hardness/gap_to_attention.hpp"
#include "reductions/poly/hardness/hardness_claim.hpp"
#include "reductions/poly/hardness/hardness_layouts.hpp"

namespace attest {

namespace {

ClaimInfo gap_cycle_entry() {
  ClaimInfo info;
  info.id = "poly/gap-cycle-to-poly";
  info.kind = "reduction";
  info.paper = "poly";
  info.title = "Poly-attention of degree 2 with a cycle decides gap IP-DIR-rCYC";
  info.statement =
      "For an attention polynomial h of degree 2 whose graph has a cycle of r edges, starting at x_{t_0}: "
      "from r sets "
      "of n vectors whose inner products (neighbours only) are m or at most (1-epsilon) m, matrices of 2n "
      "rows and "
      "(r+1)d columns with h(Q) = B^2 times the sum of the cycle's inner products on upper rows, and a "
      "threshold on "
      "the output that tells whether all of them can be m at once.";
  info.source = {"003_fa68b7a15496b434.txt", "Lemma E.18", 2895, 3047};
  info.variants = {
      {Variant::printed, "Items 1 to 3, V, and eqs. 20 and 21 as printed.", {}},
      {Variant::repaired,
       "The blocks are numbered along the cycle, the normalising block carries B, chords count in it.",
       {"Blocks i = j-t_0, j-t_0+1 of Q^(j) instead of j-1, j: the printed ones leave the matrix unless t_0 "
        "= 1.",
        "The last block of Q^(j), j > t_0, is B (0; 1), not (0; 1).",
        "R is of order e^(lambda B^2/(r+1)), where lambda counts the edges of h inside the cycle's vertices: "
        "chords "
        "have no block but are in the normalising rows; lambda = r without chords.",
        "n^(t-1) instead of n^(t_0-1) in the bounds on R (t_0 is where the cycle starts), and the free "
        "indices "
        "accordingly; P sums l_j over [2n] for j outside the cycle."}}};
  ParameterSpec r = integer_parameter("r", 3, 8, "length of the cycle");
  r.default_value = "3";
  info.parameters = {attention_polynomial_parameter("x1*x2 + x2*x3 + x1*x3"), r};
  for (const ParameterSpec& spec : hardness_parameters("Bk")) info.parameters.push_back(spec);
  const auto add = [&](const std::string& h, int length, const std::vector<std::string>& words, bool quick,
                       Status printed) {
    std::vector<std::string> all{"h=" + h, fmt::format("r={}", length)};
    all.insert(all.end(), words.begin(), words.end());
    info.standard_sizes.push_back(
        {all, quick, {{Variant::printed, printed}, {Variant::repaired, Status::holds}}});
  };
  const std::vector<std::string> smallest{"n=1", "d=2", "m=1"};
  const std::vector<std::string> two{"n=2", "d=2", "m=1"};
  const std::string triangle = "x1*x2 + x2*x3 + x1*x3";
  const std::string square = "x1*x2 + x2*x3 + x3*x4 + x1*x4";
  add(triangle, 3, smallest, true, Status::refuted);
  add(triangle, 3, two, true, Status::refuted);
  add(triangle + " + x3*x4", 3, smallest, true, Status::refuted);
  add("x1*x3 + x1*x5 + x3*x5 + x2*x4", 3, smallest, true, Status::refuted);
  add("x1*x2 + x2*x3 + x3*x4 + x2*x4", 3, two, true, Status::ill_formed);
  add("x3*x4 + x4*x5 + x3*x5 + x1*x2", 3, smallest, true, Status::ill_formed);
  add(square, 4, smallest, true, Status::refuted);
  add(square + " + x1*x3", 4, smallest, true, Status::refuted);
  add(square + " + x1*x3 + x2*x4", 4, two, false, Status::refuted);
  add(cycle_polynomial(5).to_string(), 5, smallest, false, Status::refuted);
  add(triangle, 3, {"n=2", "d=3", "m=2"}, false, Status::refuted);
  return info;
}

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
  statement.info = gap_cycle_entry();
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
