// What the claims about the four reductions to poly-attention have in common: one statement is a layout, its
// displayed bounds and the checks that only its proof has.
#pragma once

#include <functional>
#include <memory>

#include "claims/whole_claim.hpp"
#include "reductions/poly/hardness_checks.hpp"
#include "reductions/poly/observed_rows.hpp"

namespace attest {

struct HardnessRun {
  Variant variant;
  const AttentionLayout& layout;
  const GapShape& shape;
  const ObservedRows& observed;
  const AttentionScale& scale;
  std::vector<DisplayedBound> bounds;  // of this variant
  OutputBounds output;                 // its yes and no bound
};

struct HardnessStatement {
  ClaimInfo info;
  std::string power_name;   // of the parameter: "B2" or "Bk"
  std::string where;        // the lines of the displayed identity
  std::string block_where;  // the lines that define the last block
  std::function<AttentionLayout(Variant, const Parameters&)> layout;
  std::function<std::vector<DisplayedBound>(const GapShape&)> printed_bounds;
  std::function<std::vector<DisplayedBound>(const GapShape&)> repaired_bounds;
  std::function<Integer(const GapShape&)> least_power;  // a condition of its own on B^k; may be empty
  std::function<void(const HardnessRun&, Verdict&)> further;
};

// Parameters that all four have: n, d, m, epsilon, gamma and the power of B.
std::vector<ParameterSpec> hardness_parameters(const std::string& power_name);
ParameterSpec attention_polynomial_parameter(const std::string& otherwise);

std::unique_ptr<Claim> hardness_claim(HardnessStatement statement);

// "The yes bound is above the no bound exactly if e^(epsilon m B^k/d~) > ratio": so large enough constants
// exist.
Check wrapping_up_check(const HardnessRun& run, const std::string& where);

// Whether some no row's upper tuples reach (C - epsilon) m exactly.
bool some_no_row_reaches_the_gap(const GapShape& shape, const ObservedRows& observed);

std::unique_ptr<Claim> poly_gap_ip_triangle_to_strassen_claim();
std::unique_ptr<Claim> poly_gap_kip_to_poly_claim();
std::unique_ptr<Claim> poly_gap_hypergraph_to_poly_claim();
std::unique_ptr<Claim> poly_gap_cycle_to_poly_claim();

}  // namespace attest
