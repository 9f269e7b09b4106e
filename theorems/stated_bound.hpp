// Bounds that a theorem states about what was observed: error <= EXPR, gap >= EXPR, growth error <= exp(-some c * ..), and
// assertions about sizes.
#pragma once

#include "theorems/network_value.hpp"
#include "theorems/theorem_text.hpp"
#include "verification/layer_setting.hpp"

namespace attest::theorems {

// UsageError for a check that the task has no meaning for, and for an assertion without a value at these sizes (one that goes through ranges is
// evaluated with the verdict alone).
void expect_known(const CheckStatement& statement, AnswerKind answer, const NetworkNames& constants);

Check stated_bound_check(const CheckStatement& statement, const LayerSetting& setting,
                         const Observation& observation, const NetworkNames& constants);

// A real number that an expression of sizes with sqrt, log and exp stands for, enclosed.
Interval enclosed_value(const language::Expression& expression, const NetworkNames& constants,
                        Precision precision);

// A condition on such numbers; nothing where enclosures do not tell, as for equal sides.
std::optional<bool> enclosed_truth(const language::Expression& condition, const NetworkNames& constants);

}  // namespace attest::theorems
