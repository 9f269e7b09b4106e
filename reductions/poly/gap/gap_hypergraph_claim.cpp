#include <fmt/format.h>

#include "claims/parameter_specs.hpp"
#include "claims/usage_error.hpp"
#include "reductions/poly/hardness/gap_to_attention.hpp"
#include "reductions/poly/hardness/hardness_claim.hpp"
#include "reductions/poly/hardness/hardness_layouts.hpp"

namespace attest {

namespace {

const std::string symmetric_4_3 = "x1*x2*x3 + x1*x2*x4 + x1*x3*x4 + x2*x3*x4";

ClaimInfo gap_hypergraph_entry() {
  ClaimInfo info;
  info.id = "poly/gap-hypergraph-to-poly";
  info.kind = "reduction";
  info.paper = "poly";
  info.title = "Poly-attention with an elementary symmetric part decides gap HypergraphIP";
  info.statement =
      "For an attention polynomial h of degree k >= 3 with s monomials that has all monomials of degree k on "
      "t_0 "
      "variables: from t_0 sets of n vectors whose inner products of order k are m or at most (1-epsilon) m, "
      "matrices "
      "of 2n rows and (s+1)d columns with h(Q) = B^k times the sum of all those inner products, and a "
      "threshold on "
      "the output that tells whether all of them can be m at once.";
  info.source = {"003_fa68b7a15496b434.txt", "Lemma E.13", 2618, 2814};
  info.variants = {
      {Variant::printed, "Items 1 to 4, V, and eqs. 17 and 18 as printed.", {}},
      {Variant::repaired,
       "The coefficients of E.8, restricted to T; the normalising block carries B; the bounds count the "
       "right "
       "indices.",
       {"s_i counts the monomials of degree k inside T that m_i divides, not all of degree k (line 2689); "
        "\"-1\" "
        "where the highest variable of m_l is not in m_i, as in E.8 (line 2694 says \"also present\"); "
        "monomials with a "
        "variable outside T have a zero block.",
        "The last block of Q^(r_j), j >= 2, is B (0; 1), not (0; 1).",
        "t_0 - 1 of the t - 1 summation indices are in T if r_1 = 1, t_0 if not: (2n)^(t-t_0) and "
        "(2n)^(t_0-1) where "
        "the print has (2n)^(t-k-1) and (2n)^(k-1).",
        "lambda tends to binom(t_0, k), not to 1: all those monomials are in the normalising rows."}}};
  ParameterSpec t_0 = integer_parameter("t0", 3, 6, "variables of the symmetric part");
  t_0.default_value = "4";
  info.parameters = {attention_polynomial_parameter(symmetric_4_3), t_0};
  for (const ParameterSpec& spec : hardness_parameters("Bk")) info.parameters.push_back(spec);
  const std::map<Variant, Status> recorded{{Variant::printed, Status::refuted},
                                           {Variant::repaired, Status::holds}};
  const auto add = [&](const std::string& h, int variables, const std::vector<std::string>& words,
                       bool quick) {
    std::vector<std::string> all{"h=" + h, fmt::format("t0={}", variables)};
    all.insert(all.end(), words.begin(), words.end());
    info.standard_sizes.push_back({all, quick, recorded});
  };
  const std::vector<std::string> smallest{"n=1", "d=2", "m=1"};
  add("x1*x2*x3", 3, smallest, true);
  add(symmetric_4_3, 4, smallest, true);
  add(symmetric_4_3 + " + x1*x2", 4, smallest, true);
  add(symmetric_4_3 + " + x1*x2*x5 + x2*x5 + x3*x4", 4, smallest, true);
  add("x2*x3*x4 + x2*x3*x5 + x2*x4*x5 + x3*x4*x5", 4, smallest, true);
  add(elementary_symmetric(5, 3).to_string(), 5, smallest, false);
  add(symmetric_4_3, 4, {"n=2", "d=2", "m=1"}, false);
  add(symmetric_4_3 + " + x1*x2 + x2*x3", 4, {"n=2", "d=2", "m=1"}, false);
  add(elementary_symmetric(5, 4).to_string() + " + x1*x2*x3 + x1*x2", 5, smallest, false);
  return info;
}

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
  statement.info = gap_hypergraph_entry();
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
