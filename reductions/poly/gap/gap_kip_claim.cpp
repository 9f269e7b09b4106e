#include <fmt/format.h>

#include "reductions/poly/hardness/gap_to_attention.hpp"
#include "reductions/poly/hardness/hardness_claim.hpp"
#include "reductions/poly/hardness/hardness_layouts.hpp"

namespace attest {

namespace {

ClaimInfo gap_kip_entry() {
  ClaimInfo info;
  info.id = "poly/gap-kip-to-poly";
  info.kind = "reduction";
  info.paper = "poly";
  info.title = "Poly-attention of degree k decides gap kIP";
  info.statement =
      "For an attention polynomial h of degree k with s monomials: from k sets of n vectors whose inner "
      "products of "
      "order k are m or at most (1-epsilon) m, matrices of 2n rows and (s+1)d columns with h(Q) = B^k "
      "<a^1,...,a^k> "
      "on upper rows and a normalising block: for B^k = C_b^k log n and gamma = n^(-C_a) the output of row "
      "l_1 is "
      "above a threshold exactly if a solution exists (with that row's vector, if x_1 is in the first "
      "monomial).";
  info.source = {"003_fa68b7a15496b434.txt", "Lemma E.8", 2328, 2567};
  info.variants = {
      {Variant::printed, "Items 1 to 4, V, and eqs. 14 to 16 as printed.", {}},
      {Variant::repaired,
       "The normalising block carries B, as in the display below item 4, and the bounds count "
       "the right indices.",
       {"The last block of Q^(r_j), j >= 2, is B (0; 1) as in the display of line 2427, not (0; "
        "1) as in item 4: "
        "without B the normalising rows give h of order B, not lambda d B^k.",
        "If r_1 = 1, t - k free indices instead of t - k - 1 (there are t - 1 summation indices "
        "and k - 1 of them are "
        "in T): eq. 16 needs the factor 1, not 2^(t-k-1).",
        "If r_1 != 1, the condition on B is e^(epsilon m B^k/d~) > (2n)^k/2: from the print's 2^(t-k-1) "
        "(2n)^(k-1) it does not follow that yes rows are above no rows (line 2526 divides by (2n)^(k-1) "
        "where (2n)^k is meant).",
        "Non-strict inequalities: at n = 1 some are equalities."}}};
  info.parameters = {attention_polynomial_parameter("x1*x2")};
  for (const ParameterSpec& spec : hardness_parameters("Bk")) info.parameters.push_back(spec);
  const std::map<Variant, Status> recorded{{Variant::printed, Status::refuted},
                                           {Variant::repaired, Status::holds}};
  const auto add = [&](const std::string& h, const std::vector<std::string>& words, bool quick) {
    std::vector<std::string> all{"h=" + h};
    all.insert(all.end(), words.begin(), words.end());
    info.standard_sizes.push_back({all, quick, recorded});
  };
  const std::vector<std::string> smallest{"n=1", "d=2", "m=1"};
  const std::vector<std::string> two{"n=2", "d=2", "m=1"};
  const std::vector<std::string> larger{"n=2", "d=3", "m=2"};
  add("x1*x2", smallest, true);
  add("x1*x2", two, true);
  add("x1*x2", larger, true);
  add("x1*x2", {"n=3", "d=3", "m=2"}, false);
  add("x2*x3", two, true);
  add("x1*x2 + x3*x4", two, true);
  add("x1*x3 + x2*x3", two, true);
  add("x1*x2*x3", smallest, true);
  add("x1*x2*x3", two, true);
  add("x1*x2*x3 + x1*x2", two, true);
  add("x1*x2*x3 + x1*x2 + x1*x3 + x2*x3", two, true);
  add("x2*x3*x4 + x2*x3 + x1*x2", smallest, true);
  add("x1*x2*x3 + x2*x3*x4", smallest, true);
  add("x1*x2*x3*x4 + x1*x2*x3 + x1*x2 + x3*x4", smallest, true);
  add("x1*x2*x3 + x1*x2 + x2*x3", larger, false);
  return info;
}

}  // namespace

std::unique_ptr<Claim> poly_gap_kip_to_poly_claim() {
  HardnessStatement statement;
  statement.info = gap_kip_entry();
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
    verdict.checks.push_back(informative(exact_criterion_check(run)));
    if (run.variant != Variant::printed)
      verdict.checks.push_back(constants_check(run.shape, run.output, hardness_constants(run.shape)));
  };
  return hardness_claim(std::move(statement));
}

}  // namespace attest
