// What the claims about the four reductions to poly-attention have in common: one statement is a layout, its
// displayed bounds and the checks that only its proof has.
#pragma once

#include <functional>
#include <memory>

#include "claims/whole_claim.hpp"
#include "reductions/poly/hardness/hardness_checks.hpp"
#include "reductions/poly/hardness/observed_rows.hpp"

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

std::unique_ptr<Claim> hardness_claim(HardnessStatement statement);

// The condition on B that the displayed bounds lead to, e^(epsilon m B^k/d~) > ratio: at the least B^k of a
// fine grid that satisfies it, does some threshold part the rows?
Check wrapping_up_check(const HardnessRun& run, const std::string& where, const Rational& ratio);

// The least multiple of 1/1024 above which e^(epsilon m B^k/d~) > ratio for certain, at least 1/1024.
Rational least_power_above(const GapShape& shape, const Rational& ratio);

// B^k = C_b^k log n and gamma = n^(-C_a), for every n >= 2 (natural logarithms).
struct HardnessConstants {
  Rational power;     // C_b^k
  Rational exponent;  // C_a
};
HardnessConstants hardness_constants(const GapShape& shape);

// At those values: yes bound - gamma > no bound + gamma. Not applicable at n = 1, where log n = 0.
Check constants_check(const GapShape& shape, const OutputBounds& output, const HardnessConstants& constants);

// Line 1939: e^(epsilon lambda B^2) > claimed is said to give line 1935's inequality for some gamma > 0,
// which holds exactly if e^(epsilon lambda B^2) > ratio.
Check final_inequality_check(const Rational& claimed, const Rational& ratio);

// Whether the rows are those of extreme_rows.hpp: h is right on every choice of upper and lower rows, or, with one constraint, where
// all are upper.
bool has_extreme_rows(const HardnessRun& run);

// What exact_criterion says at this B^k and just above the condition, against the rows.
Check exact_criterion_check(const HardnessRun& run);

// Whether some no row's upper tuples reach (C - epsilon) m exactly.
bool some_no_row_reaches_the_gap(const GapShape& shape, const ObservedRows& observed);

std::unique_ptr<Claim> poly_gap_ip_triangle_to_strassen_claim();
std::unique_ptr<Claim> poly_gap_kip_to_poly_claim();
std::unique_ptr<Claim> poly_gap_hypergraph_to_poly_claim();
std::unique_ptr<Claim> poly_gap_cycle_to_poly_claim();

}  // namespace attest
