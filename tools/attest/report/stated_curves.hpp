// What is stated, or proved, of a quantity for every size, at the settings of a page: drawn beside what was measured there.
#pragma once

#include <string>
#include <vector>

#include "tools/attest/proof_table.hpp"
#include "tools/attest/report/verdict_sections.hpp"

namespace attest::report {

// For drawing alone: the values are doubles.
struct Curve {
  std::string name;  // "stated: c*n^(3/2), c = 1.033"
  std::vector<std::pair<Parameters, double>> points;
};

enum class Quantity { score_gap, output_error };

// What was measured of it; nothing where the verdict has none.
std::optional<double> measured(const Verdict& verdict, Quantity quantity);

// `also growth gap >= some c*n^(3/2)`, `also error <= n^-2` of the variant's text, a curve each. A constant that is to be found is the
// largest with which the bound keeps to all that was measured of this variant; no curve where none does.
std::vector<Curve> stated_curves(const Subject& subject, Variant variant, Quantity quantity);

// The bound on the error that the proof for every size ends with, at the settings it speaks of; empty where there is none.
Curve proved_curve(const Subject& subject, const NamedProof& named);

}  // namespace attest::report
