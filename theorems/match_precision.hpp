// Several exact-match layers of a theorem file (attention/match_layers.hpp) for the study of floating-point formats.
#pragma once

#include <memory>

#include "precision/matching/match_problem.hpp"
#include "verification/layer_setting.hpp"

namespace attest::theorems {

// The setting has several layers. UsageError where a layer keeps a residual, adds or scales what its heads give, or masks tokens:
// rounded evaluation knows states that are the heads' averages side by side.
std::unique_ptr<PrecisionProblem> match_precision_problem(std::unique_ptr<LayerSetting> setting);

}  // namespace attest::theorems
