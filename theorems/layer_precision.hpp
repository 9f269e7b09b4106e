// A theorem file's layer for the study of floating-point formats (precision/).
#pragma once

#include <memory>

#include "precision/layer/layer_precision.hpp"
#include "theorems/theorem_claim.hpp"

namespace attest::theorems {

// UsageError where the variant defines no layer, or one that rounded evaluation does not have: leftmost maxima, rows that are no
// matrix times the encoding.
std::unique_ptr<PrecisionProblem> precision_problem(const TheoremClaim& claim, Variant variant,
                                                    const Parameters& parameters);

// Of one layer, which the setting has.
std::unique_ptr<PrecisionProblem> layer_precision_problem(std::unique_ptr<LayerSetting> setting,
                                                          ReadoutBy readout_by = ReadoutBy::network_if_any);

// Of several exact-match layers, which the setting has. UsageError where MatchPrecision refuses them.
std::unique_ptr<PrecisionProblem> match_precision_problem(std::unique_ptr<LayerSetting> setting);

}  // namespace attest::theorems
